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
