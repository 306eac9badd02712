import { causeChain } from "../../base/errors.ts";
import { type FileFact, MAX_FILE_BYTES } from "../../workspace/list_files.ts";
import { malformedLines } from "../../workspace/malformed_lines.ts";
import { readTextFile } from "../../workspace/read_text.ts";
import { scanMarkdown } from "../../workspace/scan_markdown.ts";

/** An annotation that cannot be read and therefore says nothing. */
export interface MalformedAnnotation {
  /** Relative to the workspace. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Its name, or what is wrong with it. */
  readonly problem: string;
}

/** A file that could not be looked at. */
export interface UnreadFile {
  /** Relative to the workspace. */
  readonly path: string;
  /** Why, in a few words. */
  readonly reason: string;
}

/** Returns the malformed annotations of files; annotations inside code are text (SPEC 5, step 4). */
export function malformedAnnotations(
  files: readonly FileFact[],
): { malformed: MalformedAnnotation[]; unread: UnreadFile[] } {
  const malformed: MalformedAnnotation[] = [];
  const unread: UnreadFile[] = [];
  for (const file of files) {
    try {
      malformed.push(...malformedIn(file));
    } catch (error) {
      unread.push({ path: file.path, reason: causeChain(error)[0] ?? "unreadable" });
    }
  }
  return { malformed, unread };
}

function malformedIn(file: FileFact): MalformedAnnotation[] {
  const read = readTextFile(file.absPath, { maxBytes: MAX_FILE_BYTES });
  if (read.kind !== "text" || !read.text.includes("<!--")) return [];
  return malformedLines(scanMarkdown(read.text)).map((each) => ({ path: file.path, ...each }));
}
