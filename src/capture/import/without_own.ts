/**
 * Nothing of this memory is imported into it (SPEC 7.5): a copy of one's own words below `imports/` would be untrusted, and so
 * would be the words themselves.
 *
 * @module
 */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { errorCode, MemoryError } from "../../base/errors.ts";
import { isAtOrBelow } from "../../workspace/confine_path.ts";
import { DREAMS_FILE, MEMORY_FILE, USER_FILE, type WorkspaceLayout } from "../../workspace/layout.ts";
import type { Found } from "./import_source.ts";

/** Where a memory lies. */
export type OwnPlaces = Pick<WorkspaceLayout, "root" | "memoryDir" | "dataDir">;

/** Refuses a path that is the workspace itself or a part of its memory. @throws {MemoryError} usage */
export function refuseOwn(layout: OwnPlaces, path: string): void {
  const real = realOrSame(path);
  if (real !== realOrSame(layout.root) && !isOwn(layout)(real)) return;
  throw new MemoryError(`Cannot import "${path}": it is this memory itself, and its copies would be untrusted`, {
    kind: "usage",
    hint: "name what comes from elsewhere; what lies in memory/ is found by search already",
  });
}

/** Yields what was found; of a folder around the workspace without the files of this memory. */
export function* withoutOwn(layout: OwnPlaces, found: Iterable<Found>): Generator<Found> {
  const own = isOwn(layout);
  for (const it of found) {
    const reason = "it belongs to this memory already";
    yield it.kind === "file" && own(it.from) ? { kind: "left-out", from: it.from, reason, isFailure: false } : it;
  }
}

function isOwn({ root, memoryDir, dataDir }: OwnPlaces): (path: string) => boolean {
  const folders = [memoryDir, dataDir].map(realOrSame);
  const files = new Set([MEMORY_FILE, USER_FILE, DREAMS_FILE].map((name) => join(realOrSame(root), name)));
  return (path) => files.has(path) || folders.some((folder) => isAtOrBelow(folder, path));
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return path;
  }
}
