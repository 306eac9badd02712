import { describe, expect, test } from "bun:test";
import { isPreferenceShaped } from "../../../src/curate/preference.ts";
import { junkReason } from "../../../src/dream/deep/quality.ts";

const reasonOf = (text: string) => junkReason({ text, wishes: { projects: null } });

describe("the quality gate", () => {
  test.each([
    "The gateway listens on port 18790.",
    "网关端口是 18790",
    "数据库改用 SQLite，理由是箱子内存太小。",
    "Deploys need `make smoke` to pass first",
    "Git pushes go through the review queue since March",
    "make smoke takes 40 seconds and reads one timetable",
    "We use `curl -fsS` for the health check of the pier box",
    "Ms. Okafor confirms: departures change at most twice a day outside storms.",
    "サーバーのポートは18790です",
    "The status of the licence: paid until 2027",
    "Backup of /srv/tideboard/tide.db runs at 02:30 every night",
    "我表哥的联系电话是15321258138",
    "Phone of the pier office: 2555 0142, weekdays 9:00 to 17:00",
    "眶下骨具鳞，下缘具锯齿；",
    "Tomás knows the report needs window functions",
    "[Runbook](docs/run.md) describes how the box is restarted",
  ])("lets a statement pass: %s", (text) => {
    expect(reasonOf(text)).toBeNull();
  });

  test.each([
    ["too short", "ok then"],
    ["too short", "好的，知道"],
    ["too long", "word ".repeat(200)],
    ["hidden or broken characters", "The gateway \u202elistens\u202c on port 18790"],
    ["hidden or broken characters", "The gate\u200bway listens on port 18790"],
    ["hidden or broken characters", "The caf\ufffd of the harbour opens at nine"],
    ["a role word", "user: what is the port of the gateway?"],
    ["a role word", "**Assistant**: the port is 18790"],
    ["a role word", "助手：端口是 18790，已经确认"],
    ["data, not a statement", '{"port": 18790, "host": "gateway"}'],
    ["data, not a statement", '"port": 18790, "host": "gateway"'],
    ["data, not a statement", "| port | 18790 | gateway |"],
    ["data, not a statement", "memory/2026-08-12.md#L3-L5"],
    ["data, not a statement", "level=info ts=2026-08-12T10:00:00Z msg=started"],
    ["a command", "$ systemctl restart gateway"],
    ["a command", "git push --force origin main"],
    ["a command", "curl -fsS http://localhost:18790/health | jq ."],
    ["markup or a diff", "@@ -1,4 +1,6 @@ function start()"],
    ["markup or a diff", "diff --git a/gateway.ts b/gateway.ts"],
    ["markup or a diff", "+const port = 18790 for the gateway"],
    ["markup or a diff", "<<<<<<< HEAD of the branch"],
    ["markup or a diff", "The port is 18790 <!-- unclosed comment of somebody"],
    ["ids or numbers", "4f1c9f0e-5a3b-4c1d-9e8f-0a1b2c3d4e5f 0123456789abcdef0123"],
    ["ids or numbers", "10:12 16:31 22:40 04:55 +80 -20"],
    ["half a sentence", "The gateway listens on port 18790 and"],
    ["half a sentence", "so the front end polls the gateway every..."],
    ["half a sentence", "数据库改用 SQLite，理由是："],
    ["scaffolding or a report", "Read HEARTBEAT.md if it exists. HEARTBEAT_OK"],
    ["scaffolding or a report", "Pre-compaction memory flush. Store durable memories now."],
    ["scaffolding or a report", "Candidate: The gateway listens on port 18790"],
    ["scaffolding or a report", "The gateway listens [score=0.812 recalls=3 avg=0.700]"],
    ["scaffolding or a report", "openclaw-memory-promotion marker of 2026-08-12"],
    ["scaffolding or a report", "Promoted From Short-Term Memory (2026-08-12) gateway"],
    ["scaffolding or a report", "<memory-data> The gateway listens on port 18790"],
    ["scaffolding or a report", "Conversation info (untrusted metadata): sender 12"],
    ["scaffolding or a report", "[cron:daily-report] run the report of the day"],
  ])("stops %s: %s", (reason, text) => {
    expect(reasonOf(text)).toBe(reason);
  });

  test("stops a claim whose project cannot be read, since it must not become one that belongs everywhere", () => {
    expect(junkReason({ text: "The gateway listens on port 18790", wishes: { projects: "invalid" } })).toContain(
      "project",
    );
  });
});

describe("a preference", () => {
  test.each([
    "Always answer in short sentences",
    "Never deploy on a Friday",
    "Please avoid tables in mails",
    "Lin prefers small pull requests, under 300 lines",
    "The user likes dark themes",
    "I prefer tabs over spaces",
    "From now on, write dates as day and month",
    "总是用简体中文回答",
    "以后周报发给小周",
    "用户更喜欢简短的回答",
    "不要在周五部署",
  ])("is recognised: %s", (text) => {
    expect(isPreferenceShaped(text)).toBeTrue();
  });

  test.each([
    "The gateway listens on port 18790",
    "The box never restarts at night",
    "Lin left early for a school play",
    "数据库改用 SQLite",
    "The front end always polls every 5 minutes",
    "小周喜报：浮标修好了",
  ])("is not seen in a plain fact: %s", (text) => {
    expect(isPreferenceShaped(text)).toBeFalse();
  });
});
