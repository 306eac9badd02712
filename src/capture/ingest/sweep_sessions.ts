/**
 * Deletes redacted transcripts for their age (SPEC 7.4).
 *
 * @module
 */
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { addDays, DAY_MS } from "../../base/clock.ts";
import { errorCode } from "../../base/errors.ts";
import { pathRule, SESSIONS_PREFIX } from "../../provenance/tier.ts";
import { removeSessionFile } from "../../workspace/session_file.ts";
import type { IngestDeps } from "./ingest_deps.ts";

/**
 * Deletes the transcripts of days that are longer ago, and returns how many. Their evidence stays.
 *
 * @param keepDays how many days before the present one are kept; 0: all
 * @throws {MemoryError} failed, if one cannot be deleted
 */
export function sweepSessions(
  { layout, clock, state }: Pick<IngestDeps, "layout" | "clock" | "state">,
  keepDays: number,
): number {
  if (keepDays === 0) return 0;
  const now = clock.now();
  const oldest = addDays(now.day, -keepDays);
  let count = 0;
  for (const client of entriesOf(layout.sessionsDir)) {
    if (!client.isDirectory()) continue;
    for (const entry of entriesOf(join(layout.sessionsDir, client.name))) {
      const { day } = pathRule(`${SESSIONS_PREFIX}${client.name}/${entry.name}`);
      if (!entry.isFile() || day === null || day >= oldest) continue;
      removeSessionFile(join(layout.sessionsDir, client.name, entry.name), layout.sessionsDir);
      count++;
    }
  }
  if (count > 0) state.ingested.sweep(clock.at(now.ms - (keepDays + 1) * DAY_MS).iso);
  return count;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}
