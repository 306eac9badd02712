/**
 * A curated file as its writer finds it, with the hash that must still hold when it is replaced (SPEC 8.8).
 *
 * @module
 */
import { existsSync, lstatSync, realpathSync } from "node:fs";
import { sep } from "node:path";
import { systemCode } from "../base/errors.ts";
import type { OriginReader } from "../store/state/origin_reader.ts";
import { type CuratedFile, parseCurated } from "../workspace/curated.ts";
import { absolute, ownPath, type WorkspaceLayout } from "../workspace/layout.ts";
import { readTextFile, type TextFile } from "../workspace/read_text.ts";
import type { StandingEntry } from "./curated_change.ts";

/** A curated file at one moment. */
export interface StandingFile {
  /** Relative to the workspace. */
  readonly path: string;
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

/**
 * Returns the file as it is now; never throws for a file that cannot be read, since its `refusal` says so.
 *
 * @param path relative to the workspace
 */
export function readCurated(path: string, layout: WorkspaceLayout, originsOf: OriginReader): StandingFile {
  const file = absolute(layout, path);
  const refused = (refusal: string) => standingFile("", null, { path, hadBom: false, refusal, originsOf });
  if (!existsSync(file)) {
    return isLink(file)
      ? refused("it is a link that leads nowhere")
      : standingFile("", null, { path, hadBom: false, refusal: null, originsOf });
  }
  try {
    const real = realpathSync(file);
    if (!real.startsWith(`${layout.root}${sep}`)) return refused("it is a link that leads out of the workspace");
    // What is kept must neither become an instruction or a directive nor lie where nobody is given it.
    const own = ownPath(layout, real);
    if (own !== path) return refused(`it is a link to "${own}"`);
    const read = readTextFile(file, { maxBytes: MAX_BYTES });
    if (read.kind === "skipped") return refused(read.reason);
    return standingFile(read.text, read.hash, { path, hadBom: read.hadBom, refusal: refusalOf(read), originsOf });
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    return refused(`it cannot be read (${code})`);
  }
}

/** Of a path behind which nothing stands. */
function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function refusalOf({ encoding, invalidBytes }: TextFile): string | null {
  if (encoding !== "utf-8") return `it is written in ${encoding}; save it as UTF-8`;
  return invalidBytes > 0 ? `${invalidBytes} of its bytes are not UTF-8` : null;
}

interface FileFacts {
  readonly path: string;
  readonly hadBom: boolean;
  readonly refusal: string | null;
  readonly originsOf: OriginReader;
}

function standingFile(text: string, hash: string | null, facts: FileFacts): StandingFile {
  const { path, hadBom, refusal, originsOf } = facts;
  const file = parseCurated(text);
  const origins = originsOf(path, file.entries.map(({ raw }) => raw));
  const standing = file.entries.flatMap((entry, at): StandingEntry[] => {
    const origin = origins[at];
    return origin === undefined ? [] : [{ entry, origin }];
  });
  return { path, hash, text, hadBom, file, standing, refusal };
}
