/**
 * What is still held in a workspace that lost its state (SPEC 13).
 *
 * @module
 */
import { existsSync } from "node:fs";
import { hasUntrustedMark } from "../../provenance/mark.ts";
import { pathRule } from "../../provenance/tier.ts";
import { readSelectedFile } from "../../select/selected_file.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import type { ReadableArea } from "../../workspace/confine_path.ts";
import { absolute, AGENTS_FILE } from "../../workspace/layout.ts";

/** Lines that nobody booked or attested since the state was lost. */
export interface HeldLines {
  /** Relative to the workspace. */
  readonly path: string;
  /** How many; at least one. */
  readonly count: number;
}

/**
 * Returns the files of a lost workspace with lines that wait for the owner. Files whose path alone decides are not held:
 * imports and files outside are untrusted in any case.
 *
 * @param paths the files of the memory
 * @throws {MemoryError} failed, if one cannot be read: then nobody can say that nothing is held
 */
export function heldLines(area: ReadableArea, paths: readonly string[], originsOf: OriginReader): HeldLines[] {
  const all = existsSync(absolute(area.layout, AGENTS_FILE)) ? [AGENTS_FILE, ...paths] : paths;
  return all.filter((path) => pathRule(path).origin === "ledger").flatMap((path) => {
    const file = readSelectedFile(area, path);
    const units = file.units();
    const origins = originsOf(file.path, units.map(({ raw }) => raw));
    const count = units.filter(({ raw }, at) => origins[at]?.state === "unbooked" && !hasUntrustedMark(raw)).length;
    return count === 0 ? [] : [{ path, count }];
  });
}
