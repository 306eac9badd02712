import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { mayBeClaim } from "../../src/workspace/claim_shape.ts";
import { type Claim, claimKey, claimsOf, normaliseClaim } from "../../src/workspace/claims.ts";
import { scanMarkdown } from "../../src/workspace/scan_markdown.ts";
import { anyNote, anyText, SEED } from "../support/any_text.ts";

const PATH = "memory/2026-08-19.md";

function claims(text: string): readonly Claim[] {
  return claimsOf(PATH, scanMarkdown(text));
}

function texts(text: string): string[] {
  return claims(text).map((claim) => claim.text);
}

const LONG = "This line of prose is as wide as the margin at which editors wrap their";

describe("claimsOf", () => {
  test("gives one claim for each list item, at any depth", () => {
    const text = "# Day\n- the gateway moved\n  1. to port 18789\n* 网关端口改了";
    expect(claims(text).map(({ text: claim, startLine, headings }) => [claim, startLine, headings])).toEqual([
      ["the gateway moved", 2, ["Day"]],
      ["to port 18789", 3, ["Day"]],
      ["网关端口改了", 4, ["Day"]],
    ]);
  });

  test("takes along the mark of an untrusted line that was wrapped onto a line of its own", () => {
    for (const indent of ["  ", ""]) {
      const text = `- the gateway moved to port 666\n${indent}<!-- origin: untrusted -->\n- the port is 18789`;
      const [first, second] = claims(text);
      expect(first?.text).toBe("the gateway moved to port 666");
      expect(first?.lines.at(-1)).toContain("untrusted");
      expect(first?.annotations.isUntrusted).toBe(true);
      expect(second?.annotations.isUntrusted).toBe(false);
    }
  });

  test("joins what is wrapped below an item", () => {
    const [claim, ...others] = claims(
      "- the gateway listens <!-- key: a -->\n  on port 18789 <!-- importance: 3 -->\n\n  another paragraph",
    );
    expect(claim).toMatchObject({ text: "the gateway listens on port 18789", startLine: 1, endLine: 2 });
    expect(claim?.lines).toEqual(["- the gateway listens <!-- key: a -->", "  on port 18789 <!-- importance: 3 -->"]);
    expect(claim?.annotations).toMatchObject({ key: "a", importance: 3 });
    expect(others.map((other) => other.text)).toEqual(["another paragraph"]);
  });

  test.each([
    ["lines that were cut by a margin", `${LONG}\nlines, as one claim.`, [`${LONG} lines, as one claim.`]],
    ["wrapped Chinese without a blank", `${"我们决定把数据库".repeat(5)}\n换成别的`, [
      `${"我们决定把数据库".repeat(5)}换成别的`,
    ]],
  ])("joins %s", (_, text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  test.each([
    ["short lines", "the first statement\nthe second statement"],
    ["lines that end a sentence", `${LONG} lines.\nthe second statement`],
    ["lines that end with a break", `${LONG} lines  \nthe second statement`],
    ["prose below an item that is not indented", "- the first statement\nthe second statement"],
    ["an item below prose", `${LONG}\n- the second statement`],
  ])("does not join %s", (_, text) => {
    expect(claims(text).length).toBe(2);
  });

  test.each([
    ["headings", "## The gateway listens on port 18789"],
    ["code", "```\nthe gateway listens on port 18789\n```"],
    ["tables", "| the gateway | listens on |"],
    ["front matter", "---\ntitle: the gateway listens\n---"],
    ["comments", "<!-- the gateway listens on port 18789 -->"],
    ["annotations alone", "- <!-- key: the.gateway.listens -->"],
    [
      "dreaming blocks",
      "<!-- openclaw:dreaming:light:start -->\n- the gateway listens\n<!-- openclaw:dreaming:light:end -->",
    ],
    ["fenced recall", "<memory-data>\n- the gateway listens on port 18789\n</memory-data>"],
    ["what is shorter than 12 chars", "- port 18789"],
    ["what is shorter than six CJK characters", "- 端口是新的"],
    ["what is longer than 600 chars", `- ${"word ".repeat(121)}`],
    ["items that introduce their children", "- Decisions of the day:\n"],
    ["turns of a transcript", "- User: please move the gateway"],
    ["turns in bold", "**Assistant:** the gateway has moved"],
    ["turns in Chinese", "- 用户：请把网关换个端口"],
    ["shell lines", "- $ systemctl restart gateway"],
    ["prompts of a shell", "me@host:~/src$ make test"],
    ["JSON", '- {"port": 18789, "host": "a"}'],
    ["a pair of JSON", '"gateway_port": 18789,'],
    ["reports of a dream", "- Candidate: the gateway listens on port 18789"],
    ["promoted lines", "- the gateway listens [score=0.812 signals=5]"],
    ["answers of unattended turns", "- HEARTBEAT_OK nothing to do"],
    ["prompts of cron", "- [cron:ab12] read the news of the day"],
  ])("leaves out %s", (_, text) => {
    const child = text.endsWith(":\n") ? "  - a child" : "";
    expect(texts(`${text}${child}`)).toEqual([]);
  });

  test.each([
    ["- [10:02] said that the port moved", "[10:02] said that the port moved"],
    ["- the port is 18789", "the port is 18789"],
    ["- 网关端口改了", "网关端口改了"],
    ["> a quotation of the owner", "a quotation of the owner"],
    ["- Decisions of the day:", "Decisions of the day:"],
    ["- [x] move the gateway", "move the gateway"],
    ["- the user: prefers dark mode", "the user: prefers dark mode"],
  ])("takes %j", (line, expected) => {
    expect(texts(line)).toEqual([expected]);
  });

  test("keeps keys when lines move and get annotations, and gives each path its own", () => {
    const [before] = claims("- The gateway listens on port 18789.");
    const [after] = claims("# Day\n\n* the **gateway** listens  on port `18789` <!-- importance: 3 -->");
    expect(after?.key).toBe(before?.key ?? "");
    expect(after?.claimHash).toBe(before?.claimHash ?? "");
    expect(before?.key).toBe(claimKey(PATH, "the gateway listens on port 18789"));
    expect(before?.key).toMatch(/^c:[0-9a-f]{12}$/);
    expect(claimKey("memory/other.md", before?.text ?? "")).not.toBe(before?.key ?? "");
  });

  test("gives claims in order that do not share a line and show what the file says", () => {
    fc.assert(
      fc.property(anyNote(), (text) => {
        let last = 0;
        const rows = text.split("\n");
        for (const claim of claims(text)) {
          expect(claim.startLine).toBeGreaterThan(last);
          last = claim.endLine;
          expect(claim.lines).toEqual(rows.slice(claim.startLine - 1, claim.endLine));
          expect(mayBeClaim(claim.text)).toBe(true);
        }
      }),
      { seed: SEED },
    );
  });
});

describe("normaliseClaim", () => {
  test.each([
    ["case and width", "Ｐort 18789", "port 18789"],
    ["blanks", "port\u3000 18789\t", "port 18789"],
    ["emphasis", "**port** `18789`", "port 18789"],
    ["the last stop", "端口是 18789。", "端口是 18789"],
  ])("takes no account of %s", (_, text, expected) => {
    expect(normaliseClaim(text)).toBe(expected);
  });

  test.each([
    ["numbers", "port 18789", "port 18790"],
    ["negations", "do not push", "do push"],
    ["questions", "it is done", "it is done?"],
    ["identifiers", "max_retry", "maxretry"],
    ["signs", "-5 degrees", "5 degrees"],
  ])("keeps %s", (_, a, b) => {
    expect(normaliseClaim(a)).not.toBe(normaliseClaim(b));
  });

  test("does nothing the second time", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(normaliseClaim(normaliseClaim(text))).toBe(normaliseClaim(text));
      }),
      { seed: SEED, numRuns: 500, examples: [["a `. `"], ["...."], [". a ."]] },
    );
  });
});

test("the claims of a range are those of all that touch it", () => {
  const range = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 6 }))
    .map(([first, more]) => ({ first, last: first + more }));
  const prose = fc.array(
    fc.constantFrom("- an item of some words", "  and what belongs to it", LONG, "lines", "", "Then:"),
  )
    .map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(fc.oneof(anyNote(), prose), range, (text, { first, last }) => {
      const all = claims(text).filter(({ startLine, endLine }) => startLine <= last && endLine >= first);
      expect(claimsOf(PATH, scanMarkdown(text), { first, last })).toEqual(all);
    }),
    { seed: SEED, numRuns: 500 },
  );
});
