/**
 * The home folder of the user who runs this process, as the system has it: an agent can set `HOME` for what it starts, and
 * the runtime believes it (SPEC 4.4).
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { errorCode } from "../base/errors.ts";

/** Returns the folder, absolute, or `null` where the system does not say. Costs a look at a small file on Linux. */
export function passwordHome(): string | null {
  const id = process.getuid?.();
  if (id === undefined) return null;
  return homeIn(passwords(), id) ?? askSystem(id);
}

/** Returns the home folder of a user by the lines of a password file: `name:password:uid:gid:comment:home:shell`. */
export function homeIn(lines: string, id: number): string | null {
  for (const line of lines.split("\n")) {
    const fields = line.split(":");
    const home = fields[5] ?? "";
    if (fields[2] === String(id) && home.startsWith("/")) return home;
  }
  return null;
}

function passwords(): string {
  if (process.platform !== "linux") return "";
  try {
    return readFileSync("/etc/passwd", "utf8");
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return "";
  }
}

/** Users of a directory service stand in no file. Programs are named with their path: what `PATH` leads to is anybody's. */
function askSystem(id: number): string | null {
  if (process.platform === "linux") return homeIn(printed(["/usr/bin/getent", "passwd", String(id)]), id);
  if (process.platform !== "darwin") return null;
  // `name:password:uid:gid:class:change:expire:comment:home:shell`
  const fields = printed(["/usr/bin/id", "-P"]).trim().split(":");
  const home = fields[8] ?? "";
  return fields[2] === String(id) && home.startsWith("/") ? home : null;
}

function printed(command: string[]): string {
  try {
    return Bun.spawnSync(command, { stderr: "ignore", env: {} }).stdout.toString();
  } catch (error) {
    // Such a system has no such program; nothing is known then.
    if (errorCode(error) === undefined) throw error;
    return "";
  }
}
