import { agentOf } from "../provenance/process_match.ts";
import type { ProcessStamp } from "../store/state/sessions.ts";
import { readAncestors } from "./ancestors.ts";
import { stampOf } from "./process_stamp.ts";

/**
 * Returns the outermost process of a known agent above this one, or `null` if there is none or it cannot be told: what an
 * agent hears that another one started, both know.
 */
export function agentProcess(): ProcessStamp | null {
  const agents = (readAncestors(process.ppid, process.platform) ?? []).filter((ancestor) => agentOf(ancestor) !== null);
  const outermost = agents.at(-1);
  return outermost === undefined ? null : stampOf(outermost.pid);
}
