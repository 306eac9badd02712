/**
 * `MEMORY.md` as the dream finds it, with the hash that must still hold when it is replaced (SPEC 8.8).
 *
 * @module
 */
import { existsSync, realpathSync } from "node:fs";
import { sep } from "node:path";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import { type CuratedFile, parseCurated } from "../../workspace/curated.ts";
import { absolute, MEMORY_FILE, type WorkspaceLayout } from "../../workspace/layout.ts";
import { readTextFile } from "../../workspace/read_text.ts";
import type { StandingEntry } from "./plan.ts";

/** The file at one moment. */
export interface MemoryFile {
  /** SHA-256 of the bytes, hex; `null` if there is no file. */
  readonly hash: string | null;
  /** Without byte order mark; empty if there is no file. */
  readonly text: string;
  /** Whether the file began with a byte order mark; it keeps it. */
  readonly hadBom: boolean;
  /** The text by the grammar of SPEC 3.4. */
  readonly file: CuratedFile;
  /** Its entries with their origins, in order. */
  readonly standing: readonly StandingEntry[];
  /** Why the file is left alone, as a short clause; `null` if it may be written. */
  readonly refusal: string | null;
}

/** A file above this is no curated core; it is left alone (16 MiB, the limit of the lister). */
const MAX_BYTES = 16 * 1024 * 1024;

/** Returns the file as it is now. */
export function readMemoryFile(layout: WorkspaceLayout, originsOf: OriginReader): MemoryFile {
  const path = absolute(layout, MEMORY_FILE);
  if (!existsSync(path)) return memoryFile("", null, { hadBom: false, refusal: null, originsOf });
  if (!realpathSync(path).startsWith(`${layout.root}${sep}`)) {
    return memoryFile("", null, { hadBom: false, refusal: "it is a link that leads out of the workspace", originsOf });
  }
  const read = readTextFile(path, { maxBytes: MAX_BYTES });
  if (read.kind === "skipped") return memoryFile("", null, { hadBom: false, refusal: read.reason, originsOf });
  const refusal = read.encoding !== "utf-8"
    ? `it is written in ${read.encoding}; save it as UTF-8`
    : read.invalidBytes > 0
    ? `${read.invalidBytes} of its bytes are not UTF-8`
    : null;
  return memoryFile(read.text, read.hash, { hadBom: read.hadBom, refusal, originsOf });
}

interface MemoryFileFacts {
  readonly hadBom: boolean;
  readonly refusal: string | null;
  readonly originsOf: OriginReader;
}

function memoryFile(text: string, hash: string | null, { hadBom, refusal, originsOf }: MemoryFileFacts): MemoryFile {
  const file = parseCurated(text);
  const origins = originsOf(MEMORY_FILE, file.entries.map(({ raw }) => raw));
  const standing = file.entries.flatMap((entry, at): StandingEntry[] => {
    const origin = origins[at];
    return origin === undefined ? [] : [{ entry, origin }];
  });
  return { hash, text, hadBom, file, standing, refusal };
}
