import type { FileNote } from "../../pipeline/sync.ts";
import type { SourceRow } from "../../store/index/sources.ts";
import { type FileFact, type FileList, listFiles } from "../../workspace/list_files.ts";
import type { App } from "../app.ts";

/** The index against the disk. */
export interface IndexFacts {
  /** Files in the index. */
  readonly files: number;
  /** Chunks in the index. */
  readonly chunks: number;
  /** Files on disk that belong in it. */
  readonly onDisk: number;
  /** Files on disk that the index has never seen. */
  readonly added: number;
  /** Files on disk that are not as the index read them. */
  readonly changed: number;
  /** Files in the index that are no longer on disk. */
  readonly gone: number;
  /** What cannot be read. */
  readonly failures: readonly FileNote[];
  /** What is left out by rule. */
  readonly skipped: readonly FileNote[];
}

/** The facts, and what they come from. */
export interface IndexLook {
  /** See there. */
  readonly facts: IndexFacts;
  /** What is on disk. */
  readonly list: FileList;
  /** Files that may hold a malformed annotation: the index says so, or does not know them as they are. */
  readonly suspects: readonly FileFact[];
}

/** Returns how far the index is behind the disk, and the list that says so; changes nothing. */
export function indexFacts(app: Pick<App, "index" | "layout" | "extraPaths">): IndexLook {
  const list = listFiles(app.layout, { extraPaths: app.extraPaths });
  const sources = app.index.sources.all();
  const onDisk = new Set(list.files.map(({ path }) => path));
  const known = list.files.flatMap((file) => {
    const source = sources.get(file.path);
    return source === undefined ? [] : [{ file, source }];
  });
  const sound = new Set(known.filter(isKnownSound).map(({ file }) => file));
  return {
    list,
    suspects: list.files.filter((file) => !sound.has(file)),
    facts: {
      files: sources.size,
      chunks: app.index.chunks.count(),
      onDisk: list.files.length,
      added: list.files.length - known.length,
      changed: known.filter(({ file, source }) => isOther(file, source)).length,
      gone: [...sources.keys()].filter((path) => !onDisk.has(path)).length,
      failures: list.failures,
      skipped: [
        ...list.skipped,
        ...[...sources.values()].flatMap(({ path, skipReason }) =>
          skipReason === null ? [] : [{ path, reason: skipReason }]
        ),
      ],
    },
  };
}

function isOther(file: FileFact, source: SourceRow): boolean {
  return file.size !== source.size || file.mtimeMs !== source.mtimeMs || file.ctimeMs !== source.ctimeMs;
}

function isKnownSound({ file, source }: { readonly file: FileFact; readonly source: SourceRow }): boolean {
  return !source.hasMalformed && !source.isUnsettled && !isOther(file, source);
}
