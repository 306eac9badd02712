import { describe, expect, test } from "bun:test";
import { chineseVerdict } from "../../../src/capture/claims/chinese_facts.ts";

describe("what an owner says in Chinese", () => {
  const facts: readonly string[] = [
    "我喜欢简短的回答",
    "我住在杭州西湖区",
    "我对花生过敏",
    "女儿的生日是五月十四号",
    "我们每周四部署",
    "账单服务归李安管",
    "以后提交信息一律用英文",
    "没有我的同意不许推到 main",
    "这个项目用 pnpm",
    "昨天和小李去看了房子",
    "我同事在山东青岛上班呢",
    "部署窗口改成每周四下午四点，以后都按这个来",
  ];
  for (const text of facts) test(`is a fact: ${text}`, () => expect(chineseVerdict(text, "owner")).toBe(true));

  const others: readonly string[] = [
    "帮我看一下日志",
    "把 getUser 改名成 fetchUser",
    "先跑一遍测试",
    "你觉得用 Redis 行吗",
    "为什么登录页这么慢",
    "我觉得可能是网络问题",
    "我不知道端口是多少",
    "测试又挂了",
    "它监听 18789 端口",
    "这一段代码有问题",
    "谢谢，辛苦了",
    "我刚推了个修复",
    "那你呢",
    "应该是缓存没有清",
  ];
  for (const text of others) test(`is none: ${text}`, () => expect(chineseVerdict(text, "owner")).toBe(false));
});

describe("what an agent says in Chinese", () => {
  const facts: readonly string[] = [
    "根因是 `sync.ts` 里监听和写入之间有竞争",
    "服务从 `/etc/acme/gateway.toml` 读取配置",
    "数据保留期是 90 天",
    "构建脚本依赖 Python 3.11",
    "移动端通过 gRPC 连接后端",
  ];
  for (const text of facts) test(`is a fact: ${text}`, () => expect(chineseVerdict(text, "agent")).toBe(true));

  const others: readonly string[] = [
    "我先看一下 `src/a.ts`",
    "已更新 `package.json`",
    "测试全部通过，共 48 个",
    "建议先备份数据库",
    "您的网关监听 18789 端口",
    "给 `fetchJson` 加了重试",
    "第 42 行报错，因为 `user` 未定义",
    "互斥锁用来保护共享状态",
    "现在组件会渲染两次",
    "接下来更新 `src/a.ts`",
  ];
  for (const text of others) test(`is none: ${text}`, () => expect(chineseVerdict(text, "agent")).toBe(false));
});
