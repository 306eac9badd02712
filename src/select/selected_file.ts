/**
 * One file that selectors lead to, read once.
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import { pathRule } from "../provenance/tier.ts";
import { type Claim, claimsOf } from "../workspace/claims.ts";
import { confinePath, type ReadableArea } from "../workspace/confine_path.ts";
import { type CuratedEntry, parseCurated } from "../workspace/curated.ts";
import { ownPath } from "../workspace/layout.ts";
import { type LedgerUnit, ledgerUnits } from "../workspace/ledger_units.ts";
import { MAX_FILE_BYTES } from "../workspace/list_files.ts";
import { readTextFile } from "../workspace/read_text.ts";
import { type MarkdownLine, scanMarkdown } from "../workspace/scan_markdown.ts";

/** A file as it is now. */
export interface SelectedFile {
  /** Relative to the workspace, links followed: the rule of a path is that of the file itself. Absolute outside it. */
  readonly path: string;
  /** Where it really lies. */
  readonly absPath: string;
  /** SHA-256 of its bytes, hex. */
  readonly hash: string;
  /** Without byte order mark. */
  readonly text: string;
  /** Whether the file began with a byte order mark. */
  readonly hadBom: boolean;
  /** Why it cannot be written back as it was read, as a short clause; `null` if it can. */
  readonly unwritable: string | null;
  /** By the grammar of notes, worked out when first asked for. */
  lines(): readonly MarkdownLine[];
  /** Worked out when first asked for; of a curated file none. */
  claims(): readonly Claim[];
  /** Worked out when first asked for; of any but a curated file none. */
  entries(): readonly CuratedEntry[];
  /** What the ledger has rows for, in the order of `ledgerUnits`; worked out when first asked for. */
  units(): readonly LedgerUnit[];
}

/**
 * Reads a file.
 *
 * @param maxBytes a larger one is refused
 * @throws {MemoryError} failed: outside, not there, or no text
 */
export function readSelectedFile(area: ReadableArea, asked: string, maxBytes: number = MAX_FILE_BYTES): SelectedFile {
  const absPath = confinePath(area, asked);
  const path = ownPath(area.layout, absPath);
  const read = readTextFile(absPath, { maxBytes, isReal: true });
  if (read.kind === "skipped") {
    throw new MemoryError(`Cannot read "${asked}": ${read.reason}`, { hint: "look at it with another program" });
  }
  const isCurated = pathRule(path).tier === "curated";
  const lines = once(() => scanMarkdown(read.text));
  return {
    path,
    absPath,
    hash: read.hash,
    text: read.text,
    hadBom: read.hadBom,
    unwritable: read.encoding !== "utf-8"
      ? `it is written in ${read.encoding}`
      : read.invalidBytes > 0
      ? `${read.invalidBytes} of its bytes are not UTF-8`
      : null,
    lines,
    claims: once(() => isCurated ? [] : claimsOf(path, lines())),
    entries: once(() => isCurated ? parseCurated(read.text).entries : []),
    units: once(() => ledgerUnits({ path, text: read.text, lines: lines() })),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
