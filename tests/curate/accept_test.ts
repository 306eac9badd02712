import { describe, expect, test } from "bun:test";
import { defaultDreamConfig } from "../../src/dream/config.ts";
import { accept } from "../../src/curate/accept.ts";
import { additionOf } from "../../src/dream/deep/operation.ts";
import { parseCurated } from "../../src/workspace/curated.ts";
import { aReady } from "../support/candidate.ts";

const CONFIG = defaultDreamConfig().deep;
const OPERATION = additionOf(aReady());
const entries = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `- entry number ${at + from}\n`).join("");
const judge = (before: string, after: string) =>
  accept(parseCurated(before), { text: after, changes: [OPERATION] }, CONFIG);

describe("acceptance", () => {
  test("is given when everything stands and the new entry with its source is there", () => {
    const before = entries(3);
    const verdict = judge(before, `${before}${OPERATION.raw}\n`);
    expect(verdict).toMatchObject({ passes: true, reasons: [], lost: 0 });
  });

  test.each([
    ["one of seven entries is lost", 7, 1, false],
    ["two of eight entries are lost, a quarter", 8, 2, true],
    ["three of eight entries are lost", 8, 3, false],
    ["a quarter of twelve is lost", 12, 3, true],
  ])("%s", (_title, total, lost, passes) => {
    const verdict = judge(entries(total), `${entries(total - lost, lost)}${OPERATION.raw}\n`);
    expect(verdict.lost).toBe(lost);
    expect(verdict.passes).toBe(passes);
  });

  test("takes an entry with one changed byte for a lost one", () => {
    expect(judge(entries(4), `${entries(4).replace("number 2", "number  2")}${OPERATION.raw}\n`).lost).toBe(1);
  });

  test("takes one of two equal entries for a lost one", () => {
    const twice = "- same words\n- same words\n";
    expect(judge(twice, `- same words\n${OPERATION.raw}\n`).lost).toBe(1);
  });

  test.each([
    ["the entry is missing", ""],
    ["its words were changed", OPERATION.raw.replace("18790", "18791")],
    ["its source is missing", OPERATION.raw.replace(/ <!-- source.*?-->/, "")],
    ["it stands inside a code fence", `\`\`\`\n${OPERATION.raw}\n\`\`\``],
    ["it became the child of another entry", `- parent\n  ${OPERATION.raw}`],
  ])("is refused when %s", (_title, text) => {
    expect(judge("", `# Long-Term Memory\n\n${text}\n`).passes).toBeFalse();
  });

  test("is refused over the budget, and counts chars as a person would see them", () => {
    const fill = CONFIG.budgetChars - OPERATION.text.length;
    expect(judge("", `${"记".repeat(fill - 10)}\n\n${OPERATION.raw}\n`).passes).toBeTrue();
    expect(judge("", `${"记".repeat(fill)}\n\n${OPERATION.raw}\n`).reasons[0]).toContain("over the budget of 10000");
  });

  test("is refused for a text with a NUL", () => {
    expect(judge("", `- nul \0 here\n${OPERATION.raw}\n`).passes).toBeFalse();
  });
});
