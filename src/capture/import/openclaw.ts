/**
 * A workspace of OpenClaw: its files as they are, and what it had recalled as a list for people.
 *
 * @module
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Found } from "./import_source.ts";
import { walkFiles } from "./walk_files.ts";

/** The log of older builds; newer ones keep it in a database that only OpenClaw itself reads. */
const RECALL_LOG = "memory/.dreams/short-term-recall.json";

/** Yields `MEMORY.md`, `USER.md`, the Markdown below `memory/`, and the recalls. */
export function* openclawFiles(path: string): Generator<Found> {
  yield* walkFiles(path, (name) => /^(?:MEMORY|USER)\.md$/.test(name) || /^memory\/(?!\.).*\.md$/i.test(name));
  const log = join(path, RECALL_LOG);
  if (existsSync(log)) yield recalls(log);
  for (const name of DATABASES) {
    const from = join(path, name);
    if (existsSync(from)) yield { kind: "left-out", from, reason: DATABASE_REASON, isFailure: false };
  }
}

/** Where newer builds keep index, recalls and phases: beside a session's files, or below the home folder's `.openclaw`. */
const DATABASES = ["openclaw-agent.sqlite", "agents/main/agent/openclaw-agent.sqlite"];

/**
 * A recall counts by the keyed hash of its question and the kind of its session. That database has short hashes of questions
 * and no kind, so there is nothing that could be checked.
 */
const DATABASE_REASON =
  "recalls of OpenClaw's database are not taken over: its questions are not kept, only short hashes of them";

/** One recalled snippet. */
interface Recalled {
  readonly path?: unknown;
  readonly startLine?: unknown;
  readonly snippet?: unknown;
  readonly recallCount?: unknown;
  readonly recallDays?: unknown;
}

/**
 * The counts are words in a list and nothing else: what was recalled elsewhere, by questions that nobody can check, must
 * promote nothing here.
 */
function recalls(log: string): Found {
  let entries: Recalled[];
  try {
    const value: unknown = JSON.parse(readFileSync(log, "utf8"));
    entries = isRecord(value) && isRecord(value["entries"]) ? Object.values(value["entries"]).filter(isRecord) : [];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { kind: "left-out", from: log, reason: `it cannot be read (${error.message})`, isFailure: true };
  }
  const lines = entries.flatMap(({ path, startLine, snippet, recallCount, recallDays }) => {
    if (typeof snippet !== "string" || snippet.trim() === "") return [];
    const days = Array.isArray(recallDays) ? recallDays.length : 0;
    const place = typeof path === "string" ? ` (${path}${typeof startLine === "number" ? `:${startLine}` : ""})` : "";
    return [`- ${snippet.replace(/\s+/g, " ").trim()}${place}, ${Number(recallCount) || 0} recalls on ${days} days`];
  });
  const text = `# What OpenClaw had recalled\n\n${lines.sort().join("\n")}\n`;
  return { kind: "file", from: log, name: "recall-log.md", text, bytes: null };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
