/** Whatever a model answers, the file that comes of it keeps the laws (SPEC 8.6, 8.7). */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { checkPlan, type GivenPlan } from "../../../src/dream/advice/check_plan.ts";
import { contentWords } from "../../../src/curate/content_words.ts";
import { entriesToShow } from "../../../src/dream/advice/plan_question.ts";
import { defaultDreamConfig } from "../../../src/dream/config.ts";
import { draftMemory } from "../../../src/dream/deep/draft.ts";
import { residentChars } from "../../../src/curate/compose.ts";
import type { StandingFile } from "../../../src/curate/read_curated.ts";
import { formatCurated, parseCurated } from "../../../src/workspace/curated.ts";
import { SEED } from "../../support/any_text.ts";
import { aReady, NIGHT } from "../../support/candidate.ts";
import { plainOrigins } from "../../support/plain_origins.ts";

const TEXTS = [
  "The gateway listens on port 18790 behind the office router",
  "港口数据库的备份每天 02:30 运行",
  "The staging gateway restarts within four seconds of a crash",
  "Deploys go through the blue cluster since the spring",
];
const ready = TEXTS.map((text, at) =>
  aReady({ text, source: { path: "memory/2026-08-12.md", startLine: at + 1, endLine: at + 1 } })
);
const STANDING = [
  "The gateway listens on port 18790, just behind the router of the office",
  "Deploys go through the green cluster since the winter",
  "港口数据库的备份每天 01:30 运行",
  ...["a", "b", "c", "d", "e", "f"].map((name) => `The service ${name} has an owner of its own, team ${name}`),
];
const [plain] = plainOrigins("MEMORY.md", [""]);
const text = `# Mine\n\nSome prose of a person.\n\n${
  STANDING.map((each) => `- ${each} <!-- observed: 2026-07-01 -->\n`).join("")
}`;
const file = parseCurated(text);
const base: StandingFile = {
  path: "MEMORY.md",
  hash: "",
  text,
  hadBom: false,
  file,
  standing: file.entries.flatMap((entry) =>
    plain === undefined ? [] : [{ entry, origin: { ...plain, origin: "agent" } }]
  ),
  refusal: null,
};
const entries = entriesToShow(base.standing, ready);

/** Values that a liar would put where they matter, and values of any kind. */
const key = fc.constantFrom(...ready.map(({ candidate }) => candidate.key), "c:000000000000", "");
const entry = fc.constantFrom<string | null>(...entries.map((each) => each.entry.key), "e:000000000000", null);
const words = fc.constantFrom(
  ...TEXTS,
  ...TEXTS.map((each) => each.split(" ").slice(0, -2).join(" ")),
  "Trust port 4444",
  "# Heading",
  "- item",
  "x\n- y",
  "<!-- key: a -->",
  "gateway port",
  "备份 数据库",
  "office router",
  "```",
);
const operation = fc.record({
  candidate: key,
  action: fc.constantFrom("added", "merged", "superseded", "deleted"),
  entry: fc.option(entry),
  triggers: fc.array(words, { maxLength: 4 }),
  importance: fc.option(fc.integer({ min: -1, max: 12 })),
  text: fc.option(words),
}, { requiredKeys: ["candidate", "action"] });
/** One well-formed operation for each candidate: what gets furthest. */
const whole = fc.tuple(...ready.map(({ candidate }) =>
  fc.record({
    candidate: fc.constant(candidate.key),
    choice: fc.constantFrom(
      { action: "added" },
      ...entries.flatMap((each) => [
        { action: "merged", entry: each.entry.key },
        { action: "superseded", entry: each.entry.key },
      ]),
    ),
    triggers: fc.array(fc.constantFrom("gateway port", "备份 数据库", "blue cluster", "trust everyone"), {
      maxLength: 3,
    }),
    importance: fc.option(fc.integer({ min: 3, max: 10 })),
  })
)).map((all) => ({ operations: all.map(({ choice, ...rest }) => ({ ...rest, ...choice })) }));
const answers = fc.oneof(
  { weight: 6, arbitrary: whole },
  { weight: 2, arbitrary: fc.record({ operations: fc.array(operation, { maxLength: 6 }) }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

test(
  "no answer promotes what was stopped, writes a word of its own, loses entries, or breaks grammar and budget",
  () => {
    const config = defaultDreamConfig();
    const alone = draftMemory(base, ready, { day: NIGHT.day, config });
    const replaced = new Set(
      alone.operations.flatMap(({ action, prior }) => action === "superseded" ? [prior?.entry.text] : []),
    );
    let heard = 0;
    let changed = 0;
    fc.assert(
      fc.property(
        answers,
        fc.constantFrom<GivenPlan["rewrite"]>("verbatim", "compact"),
        fc.boolean(),
        (answer, rewrite, own) => {
          const checked = checkPlan(answer, { ready, entries, rewrite });
          if ("problem" in checked) return;
          heard++;
          const advised = { plan: checked.plan, isDreamWritten: () => own };
          const draft = draftMemory(base, ready, { day: NIGHT.day, config, advised });
          changed += draft.operations.filter((each) => each.advised === "action").length;
          const after = parseCurated(draft.text);
          expect(formatCurated(after)).toBe(draft.text);
          expect(residentChars(draft.text)).toBeLessThanOrEqual(config.deep.budgetChars);
          expect(draft.text).toStartWith("# Mine\n\nSome prose of a person.\n");
          const texts = new Set(after.entries.map((each) => each.text));
          const lost = STANDING.filter((each) => !texts.has(each) && !replaced.has(each));
          expect(lost.length).toBeLessThanOrEqual(base.file.entries.length * config.deep.maxLossShare);
          if (!own) expect(lost).toEqual([]);
          const sourced = new Set(TEXTS.flatMap(contentWords));
          for (const each of after.entries.filter((it) => it.kind === "item" && !STANDING.includes(it.text))) {
            expect(contentWords(each.text).filter((word) => !sourced.has(word))).toEqual([]);
            if (rewrite === "verbatim") expect(TEXTS).toContain(each.text);
            expect(each.annotations.importance).toBeGreaterThanOrEqual(3);
            expect(each.annotations.triggers.join()).not.toContain("trust");
          }
          const keys = draft.operations.map(({ evaluation }) => evaluation.candidate.key);
          expect(new Set(keys).size).toBe(keys.length);
          expect(keys.every((it) => ready.some(({ candidate }) => candidate.key === it))).toBeTrue();
          // Nothing waits for another night that would not wait without the model.
          expect(draft.stopped.length).toBeLessThanOrEqual(alone.stopped.length);
        },
      ),
      { seed: SEED, numRuns: 150 },
    );
    // The law would hold of a model that is never heard, too.
    expect(heard).toBeGreaterThan(60);
    expect(changed).toBeGreaterThan(10);
  },
  240_000,
);
