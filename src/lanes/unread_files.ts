import { MEMORY_FILE, USER_FILE } from "../workspace/layout.ts";
import { type LiveDeps, liveFiles } from "./live_files.ts";

/**
 * Returns a notice for each curated file that is there and cannot be shown, as a folder, a pipe or a link that leads out:
 * an agent without them is not to be taken for one whose memory is empty (SPEC 2).
 */
export function unreadNotices(deps: LiveDeps): string[] {
  const files = liveFiles(deps);
  return [MEMORY_FILE, USER_FILE].flatMap((path) => {
    const reason = files.problem(path);
    return reason === null ? [] : [`Cannot show "${path}": ${reason}`];
  });
}
