/**
 * Looks into files for settings that switch hooks off.
 *
 * @module
 */
import { parse } from "jsonc-parser";
import { isRecord } from "../../base/record.ts";
import type { SwitchedOff } from "./client_setup.ts";
import { readSettings } from "./settings_file.ts";
import { readToml } from "./toml_piece.ts";

/** A setting that switches hooks off where it has a value. */
export interface OffSwitch {
  /** Absolute path of its file. */
  readonly path: string;
  /** Keys from the outermost object inwards. */
  readonly keys: readonly string[];
  /** The value that switches off. */
  readonly value: boolean;
}

/**
 * Returns the first switch that is set. A file that is not there, and one of an administrator that may not be read, says
 * nothing.
 */
export function firstSwitch(switches: readonly OffSwitch[]): SwitchedOff | null {
  const found = switches.find(({ path, keys, value }) => {
    const said = readSettings(path, { mayBeHidden: true }).text;
    if (said === null) return false;
    let node: unknown = path.endsWith(".toml") ? readToml(said, path) : parse(said);
    for (const key of keys) node = isRecord(node) ? node[key] : undefined;
    return node === value;
  });
  return found === undefined ? null : { path: found.path, setting: `${found.keys.join(".")}: ${found.value}` };
}
