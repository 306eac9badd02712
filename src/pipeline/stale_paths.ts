/**
 * Files whose lines may have got another class although their bytes are the same: rows of the ledger changed, or a
 * tainted line came that some line repeats.
 *
 * @module
 */
import { keywordStream } from "../base/text/keyword_stream.ts";
import { systemCode } from "../base/errors.ts";
import { pathRule } from "../provenance/tier.ts";
import { type FileFact, MAX_FILE_BYTES } from "../workspace/list_files.ts";
import { readTextFile } from "../workspace/read_text.ts";
import type { IndexStore } from "../store/index/open_index.ts";
import { keptForms } from "../store/state/copy_text.ts";
import type { Ledger } from "../store/state/ledger.ts";
import type { Taints } from "../store/state/taints.ts";

/** Beyond so many new tainted lines, as after an import, looking at every file is the shorter way. */
const MOST_TAINTS_ASKED = 200;

/** A single word this long may be a whole line (SPEC 4.3: 12 characters). */
const LONG_WORD = 12;

/** Which new tainted lines, and where to look for what repeats them. */
export interface TaintQuestion {
  /** The index as it is before the stale files are taken up. */
  readonly index: IndexStore;
  /** The tainted lines. */
  readonly taints: Taints;
  /** The newest tainted line that the index has followed. */
  readonly sinceId: number;
}

/**
 * Returns the files that may repeat one of the new tainted lines, rather too many than too few: every repeating line has
 * two neighbouring tokens, or its one long word, from the tainted one.
 */
export function pathsRepeating({ index, taints, sinceId }: TaintQuestion): string[] {
  const count = taints.lastId() - sinceId;
  if (count === 0) return [];
  if (count > MOST_TAINTS_ASKED || index.isStaged) return [...index.sources.all().keys()];
  const paths = new Set<string>();
  for (const { text } of taints.addedAfter(sinceId)) {
    const expression = expressionFor(text);
    if (expression !== null) { for (const path of index.keywords.pathsOf(expression)) paths.add(path); }
  }
  return [...paths];
}

/** Who has not looked at every file since tainted lines came or went. */
export interface ThoroughQuestion {
  /** What is on disk. */
  readonly files: readonly FileFact[];
  /** The index as it is. */
  readonly index: IndexStore;
  /** The tainted lines. */
  readonly taints: Taints;
}

/**
 * Returns all files whose classes may differ from those in the index: those that repeat a line that was added since every
 * file was last looked at, and those with a low class if lines were removed since. Every file is read.
 */
export function pathsToAskAgain({ files, index, taints }: ThoroughQuestion): string[] {
  const ledgers = files.filter(({ path }) => pathRule(path).origin === "ledger");
  const before = readMark(index.meta.taintsAsked());
  const now = readMark(taints.mark());
  if (before === null || now === null) return ledgers.map(({ path }) => path);
  const paths = new Set(
    now.removed === before.removed ? [] : [
      ...index.chunks.pathsOf("untrusted"),
      ...index.chunks.pathsOf("system"),
    ],
  );
  const repeatsNewer = taints.repeatsNewer(before.lastId);
  if (now.lastId > before.lastId) {
    for (const { path, absPath } of ledgers) if (!paths.has(path) && repeatsNewer(linesAt(absPath))) paths.add(path);
  }
  return [...paths];
}

/** What cannot be read now is taken up again when it can: it has changed then. */
function linesAt(absPath: string): string[] {
  try {
    const read = readTextFile(absPath, { maxBytes: MAX_FILE_BYTES, isReal: true });
    return read.kind === "text" ? read.text.split("\n") : [];
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [];
  }
}

/** See `Taints.mark`: ids are never used twice, so that the rest of them was removed. */
function readMark(mark: string | null): { readonly lastId: number; readonly removed: number } | null {
  const [lastId, count] = (mark ?? "").split(" ").map(Number);
  return lastId === undefined || count === undefined ? null : { lastId, removed: lastId - count };
}

/** Texts that taint nothing any more, and where to look for what repeated them. */
export interface LiftedTexts {
  /** The index, up to date or not: what it has not seen is looked at anyway. */
  readonly index: IndexStore;
  /** Takes the paths that the next run has to look at again. */
  readonly ledger: Pick<Ledger, "touch">;
  /** Raw lines or entries. */
  readonly texts: readonly string[];
}

/** Has the next run look again at the files that repeat lines which the owner lifted: they were tainted by these. */
export function lookAgain({ index, ledger, texts }: LiftedTexts): void {
  const paths = new Set<string>();
  for (const form of texts.flatMap(keptForms)) {
    const expression = expressionFor(form);
    if (expression !== null) { for (const path of index.keywords.pathsOf(expression)) paths.add(path); }
  }
  if (paths.size > 0) ledger.touch([...paths]);
}

function expressionFor(text: string): string | null {
  const tokens = keywordStream(text).body.split(" ").filter((token) => token !== "");
  const phrases = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1];
    if (next !== undefined) phrases.add(`${token} ${next}`);
    if (token.length >= LONG_WORD || tokens.length === 1) phrases.add(token);
  }
  if (phrases.size === 0) return null;
  return `{body parts} : (${[...phrases].map((phrase) => `"${phrase.replaceAll('"', '""')}"`).join(" OR ")})`;
}
