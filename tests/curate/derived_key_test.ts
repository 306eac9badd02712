import { describe, expect, test } from "bun:test";
import { derivedKey } from "../../src/curate/derived_key.ts";

describe("claims that say another value of the same have one key", () => {
  test.each<[string, string]>([
    ["The gateway listens on port 18789", "The gateway listens on port 18790"],
    ["The gateway listens on port 18789", "The gateway now listens on port 18790 instead of 18789"],
    ["The gateway listens on port 18789", "The gateway listens on port 18790, not 18789"],
    ["Deploys need a smoke test", "Deploys need no smoke test"],
    ["Deploys need a smoke test", "Deploys do not need a smoke test"],
    ["The default branch is main-2025", "The default branch is trunk-2026"],
    ["Our database is PostgreSQL 16", "Our database is MySQL"],
    ["Anna lives in Berlin", "Anna lives in Lyon"],
    ["The stand-up starts at 9:30 on Monday", "The stand-up starts at 10:00 on Tuesday"],
    ["The team has 3 designers", "The team has 4 designers"],
    ["The gateway port is 18789", "The gateway port has moved to 18790"],
    ["The gateway port is 18789", "The gateway port was changed from 18789 to 18790"],
    ["网关监听端口 18789", "网关监听端口 18790"],
    ["网关的端口是 18789", "网关的端口改成了 18790"],
    ["网关的端口是 18789", "网关的端口从 18789 改为 18790"],
    ["上线之前需要冒烟测试", "上线之前不需要冒烟测试"],
    ["上线之前需要冒烟测试", "上线之前无需冒烟测试"],
    ["周会时间是周三下午三点", "周会时间改到周四上午十点"],
    ["项目负责人是小王", "项目负责人现在是小李"],
    ["夜间备份在 02:30 运行", "夜间备份在 03:30 运行"],
    ["周会时间是周三下午三点", "周会时间又改回周一上午十点"],
    ["网关的端口是 18789", "网关的端口已恢复为 18790 了"],
    ["The port of the gateway is 18789", "The port of the gateway was moved back to 18790"],
    ["The weekly meeting is on Monday", "The weekly meeting is back on Tuesday"],
    ["The gateway listens on port 18789", "The gateway listens on port 18790 again"],
    ["The gateway listens on port 18789", "The gateway is listening on port 18790"],
    ["The gateway listens on port 18789", "The port of the gateway is 18790"],
    ["The gateway port is 18789", "Correction: the gateway port is 18790"],
    ["The gateway port is 18789", "As of today the gateway port is 18790"],
    ["The gateway port is 18789", "From Monday on the gateway port is 18790"],
    ["The gateway port is 18789", "The gateway port is 18790 since the move"],
    ["The gateway port is 18789", "The gateway port became 18790"],
    ["The gateway port is 18789", "We changed the gateway port from 18789 to 18790"],
    ["The head of marketing is Anna", "The marketing head is Tom"],
    ["The staging database is PostgreSQL 16", "The staging database was replaced by MySQL 8"],
    ["We use PostgreSQL for the ledger", "We now use MySQL for the ledger instead of PostgreSQL"],
    ["The team uses Jenkins", "The team stopped using Jenkins"],
    ["We use Redis for the sessions", "We don't use Redis for the sessions any more"],
    ["Anna works at Acme", "Anna works at Globex"],
    ["The session timeout is 5 min", "The session timeout is 5 h"],
    ["The cache keeps entries for 5 minutes", "The cache keeps entries for 5h"],
    ["The cache is limited to 512 MB", "The cache is limited to 2 GB"],
    ["The build takes 40 minutes", "The build takes an hour"],
    ["The license costs $20 a month", "The license costs €250 a year"],
    ["The rent is €900", "The rent went up to €950"],
    ["The contract ends on 31 March 2027", "The contract ends in July 2027"],
    ["The stand-up starts at 9:30", "The stand-up starts at half past ten"],
    ["The printer is on the second floor", "The printer is on the third floor"],
    ["The service is called Falcon", "The service was renamed to Osprey"],
    ["网关监听端口 18789", "网关的端口是 18790"],
    ["网关的端口是 18789", "更正：网关的端口是 18790"],
    ["网关的端口是 18789", "从今天起网关的端口改成 18790"],
    ["网关的端口是 18789", "网关的端口不再是 18789，而是 18790"],
    ["我们用 PostgreSQL 存账本", "我们改用 MySQL 存账本"],
    ["数据库用的是 PostgreSQL", "数据库现在用 MySQL"],
    ["团队使用 Jenkins", "团队已经不用 Jenkins 了"],
    ["小王是值班工程师", "小王不再是值班工程师"],
    ["部署之前需要冒烟测试", "部署之前不用做冒烟测试了"],
    ["安娜住在柏林", "安娜现在住在里昂"],
    ["夜间备份已经启用", "夜间备份是关闭的"],
    ["构建需要 5 分钟", "构建需要 2 小时"],
    ["缓存保留 5 分钟", "缓存保留 2 天"],
    ["备份每周运行一次", "备份每天运行一次"],
    ["房租是 900 元", "房租涨到 950 元"],
    ["合同到期日是 2027年3月31日", "合同到期日是 2027-06-30"],
    ["站会是早上九点半", "站会是早上十点"],
    ["这项服务叫猎鹰", "这项服务改名为鱼鹰"],
  ])("%s / %s", (a, b) => {
    expect(derivedKey(a)).not.toBeNull();
    expect(derivedKey(b)).toBe(derivedKey(a));
  });
});

describe("claims that can both be true have not", () => {
  test.each<[string, string]>([
    ["Room 12 has a projector", "Room 14 has a projector"],
    ["Port 18789 is used by the gateway", "Port 18790 is used by the gateway"],
    ["The office has printer 3 on the second floor", "The office has printer 5 on the second floor"],
    ["The gateway listens on port 18789", "The relay listens on port 18790"],
    ["The API is used by Alice", "The API is slow on old phones"],
    ["The database is PostgreSQL", "The database is slow on Mondays"],
    ["Lin likes Tokyo", "Lin likes Paris"],
    ["db-1 runs on 10.0.0.1", "db-2 runs on 10.0.0.2"],
    ["3 号机房有空调系统", "5 号机房有空调系统"],
    ["网关监听端口 18789", "中继监听端口 18790"],
    ["网关是内部使用的服务", "网关是单点故障所在"],
    ["网关在东区机房里面", "备份在西区机房里面"],
    ["The gateway port is 18789", "Bruno asked whether the gateway port is 18790"],
    ["The meeting is at 10", "Today the meeting is at 11"],
    ["The cache keeps 3 GB", "The cache keeps 5 days"],
    ["The log keeps entries for 5 days", "The log keeps entries for Bruno"],
    ["We use Redis for caching", "We use Redis for sessions"],
    ["The team uses Slack for chat", "The team uses Zoom for calls"],
    ["Anna works on Falcon", "Anna works on Osprey"],
    ["The backup of the gateway runs at 02:30", "The backup of the relay runs at 03:30"],
    ["The ledger keeps backups for 30 days", "The ledger keeps logs for 7 days"],
    ["The default branch is main", "The default branch is protected"],
    ["周会时间是周三", "今天周会时间是周四"],
    ["账本保留备份 30 天", "账本保留日志 7 天"],
    ["小王的手机是 5551234", "小王的工位是 12"],
    ["谢尔位于罗纳河畔", "谢尔位于语言的边境"],
    ["20:30 用户：你好啊", "20:30 用途：你好吗"],
  ])("%s / %s", (a, b) => {
    const [left, right] = [derivedKey(a), derivedKey(b)];
    expect(left === null || left !== right).toBeTrue();
  });
});

test("there is no key without a verb, or of a subject that means something else each time", () => {
  for (const text of ["Port 18789", "It is 18789", "There is one left", "ship it", "这个是 18789 号", "网关"]) {
    expect(derivedKey(text)).toBeNull();
  }
});
