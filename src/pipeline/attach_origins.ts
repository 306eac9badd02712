/**
 * Step 6 of the index pipeline: where the lines of a file come from, and what follows for its chunks (SPEC 4.3, 5).
 *
 * Lines are looked up before the file is cut into chunks, since the annotations of `untrusted` and `system` lines must
 * not take part when those of a chunk are put together.
 *
 * @module
 */
import {
  isAtLeastAsTrusted,
  leastTrusted,
  type LineOrigin,
  mergeKinds,
  ORIGIN_CLASSES,
  type OriginClass,
} from "../provenance/origin.ts";
import { OWN_WORDS } from "../provenance/classify_line.ts";
import { sessionDump } from "../provenance/session_dump.ts";
import type { PathRule } from "../provenance/tier.ts";
import type { ChunkInput } from "../store/index/chunks.ts";
import type { HashedLine } from "../store/state/ledger.ts";
import { hashLines, type OriginSource, readOrigins } from "../store/state/origin_reader.ts";
import { ledgerUnits } from "../workspace/ledger_units.ts";
import type { MarkdownLine } from "../workspace/markdown_line.ts";
import type { ChunkDraft } from "./chunk.ts";
import { piecesOf } from "./pieces.ts";

/** A file as it was read. */
export interface ReadFile {
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** What the path alone says. */
  readonly rule: PathRule;
  /** The whole text, without byte order mark. */
  readonly text: string;
  /** Its lines. */
  readonly lines: readonly MarkdownLine[];
}

/** What the ledger says of a file. */
export interface FileOrigins {
  /** The lines as the ledger names them: an entry of a curated file is one. */
  readonly units: readonly HashedLine[];
  /** The origin of each line that states something, by its 1-based number; lines of an entry share one. */
  readonly byLine: ReadonlyMap<number, LineOrigin>;
}

/** Returns the origins of a file's lines, live from the ledger. */
export function fileOrigins(source: OriginSource, file: ReadFile): FileOrigins {
  const spans = ledgerUnits(file);
  const dump = file.rule.tier === "episodic" ? sessionDump(file.lines.map(({ text }) => text)) : null;
  const speakers = dump === null ? undefined : spans.map(({ startLine }) => dump[startLine - 1] ?? null);
  const hashed = hashLines(spans.map(({ raw }) => raw), speakers);
  const origins = readOrigins(source, file.path, hashed);
  const units = speakers === undefined ? hashed : hashed.map((unit, at) => ({
    ...unit,
    // What is held, or waits for the end of a turn, is not lifted by what its file looks like.
    speaker: unit.speaker === "agent" && origins[at]?.why !== OWN_WORDS ? null : unit.speaker ?? null,
  }));
  const byLine = new Map<number, LineOrigin>();
  for (const [at, origin] of origins.entries()) {
    const span = spans[at];
    for (let line = span?.startLine ?? 1; line <= (span?.endLine ?? 0); line++) byLine.set(line, origin);
  }
  return { units, byLine };
}

/** Returns the numbers of the lines whose annotations may not count (SPEC 5, step 6); usually none. */
export function unheededLines({ byLine }: FileOrigins): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const [number, { origin }] of byLine) if (!isAtLeastAsTrusted(origin, "agent")) numbers.add(number);
  return numbers;
}

/** Returns the chunks with their notes and the least trusted class of their lines. */
export function attachOrigins(drafts: readonly ChunkDraft[], { byLine }: FileOrigins): ChunkInput[] {
  const pieces = piecesOf(drafts);
  return drafts.map((draft, ordinal) => {
    const { startLine, endLine, text, context, entryKey, annotations } = draft;
    const { importance, triggers, projects, key, observed, expires } = annotations;
    const notes = { importance, triggers, projects, key, entryKey, observed, expires };
    const shown = { ordinal, startLine, endLine, text, context, pieces: pieces[ordinal] ?? [] };
    return { ...shown, ...notes, ...mergedOrigin(draft, byLine) };
  });
}

type MergedOrigin = Pick<ChunkInput, "origin" | "classes" | "sessionKind" | "observedAt">;

function mergedOrigin({ lineNumbers }: ChunkDraft, byLine: ReadonlyMap<number, LineOrigin>): MergedOrigin {
  let merged: Omit<MergedOrigin, "classes"> | undefined;
  const classes = new Set<OriginClass>();
  for (const number of lineNumbers) {
    const line = byLine.get(number);
    if (line === undefined) continue;
    const { origin, sessionKind, observedAt } = line;
    classes.add(origin);
    merged = merged === undefined ? { origin, sessionKind, observedAt } : {
      origin: leastTrusted(merged.origin, origin),
      sessionKind: mergeKinds(merged.sessionKind, sessionKind),
      observedAt: laterOf(merged.observedAt, observedAt),
    };
  }
  // Nothing but the heading of a day: scaffolding.
  if (merged === undefined) return { origin: "system", classes: ["system"], sessionKind: "unknown", observedAt: null };
  return { ...merged, classes: ORIGIN_CLASSES.filter((origin) => classes.has(origin)) };
}

function laterOf(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return Date.parse(a) >= Date.parse(b) ? a : b;
}
