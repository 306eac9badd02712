/**
 * Nothing is begun that cannot be done (SPEC 7.6).
 *
 * @module
 */
import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { errorCode, MemoryError } from "../../base/errors.ts";
import { isDiskFull } from "../../store/disk_space.ts";
import { diskFullError } from "../../store/sqlite_errors.ts";
import type { WorkspaceLayout } from "../../workspace/layout.ts";
import type { ForgetPlan } from "./forget_plan.ts";

/**
 * Stops a forget whose files cannot be written, or for which the disk has no room.
 *
 * @throws {MemoryError} failed, naming the first such file; nothing was changed
 */
export function requireWritable({ cuts }: ForgetPlan, { statePath }: Pick<WorkspaceLayout, "statePath">): void {
  if (isDiskFull(statePath)) throw diskFullError("forget with", statePath);
  for (const { file: { path, absPath } } of cuts) {
    try {
      accessSync(absPath, constants.W_OK);
      accessSync(dirname(absPath), constants.W_OK);
    } catch (cause) {
      const code = errorCode(cause);
      if (code === undefined) throw cause;
      throw new MemoryError(`Cannot forget lines of "${path}": it cannot be written (${code}); nothing was changed`, {
        hint: "let the file and its folder be written, then say it again",
        cause,
      });
    }
    if (isDiskFull(absPath)) throw diskFullError("forget lines of", absPath);
  }
}
