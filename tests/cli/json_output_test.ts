/** Compares what the commands print with the contract in docs/json-output.md. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openFilledWorld } from "../support/cli_world.ts";
import { standIns } from "../support/stand_ins.ts";
import { claudeUser, jsonl } from "../support/transcript_lines.ts";

/** Each test starts the program many times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

const DOCUMENT = readFileSync(join(import.meta.dir, "..", "..", "docs", "json-output.md"), "utf8");

/** Fields that a heading of the contract lists. */
function documented(heading: string): Set<string> {
  const section = DOCUMENT.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return new Set(
    rows.flatMap((row) => [...(row.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "")),
  );
}

/** Fields of a document as the contract writes them: `results[].path`. */
function fieldsOf(value: unknown, prefix = ""): string[] {
  if (Array.isArray(value)) {
    const inner = value.flatMap((each) => fieldsOf(each, `${prefix}[]`));
    return inner.some((field) => field !== `${prefix}[]`) ? inner : [prefix];
  }
  if (typeof value !== "object" || value === null) return [prefix];
  return Object.entries(value).flatMap(([key, each]) => fieldsOf(each, prefix === "" ? key : `${prefix}.${key}`));
}

/** Names of gates are values, not fields. */
const OPEN_ENDED = /^(?:nights\[\]\.)?(?:stopped|thresholds)\./;

let world: CliWorld;
beforeAll(async () => {
  world = await openFilledWorld({ hasOwnCache: true });
  const missed = { query: "gateway", evidence: [{ path: "memory/topics.md", line: 4 }], lang: "en" };
  world.write("questions.jsonl", `${JSON.stringify(missed)}\n{}\n`);
  const lines = [
    claudeUser(0, "The key is sk-live-4f9d"),
    '"odd"',
    claudeUser(1, "The mail relay runs on Debian."),
  ];
  world.write("transcript.jsonl", jsonl([...lines, claudeUser(2, "In a script.", { entrypoint: "sdk-cli" })]));
  const gone = { query: "gateway", evidence: [{ path: "gone.md", line: 1 }] };
  world.write("earlier.json", (await world.run(["eval", "questions.jsonl", "--outcomes"])).stdout);
  world.write("gone.jsonl", `${JSON.stringify(gone)}\n`);
});
afterAll(() => world.remove());

/** No test may change the crontab of whoever runs it. */
function environment(): Readonly<Record<string, string>> {
  return { PATH: standIns(world.home).path };
}

const CALLS: readonly (readonly [heading: string, words: readonly string[]])[] = [
  ["project", ["project", "add", "acme", "--session", "s"]],
  ["hook install", ["hook", "install", "codex", "--mcp"]],
  ["hook status", ["hook", "status"]],
  ["hook print", ["hook", "print", "gemini"]],
  ["completions install", ["completions", "install", "--shell", "fish", "--dry-run"]],
  ["completions install", ["completions", "install", "--shell", "zsh"]],
  ["init", ["init"]],
  ["search", ["search", "gateway port"]],
  ["search", ["search", "gateway", "--explain"]],
  ["search", ["search", "topics", "--explain"]],
  ["search", ["search", "no such thing"]],
  ["search", ["search", "--related", "memory/topics.md:3"]],
  ["note", ["note", "A line"]],
  ["note", ["note", "A line"]],
  ["ingest", ["ingest", "transcript.jsonl", "--dry-run"]],
  ["ingest", ["ingest", "transcript.jsonl"]],
  ["ingest", ["ingest", "memory"]],
  ["trust", ["trust", "memory/2026-08-19.md:3"]],
  ["distrust", ["distrust", "memory/topics.md"]],
  ["index", ["index"]],
  ["get", ["get", "memory/2026-08-19.md"]],
  ["bootstrap", ["bootstrap"]],
  ["recall", ["recall", "when do the backups run at night?"]],
  ["recall", ["recall", "backups at night", "--explain"]],
  ["recall status", ["recall", "off"]],
  ["recall", ["recall", "backups"]],
  ["recall status", ["recall", "on"]],
  ["status", ["status", "--deep"]],
  ["doctor", ["doctor"]],
  ["doctor", ["doctor", "--fix"]],
  ["dream preview", ["dream", "preview"]],
  ["dream status", ["dream", "status"]],
  ["dream status", ["dream", "enable"]],
  ["dream", ["dream", "promote"]],
  ["remember", ["remember", "I like short answers"]],
  ["remember", ["remember", "Give detailed answers"]],
  ["remember", ["remember", "--fact", "The office opens at nine"]],
  ["remember", ["remember", "--propose", "Prefer dark mode"]],
  ["flush check", ["flush", "check", "--tokens", "9", "--window", "99", "--session", "s"]],
  ["flush write", ["flush", "run"]],
  ["dream", ["dream"]],
  ["dream reject", ["dream", "reject", "gateway listens"]],
  ["dream accept", ["dream", "accept", "gateway listens"]],
  ["dream history", ["dream", "history"]],
  ["dream replay", ["dream", "replay", "--from", "2026-08-01", "--to", "2026-08-19", "--threshold", "minScore=0"]],
  ["dream undo", ["dream", "undo"]],
  ["dream restore", ["dream", "restore"]],
  ["status", ["status"]],
  ["dream --explain", ["dream", "--explain", "gateway listens"]],
  ["dream --explain", ["dream", "--explain", "no such thing"]],
  ["cron", ["cron", "install"]],
  ["cron", ["cron", "status"]],
  ["status", ["status"]],
  ["cron", ["cron", "uninstall", "--dry-run"]],
  ["config", ["config"]],
  ["config", ["config", "get", "search.limit"]],
  ["config", ["config", "set", "search.limit", "7"]],
  ["config", ["config", "path"]],
  ["eval", ["eval", "questions.jsonl", "--worst", "3", "--outcomes", "--compare", "earlier.json"]],
  ["eval", ["eval", "gone.jsonl"]],
  ["model", ["model"]],
  ["model", ["model", "use", "none"]],
  ["Errors", ["search"]],
];

test.each(CALLS)("%s: every field of %j is in the contract", async (heading, words) => {
  const { stdout } = await world.run(words, { environment: environment() });
  expect(stdout.endsWith("}\n")).toBe(true);
  const answer: unknown = JSON.parse(stdout);
  const fields = fieldsOf(answer).filter((field) => field !== "simulated" && !OPEN_ENDED.test(field));
  const known = documented(heading);
  expect(fields.filter((field) => !known.has(field) && ![...known].some((each) => each.startsWith(`${field}[]`))))
    .toEqual(
      [],
    );
});

/** Fields that scripts rely on since the first version (SPEC 14). */
const RELIED_ON: Readonly<Record<string, readonly string[]>> = {
  search: [
    ...["query", "lanes.keyword", "lanes.vector", "notices"],
    ...["path", "startLine", "endLine", "snippet", "score", "tier", "origin", "sessionKind", "observedAt"]
      .map((name) => `results[].${name}`),
    ...["importance", "triggers", "project", "citation", "untrusted"].map((name) => `results[].${name}`),
    ...["keyword", "vector", "path", "hybrid", "decay", "importance", "project", "rankScore"]
      .map((name) => `results[].scores.${name}`),
  ],
  note: ["path", "line", "text", "origin", "sessionKind", "written", "reason"],
  remember: ["path", "line", "text", "origin", "sessionKind", "written", "reason"],
  index: [
    ...["seen", "changed", "removed", "failed"].map((name) => `files.${name}`),
    ...["chunks", "vectors.done", "vectors.pending", "failures[].path", "failures[].reason"],
  ],
  dream: [
    ...["sweep", "status", "candidates", "stopped", "diary"],
    ...["key", "operation", "text", "source", "score"].map((name) => `promoted[].${name}`),
    ...["key", "text", "score", "needs"].map((name) => `nearMisses[].${name}`),
  ],
  "dream --explain": [
    ...["key", "text", "source", "origin", "sessionKind", "boosts.light", "boosts.rem", "score", "verdict", "needs"],
    ...["name", "raw", "value", "weight", "contribution"].map((name) => `signals[].${name}`),
    ...["name", "have", "need", "passes"].map((name) => `gates[].${name}`),
  ],
  recall: [
    ...["path", "startLine", "endLine", "text", "phrase", "score"].map((name) => `triggered[].${name}`),
    ...["context", "escalated.ran", "escalated.reason", "escalated.summary", "escalated.hits[].citation"],
  ],
  bootstrap: [
    ...["sessionKind", "context", "files[].leftOut[].line", "files[].leftOut[].reason"],
    ...["path", "chars", "injectedChars", "truncated"].map((name) => `files[].${name}`),
  ],
  Errors: ["error.kind", "error.message", "error.hint"],
};

test.each(Object.entries(RELIED_ON))("the contract of %s keeps the fields that scripts rely on", (heading, fields) => {
  const known = documented(heading);
  expect(fields.filter((field) => !known.has(field))).toEqual([]);
});

test("a document that the program does not print is noticed", () => {
  expect(fieldsOf({ a: [{ b: 1 }, { c: [] }], d: { e: null }, f: ["x"] })).toEqual(["a[].b", "a[].c", "d.e", "f"]);
  expect(documented("search").has("results[].nonsense")).toBe(false);
});

/** What concerns clients and shells, and opens no workspace. */
const NO_WORKSPACE: ReadonlySet<string> = new Set(["hook print", "completions install"]);

describe("every document of a simulated workspace", () => {
  test("says so, errors included", async () => {
    for (const [, words] of CALLS.filter(([heading]) => heading !== "Errors" && !NO_WORKSPACE.has(heading))) {
      expect(JSON.parse((await world.run(words)).stdout)).toMatchObject({ simulated: true });
    }
    expect(JSON.parse((await world.run(["get", "../outside"])).stdout)).toMatchObject({ simulated: true });
  });
});
