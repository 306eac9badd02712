/**
 * `MEMORY.md` as the dream finds it, with the hash that must still hold when it is replaced (SPEC 8.8).
 *
 * @module
 */
import { existsSync, realpathSync } from "node:fs";
import { sep } from "node:path";
import { systemCode } from "../../base/errors.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import { type CuratedFile, parseCurated } from "../../workspace/curated.ts";
import { absolute, MEMORY_FILE, type WorkspaceLayout } from "../../workspace/layout.ts";
import { readTextFile, type TextFile } from "../../workspace/read_text.ts";
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

/** Returns the file as it is now; never throws for a file that cannot be read, since its `refusal` says so. */
export function readMemoryFile(layout: WorkspaceLayout, originsOf: OriginReader): MemoryFile {
  const path = absolute(layout, MEMORY_FILE);
  const refused = (refusal: string) => memoryFile("", null, { hadBom: false, refusal, originsOf });
  if (!existsSync(path)) return memoryFile("", null, { hadBom: false, refusal: null, originsOf });
  try {
    if (!realpathSync(path).startsWith(`${layout.root}${sep}`)) {
      return refused("it is a link that leads out of the workspace");
    }
    const read = readTextFile(path, { maxBytes: MAX_BYTES });
    if (read.kind === "skipped") return refused(read.reason);
    return memoryFile(read.text, read.hash, { hadBom: read.hadBom, refusal: refusalOf(read), originsOf });
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    return refused(`it cannot be read (${code})`);
  }
}

function refusalOf({ encoding, invalidBytes }: TextFile): string | null {
  if (encoding !== "utf-8") return `it is written in ${encoding}; save it as UTF-8`;
  return invalidBytes > 0 ? `${invalidBytes} of its bytes are not UTF-8` : null;
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
