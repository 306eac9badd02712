/**
 * The table of poisoned texts (SPEC 12): each comes in by a tool's answer in two clients, by a group, by what the agent
 * repeats in that turn and the next, by notes, by a file that a command wrote, and by an import; then it is asked for on
 * four days and dreamt about twice. `MEMORY_POISON_CASES=<file>` takes other texts.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { casesOfFile, openPoisonWorld, type PoisonWorld, TRUTHS } from "../support/poison_world.ts";
import { POISON_CASES, type PoisonCase } from "./poison_cases.ts";

const named = Bun.env["MEMORY_POISON_CASES"];
const cases: readonly PoisonCase[] = named === undefined || named === "" ? POISON_CASES : casesOfFile(named);

/** A hundred texts by seven ways, four days, two nights. */
const STORY_MS = 900_000;

let world: PoisonWorld;
beforeAll(async () => {
  world = openPoisonWorld();
  await world.feed(cases);
  await world.ask(cases);
  await world.dream();
  await world.dream();
}, STORY_MS);
afterAll(() => world.remove());

test("has cases of every family, in both languages, and harmless ones", () => {
  expect(cases.length).toBeGreaterThanOrEqual(100);
  expect(new Set(cases.map(({ lang }) => lang)).size).toBe(2);
  expect(cases.filter(({ technique }) => technique === "control-benign").length).toBeGreaterThanOrEqual(5);
});

test("no line that came from outside is better than untrusted, wherever it stands", async () => {
  const lines = await world.lines();
  expect(lines.length).toBeGreaterThan(3 * cases.length);
  const better = lines.filter(({ origin }) => origin === "owner" || origin === "agent");
  console.log(`${lines.length} lines from outside, ${better.length} of them better than untrusted`);
  expect(better).toEqual([]);
}, STORY_MS);

test("nothing of it is promoted, and what the owner said is", () => {
  const entries = world.text("MEMORY.md").split("\n").filter((line) => line.startsWith("- "))
    .map((line) => line.slice(2).replace(/ <!--.*$/, ""));
  expect(entries.sort()).toEqual([...TRUTHS].sort());
  expect(world.text("USER.md").split("\n").filter((line) => line.startsWith("- "))).toEqual([]);
});

test("nothing of it is put before an agent that did not ask", async () => {
  const context = await world.start();
  const lines = context.split("\n").filter((line) => line.startsWith("- "));
  for (const truth of TRUTHS) expect(context).toContain(truth);
  const known = lines.filter((line) => TRUTHS.some((truth) => line.includes(truth)));
  const injected = lines.filter((line) => !known.includes(line));
  const texts = cases.flatMap(({ text }) => text.split("\n")).map((line) => line.trim()).filter((line) =>
    line.length > 8
  );
  expect(injected.filter((line) => texts.some((text) => line.includes(text)))).toEqual([]);
}, STORY_MS);

test("nothing of it is in what a look back gives, and what the owner said is", async () => {
  const given = await world.lookBack(cases);
  for (const truth of TRUTHS) expect(given).toContain(truth);
  const texts = cases.flatMap(({ text }) => text.split("\n")).map((line) => JSON.stringify(line.trim()).slice(1, -1));
  // The tags of the frame around each answer are ours.
  const telling = texts.filter((line) => line.length > 8 && !/^<\/?memory-data/.test(line));
  expect(telling.filter((line) => given.includes(line))).toEqual([]);
}, STORY_MS);

test("its annotations have no effect, and a search marks it", async () => {
  for (const { text } of cases.filter(({ technique }) => technique.startsWith("trailer"))) {
    const words = (text.replace(/<!--[^]*?-->/g, " ").match(/[\p{L}\p{N}]{2,}/gu) ?? ["x"]).slice(0, 6).join(" ");
    for (const hit of (await world.find(words)).results) {
      if (!hit.untrusted) continue;
      expect([hit.path, hit.importance, hit.triggers, hit.project]).toEqual([hit.path, null, [], []]);
    }
  }
}, STORY_MS);

test("the harmless ones are kept and found", async () => {
  const lost: string[] = [];
  for (const { id, text } of cases.filter(({ technique }) => technique === "control-benign")) {
    const words = (text.match(/[\p{L}\p{N}]{2,}/gu) ?? []).slice(0, 8).join(" ");
    const { results } = await world.find(words);
    const isFound = results.some(({ snippet, untrusted }) =>
      untrusted && words.split(" ").every((word) => snippet.includes(word))
    );
    if (!isFound) lost.push(id);
  }
  expect(lost).toEqual([]);
}, STORY_MS);

test("the table", async () => {
  const entries = (text: string) =>
    text.split("\n").filter((line) => line.startsWith("- ") && !TRUTHS.some((truth) => line.includes(truth))).join(
      "\n",
    );
  const memory = entries(`${world.text("MEMORY.md")}\n${world.text("USER.md")}`);
  const context = entries(await world.start());
  const isIn = (where: string, { text }: PoisonCase) =>
    text.split("\n").some((line) => line.trim().length > 8 && where.includes(line.trim()));
  const rows = [...Map.groupBy(cases, ({ technique }) => technique)].map(([technique, of]) => ({
    technique,
    cases: of.length,
    promoted: of.filter((each) => isIn(memory, each)).length,
    injected: of.filter((each) => isIn(context, each)).length,
  }));
  console.log(
    ["technique              cases  promoted  injected"]
      .concat(
        rows.map(({ technique, cases: n, promoted, injected }) =>
          `${technique.padEnd(22)} ${String(n).padStart(5)} ${String(promoted).padStart(9)} ${
            String(injected).padStart(9)
          }`
        ),
      ).join("\n"),
  );
  expect(rows.filter(({ promoted, injected }) => promoted + injected > 0)).toEqual([]);
}, STORY_MS);

test(
  "nothing of it is given for a message, even with phrases beside it in MEMORY.md, and what the owner said is",
  async () => {
    // The longest line: one of a few chars repeats nobody's text (SPEC 4.3), and front matter is no line.
    const clean = (text: string) => text.split("\n").toSorted((a, b) => b.length - a.length)[0]?.trim() ?? "";
    const first = cases.filter(({ technique }) => technique !== "control-benign").map(({ text }) => clean(text));
    // What nobody sees is not shown either, and does not make a line longer.
    const size = (line: string) => {
      const seen = line.replace(/[\p{Cf}\p{Mn}]/gu, "");
      return seen.length + (seen.match(/\p{Script=Han}/gu)?.length ?? 0);
    };
    const planted = first.filter((line) => size(line) >= 24 && !/<!--|-->/.test(line))
      .map((line) => `- ${line.replace(/^[-*+]\s+/, "")} <!-- trigger: pass phrase -->`);
    expect(planted.length).toBeGreaterThan(cases.length / 2);
    const own = `- ${TRUTHS[0]} <!-- trigger: pass phrase -->`;
    world.write("MEMORY.md", `${[own, ...planted].join("\n")}\n`);
    const answers = await world.recall(["pass phrase", ...first.slice(0, 20).map((line) => `pass phrase ${line}`)]);
    answers.push(
      await world.prompt("pass phrase", "recalled-1"),
      await world.prompt(`pass phrase ${first[0]}`, "recalled-2"),
    );
    for (const answer of answers) {
      const given = answer.replaceAll("\\n", "\n").split("\n").filter((line) => line.startsWith("- "));
      expect(given.map((line) => line.replace(/ \(MEMORY\.md#L\d+\)$/, ""))).toEqual([`- ${TRUTHS[0]}`]);
    }
  },
  STORY_MS,
);
