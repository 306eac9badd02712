import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { redact, type RedactionPolicy } from "../../../src/capture/redact/redact.ts";
import { labelledSecrets, type LabelledText } from "./labelled_secrets.ts";

const POLICY: RedactionPolicy = { enabled: true, allow: [] };
/** Of the sample in docs/capture-quality.md. */
const MIN_RECALL = 0.98;
const MIN_PRECISION = 0.99;

const secrets = labelledSecrets();
const harmless = readFileSync("tests/fixtures/redaction/harmless.txt", "utf8").split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

/** Whether the secret, and nothing else of its text, is gone. */
function isExact({ text, secret, kind }: LabelledText): boolean {
  return redact(text, POLICY).text === text.replace(secret, `[redacted: ${kind}]`);
}

describe("the labelled sample", () => {
  test("is large enough, in both languages", () => {
    expect(secrets.length).toBeGreaterThanOrEqual(150);
    expect(harmless.length).toBeGreaterThanOrEqual(300);
    expect(secrets.filter(({ language }) => language === "zh").length).toBeGreaterThanOrEqual(50);
  });

  test("is redacted with the recall and the precision of docs/capture-quality.md", () => {
    const missed = secrets.filter((each) => redact(each.text, POLICY).text.includes(each.secret));
    const inexact = secrets.filter((each) => !isExact(each));
    const spoiled = harmless.filter((text) => redact(text, POLICY).text !== text);
    const found = secrets.length - missed.length;
    const figures = { recall: found / secrets.length, precision: found / (found + spoiled.length) };
    expect({ missed: missed.map(({ text }) => text), inexact: inexact.length, spoiled }).toEqual({
      missed: [],
      inexact: 0,
      spoiled: [],
    });
    expect(figures.recall).toBeGreaterThanOrEqual(MIN_RECALL);
    expect(figures.precision).toBeGreaterThanOrEqual(MIN_PRECISION);
  });

  test("has secrets that a file of the repository does not hold", () => {
    const sources = readFileSync("tests/capture/redact/labelled_secrets.ts", "utf8");
    expect(secrets.filter(({ secret }) => sources.includes(secret))).toEqual([]);
  });
});
