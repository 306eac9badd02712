/**
 * Copies the memories of other assistants into `memory/imports/<source>/` (SPEC 7.5). There the path alone makes every
 * line `untrusted`, until the owner trusts it; nothing is ever overwritten, and the same import twice is one.
 *
 * @module
 */
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { withLock } from "../../store/lock.ts";
import { writeFileAtomic } from "../../workspace/atomic_write.ts";
import { absolute, type WorkspaceLayout } from "../../workspace/layout.ts";
import { MAX_FILE_BYTES } from "../../workspace/list_files.ts";
import { lineEndOf } from "../../workspace/line_end.ts";
import { writtenPath } from "../../workspace/written_path.ts";
import { addCounts, type RedactionPolicy, redactShown } from "../redact/redact.ts";
import { plainPlaceholders } from "../redact/placeholder.ts";
import type { Tombstones } from "../../store/state/tombstones.ts";
import type { Found, FoundFile, ImportSource, LeftOut } from "./import_source.ts";
import { safeName } from "./safe_name.ts";

/** What {@linkcode importFiles} works with. */
export interface ImportDeps {
  /** Where the files go. */
  readonly layout: WorkspaceLayout;
  /** What is taken out before anything is stored. */
  readonly redaction: RedactionPolicy;
  /** What was forgotten does not come back (SPEC 7.6). */
  readonly tombstones: Pick<Tombstones, "isEmpty" | "repeats">;
}

/** What to import. */
export interface ImportRequest {
  /** Names the folder. */
  readonly source: ImportSource;
  /** What was found, read one by one. */
  readonly found: Iterable<Found>;
  /** Nothing is written. */
  readonly isDryRun: boolean;
}

/** What became of a file. */
export interface ImportedFile {
  /** Where it was found. */
  readonly from: string;
  /** Where it went, relative to the workspace. */
  readonly path: string;
  /** `planned`: it would be written; `unchanged`: the very text is there already. */
  readonly status: "written" | "unchanged" | "planned";
}

/** What was imported. */
export interface ImportReport {
  /** In the order in which they were found. */
  readonly files: readonly ImportedFile[];
  /** What was not copied. */
  readonly leftOut: readonly LeftOut[];
  /** How many secrets and pieces of personal data were taken out, by kind. */
  readonly redacted: Readonly<Record<string, number>>;
  /** Lines that were left out because they say what was forgotten. */
  readonly forgotten: number;
}

/** Another import may be at work; each file takes milliseconds. */
const WAIT_MS = 60_000;

/** Copies what was found. @throws {MemoryError} failed, if a file cannot be written; busy, if another import goes on */
export function importFiles(deps: ImportDeps, request: ImportRequest): ImportReport {
  const run: ImportRun = {
    deps,
    request,
    folder: `memory/imports/${request.source}`,
    taken: new Map(),
    redacted: {},
    forgotten: 0,
  };
  const work = () => {
    const files: ImportedFile[] = [];
    const leftOut: LeftOut[] = [];
    for (const found of request.found) {
      const result = found.kind === "file" ? takeIn(run, found) : found;
      if ("status" in result) files.push(result);
      else leftOut.push(result);
    }
    return { files, leftOut, redacted: run.redacted, forgotten: run.forgotten };
  };
  if (request.isDryRun) return work();
  return withLock({ locksDir: deps.layout.locksDir, name: "import", waitMs: WAIT_MS }, work);
}

interface ImportRun {
  readonly deps: ImportDeps;
  readonly request: ImportRequest;
  readonly folder: string;
  /** Names that this run has used, as a file system without case would tell them apart, with the text under them. */
  readonly taken: Map<string, Uint8Array>;
  redacted: Record<string, number>;
  forgotten: number;
}

/** Returns a text without the lines that say what was forgotten, and how many these are. */
function withoutForgotten({ deps: { tombstones } }: ImportRun, text: string): { text: string; count: number } {
  if (tombstones.isEmpty() || !tombstones.repeats(text)) return { text, count: 0 };
  const lines = text.split("\n");
  const kept = lines.filter((line) => !tombstones.repeats(line));
  // The words may run over several lines: then nobody can say which of them may stay.
  return tombstones.repeats(kept.join("\n"))
    ? { text: "", count: lines.length }
    : { text: kept.join("\n"), count: lines.length - kept.length };
}

function takeIn(run: ImportRun, found: FoundFile): ImportedFile | LeftOut {
  const { deps: { layout, redaction }, request: { isDryRun } } = run;
  const rest = withoutForgotten(run, found.text);
  if (rest.count > 0 && rest.text.trim() === "") {
    return { kind: "left-out", from: found.from, reason: "it says what was forgotten", isFailure: false };
  }
  const { text, counts } = redactShown(rest.text, redaction);
  const isClean = rest.count === 0 && Object.keys(counts).length === 0;
  // What was looked through has bare line feeds; the copy keeps the line ends of its source.
  const ending = lineEndOf(rest.text) === "\r\n" && !text.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
  const data = isClean && found.bytes !== null ? found.bytes : Buffer.from(ending);
  if (data.length > MAX_FILE_BYTES) {
    return { kind: "left-out", from: found.from, reason: `larger than ${MAX_FILE_BYTES} bytes`, isFailure: false };
  }
  const { path, isThere } = placeFor(run, safeName(plainName(found.name, redaction)), data);
  run.taken.set(path.toLowerCase(), data);
  writtenPath(layout, path, "write");
  if (isThere) return { from: found.from, path, status: "unchanged" };
  run.redacted = { ...addCounts(run.redacted, counts) };
  run.forgotten += rest.count;
  if (isDryRun) return { from: found.from, path, status: "planned" };
  const outcome = writeFileAtomic(absolute(layout, path), data, { expectedHash: null, within: layout.root });
  // Somebody made a file of that name in this very moment; it is not ours to replace.
  if (outcome === "changed") return takeIn(run, found);
  return { from: found.from, path, status: "written" };
}

/** A name is stored as the text is: in paths, in the index and in the ledger. Its parts, and its ending, are looked at alone. */
function plainName(name: string, redaction: RedactionPolicy): string {
  return name.split(/([\\/]+|\.(?:md|markdown|mdx|txt)$)/i)
    .map((part) => plainPlaceholders(redactShown(part, redaction).text)).join("");
}

/** Returns the first place of a name that is free, or that has the very text. */
function placeFor(run: ImportRun, name: string, data: Uint8Array): { path: string; isThere: boolean } {
  const stem = name.replace(/\.md$/, "");
  for (let number = 1;; number++) {
    const path = `${run.folder}/${stem}${number === 1 ? "" : `-${number}`}.md`;
    const known = run.taken.get(path.toLowerCase()) ?? standing(absolute(run.deps.layout, path));
    if (known === null) return { path, isThere: false };
    if (known !== undefined && sameBytes(known, data)) return { path, isThere: true };
  }
}

/** Returns the bytes under a path whatever the case of its name, `undefined` for what is no file, `null` for nothing. */
function standing(path: string): Uint8Array | undefined | null {
  const folder = dirname(path);
  const name = path.slice(folder.length + 1).toLowerCase();
  const twin = existsSync(folder) ? readdirSync(folder).find((each) => each.toLowerCase() === name) : undefined;
  if (twin === undefined) return null;
  const target = join(folder, twin);
  return lstatSync(target).isFile() ? readFileSync(target) : undefined;
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
