/**
 * Where the time zone is read from.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { systemCode } from "../base/errors.ts";
import { type OffsetAt, offsetsOfZoneFile } from "../base/zone_file.ts";

/** The zone of the system: a zone file, or a link to one. */
const SYSTEM_ZONE = "/etc/localtime";
/** Where Linux and macOS keep zone files by their names. */
const ZONE_FOLDER = "/usr/share/zoneinfo";

/**
 * Returns the offsets of a zone by the system's own files, or `null` where the runtime has to be asked: other systems, and
 * names that have no file.
 *
 * @param zone an IANA name; `null`: the zone that the process lives in
 * @param variable the value of `TZ`, which names the zone of the process
 */
export function systemZone(zone: string | null, variable: string | undefined): OffsetAt | null {
  const name = zone ?? variable;
  if (name !== undefined && !NAME.test(name)) return null;
  try {
    return offsetsOfZoneFile(readFileSync(name === undefined ? SYSTEM_ZONE : `${ZONE_FOLDER}/${name}`));
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return null;
  }
}

/** As `Asia/Shanghai`, `America/Argentina/La_Rioja`, `Etc/GMT+5`, `UTC`; nothing that leads out of the folder. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;
