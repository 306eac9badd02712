/**
 * One file through the steps between detecting and committing: read, classify, look up origins, chunk.
 *
 * @module
 */
import { statSync } from "node:fs";
import type { IsoTime } from "../base/clock.ts";
import { systemCode } from "../base/errors.ts";
import type { ChunkInput } from "../store/index/chunks.ts";
import type { FileStamp, SourceFacts, SourceRow } from "../store/index/sources.ts";
import type { HashedLine } from "../store/state/ledger.ts";
import { hashLines, type OriginSource } from "../store/state/origin_reader.ts";
import { ledgerUnits } from "../workspace/ledger_units.ts";
import { MAX_FILE_BYTES } from "../workspace/list_files.ts";
import { readTextFile } from "../workspace/read_text.ts";
import { malformedLines } from "../workspace/malformed_lines.ts";
import { scanMarkdown } from "../workspace/scan_markdown.ts";
import { attachOrigins, fileOrigins, unheededLines } from "./attach_origins.ts";
import { chunk } from "./chunk.ts";
import { classify } from "./classify.ts";
import { isUnsettled, type Suspect } from "./detect.ts";
import { bookAppeared } from "./turns/book_appeared.ts";

/** All that is written about a file in one transaction. */
export interface PreparedFile {
  /** The row of the file. */
  readonly source: SourceFacts;
  /** Its chunks, in order; none for a file that is skipped. */
  readonly chunks: readonly ChunkInput[];
  /** Its lines, to be recorded as seen. */
  readonly seen: readonly HashedLine[];
  /** The index holds all this already. @default false */
  readonly isIndexed?: boolean;
}

/** What became of a suspect. */
export type Prepared =
  | { readonly kind: "changed"; readonly file: PreparedFile }
  | { readonly kind: "same"; readonly stamp: FileStamp & { readonly isUnsettled: boolean } }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "vanished" };

/** What preparing depends on beside the file. */
export interface PrepareContext {
  /** Where origins are read. */
  readonly source: OriginSource;
  /** What the index knows of the file now. */
  readonly known: SourceRow | null;
  /** The present moment. */
  readonly at: IsoTime;
}

/** A curated file that is again as the index knows it may hold lines that had left it meanwhile. */
function lookAtCore(path: string, text: string, { source: { state }, at }: PrepareContext): void {
  if (classify(path)?.tier !== "curated" || state.isReadonly) return;
  const units = hashLines(ledgerUnits({ path, text }).map(({ raw }) => raw));
  bookAppeared({ state, at }, { path, lines: () => units });
  state.ledger.see(path, units, at);
}

/** Reads a suspect and prepares its rows. */
export function prepare(suspect: Suspect, context: PrepareContext): Prepared {
  const { path, absPath } = suspect.fact;
  try {
    // The stamp is taken before the bytes: a change between the two is found again by the stamp.
    const { size, mtimeMs, ctimeMs } = statSync(absPath);
    const stamp = { size, mtimeMs, ctimeMs, isUnsettled: isUnsettled({ size, mtimeMs, ctimeMs }, Date.now()) };
    const read = readTextFile(absPath, { maxBytes: MAX_FILE_BYTES, isReal: true });
    const hash = read.kind === "text" ? read.hash : NO_HASH;
    if (!suspect.isStale && context.known?.hash === hash) {
      if (read.kind === "text") lookAtCore(path, read.text, context);
      return { kind: "same", stamp };
    }
    const rule = classify(path);
    if (rule === null) return { kind: "vanished" };
    const facts = { path, hash, ...stamp, tier: rule.tier, day: rule.day, indexedAt: context.at };
    if (read.kind === "skipped") {
      const source = { ...facts, skipReason: read.reason, hasMalformed: false };
      return { kind: "changed", file: { source, chunks: [], seen: [] } };
    }
    const lines = scanMarkdown(read.text);
    const units = () => hashLines(ledgerUnits({ path, text: read.text, lines }).map(({ raw }) => raw));
    bookAppeared({ state: context.source.state, at: context.at }, { path, lines: units }, stamp);
    const origins = fileOrigins(context.source, { path, rule, text: read.text, lines });
    const drafts = chunk({ path, rule, lines, unheeded: unheededLines(origins) });
    const chunks = attachOrigins(drafts, origins);
    const source = { ...facts, skipReason: null, hasMalformed: malformedLines(lines).length > 0 };
    return { kind: "changed", file: { source, chunks, seen: origins.units } };
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT") return { kind: "vanished" };
    if (code === undefined) throw error;
    return { kind: "failed", reason: code };
  }
}

/** A file that was not read has no hash; its stamp alone says whether to try again. */
const NO_HASH = "";
