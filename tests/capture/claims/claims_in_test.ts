import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { claimsIn, type Speaker } from "../../../src/capture/claims/claims_in.ts";
import { claimWeight } from "../../../src/capture/claims/claim_weight.ts";
import { labelledTurns } from "./labelled_turns.ts";
import { joinedText } from "../../../src/capture/claims/joined_text.ts";

function texts(message: string, speaker: Speaker = "owner"): string[] {
  return claimsIn(message, speaker).map(({ text }) => text);
}

describe("claimsIn", () => {
  test("takes the rule and leaves the task of the same message", () => {
    expect(texts("Use pnpm here, never npm. Then fix the flaky date test.")).toEqual(["Use pnpm here, never npm."]);
    expect(texts("list the files; and note we deploy from the release branch only")).toEqual([
      "we deploy from the release branch only",
    ]);
    expect(texts("我们的数据库用 Postgres 16，主库在 db1。帮我看一下日志。")).toEqual([
      "我们的数据库用 Postgres 16，主库在 db1。",
    ]);
  });

  test("says where each claim stands", () => {
    const message = "Hi!\n\n- Dr. Smith is my dentist.\n- 网关监听 18789 端口";
    expect(claimsIn(message, "owner")).toEqual([
      { text: "Dr. Smith is my dentist.", start: 7, end: 31 },
      { text: "网关监听 18789 端口", start: 34, end: 47 },
    ]);
  });

  test("leaves out the lead before a statement", () => {
    expect(texts("[[reply_to_current]] 记下了：部署窗口改为每周四 16:00。", "agent")).toEqual([
      "部署窗口改为每周四 16:00。",
    ]);
    expect(texts("Ok, thanks. Also, note that the gateway listens on port 18789.")).toEqual([
      "the gateway listens on port 18789.",
    ]);
  });

  test("joins a sentence that was wrapped", () => {
    const message = "The nightly backup of the customer database is written to the\nsecond bucket in Frankfurt.";
    expect(texts(message)).toEqual([message.replace("\n", " ")]);
  });

  test("takes nothing from code, logs, quotes, reports and scaffolding", () => {
    for (
      const message of [
        "```\nThe gateway listens on port 18789.\n```",
        "    The gateway listens on port 18789.",
        "> The gateway listens on port 18789.",
        "$ echo The gateway listens on port 18789.",
        "2026-08-19 10:00:00 INFO The gateway listens on port 18789.",
        '{"text": "The gateway listens on port 18789."}',
        "User: The gateway listens on port 18789.",
        "<analysis>\nThe gateway listens on port 18789.\n</analysis>",
        "HEARTBEAT_OK The gateway listens on port 18789.",
        "    at The gateway listens on port (18789)",
        "| The gateway | listens on port 18789 |",
        '"The gateway listens on port 18789."',
      ]
    ) expect({ message, found: [...texts(message), ...texts(message, "agent")] }).toEqual({ message, found: [] });
  });

  test("takes neither questions nor what points outside the sentence", () => {
    for (
      const message of [
        "Does the gateway listen on port 18789?",
        "It listens on port 18789.",
        "This one listens on port 18789.",
        "它监听 18789 端口。",
        "这个监听 18789 端口。",
        "网关监听 18789 端口吗",
      ]
    ) expect({ message, found: texts(message) }).toEqual({ message, found: [] });
  });

  test("takes 12 to 280 chars, a CJK character counting two", () => {
    expect(texts("I use tmux.")).toEqual([]);
    expect(texts("I use tmux 3.")).toEqual(["I use tmux 3."]);
    expect(texts("我住上海浦东")).toEqual(["我住上海浦东"]);
    expect(texts("我住上海浦")).toEqual([]);
    expect(texts(`The gateway listens on ${"very ".repeat(60)}many ports.`)).toEqual([]);
  });
});

describe("for any message", () => {
  const line = fc.constantFrom(
    "We deploy from the release branch on Thursdays. ",
    "Dr. Smith is my dentist; the clinic closes at 18:00. ",
    "部署窗口是每周四下午四点。以后都按这个来！",
    "```",
    "- 网关监听 18789 端口",
    "\n",
    "> quoted",
    "Never push to main without asking",
    "**Note:** the API uses port 8080.",
    "Is it?",
    "* **Name**: a list on one line * Another point of it. ",
    "btw we use pnpm. please fix it, ",
    "另外记一下，端口是 18789，帮我改一下。",
    ...labelledTurns("tuned").map(({ text }) => text),
  );
  const message = fc.array(fc.oneof(line, fc.string({ unit: "binary", maxLength: 12 })), { maxLength: 12 })
    .map((parts) => parts.join(""));
  const speaker = fc.constantFrom<Speaker>("owner", "agent");

  test("claims are parts of it, in order, apart, and within bounds", () => {
    fc.assert(
      fc.property(message, speaker, (text, who) => {
        let last = 0;
        for (const claim of claimsIn(text, who)) {
          expect(claim.start).toBeGreaterThanOrEqual(last);
          expect(joinedText(text.slice(claim.start, claim.end))).toBe(claim.text);
          expect(claim.text).not.toContain("\n");
          expect(claimWeight(claim.text)).toBeGreaterThanOrEqual(12);
          expect(claimWeight(claim.text)).toBeLessThanOrEqual(280);
          last = claim.end;
        }
      }),
      { seed: 6, numRuns: 500 },
    );
  });

  test("the claims of a claim are that claim, or none", () => {
    fc.assert(
      fc.property(message, speaker, (text, who) => {
        for (const { text: claim } of claimsIn(text, who)) {
          const again = claimsIn(claim, who).map((each) => each.text);
          expect([[claim], []]).toContainEqual(again);
        }
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});
