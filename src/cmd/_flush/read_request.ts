import { type Stats, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { App } from "../../app/app.ts";
import type { AppRequest } from "../../app/app_request.ts";
import { partDeps } from "../../app/flush_deps.ts";
import { errorCode, MemoryError } from "../../base/errors.ts";
import { readCoveredPart, type ReadPart } from "../../capture/flush/covered_part.ts";
import { isOwnFile } from "../../capture/transcripts/own_file.ts";
import type { FlagValues } from "../_declare.ts";
import { PROJECT_FLAGS } from "../_project_flags.ts";
import { SESSION_FLAGS } from "../_session_flags.ts";

/** The flags of `memory flush` (SPEC 7.3). */
export const FLUSH_FLAGS = {
  tokens: { type: "integer", value: "N", description: "Of check: tokens in the context now" },
  window: { type: "integer", value: "W", minimum: 1, description: "Of check: tokens that fit into it" },
  transcript: {
    type: "string",
    value: "FILE",
    description: "The session's transcript: what was said decides what notes count as",
    completion: "file",
  },
  cycle: {
    type: "integer",
    value: "N",
    description: "Compactions that the session had before",
    default: "as the hooks counted",
  },
  ...PROJECT_FLAGS,
  ...SESSION_FLAGS,
} as const;

/** Their values. */
export type FlushFlags = FlagValues<typeof FLUSH_FLAGS>;

/**
 * Returns the size of the transcript in bytes, or `null` without one.
 *
 * @throws {MemoryError} failed, if it cannot be read or is no file
 */
export function transcriptBytes({ transcript }: FlushFlags, { cwd }: Pick<AppRequest, "cwd">): number | null {
  if (transcript === undefined) return null;
  let stats: Stats;
  try {
    stats = statSync(resolve(cwd, transcript));
  } catch (cause) {
    throw unreadable(transcript, cause);
  }
  if (stats.isFile()) return stats.size;
  throw new MemoryError(`Cannot read the transcript "${transcript}": it should be a file`);
}

/**
 * Returns the part of the transcript that notes are about, or `null` without one.
 *
 * @throws {MemoryError} failed, if it cannot be read or is no transcript
 */
export async function readPart(
  app: App,
  request: AppRequest,
  { transcript, session }: FlushFlags,
): Promise<(ReadPart & { readonly isOwn: boolean }) | null> {
  if (transcript === undefined) return null;
  const path = resolve(request.cwd, transcript);
  try {
    const part = await readCoveredPart(partDeps(app, request), { path, name: basename(path) });
    if (typeof part !== "string") {
      return { ...part, isOwn: (session ?? part.session) === part.session && isOwnRecord(app, path, part) };
    }
    throw new MemoryError(`Cannot read the transcript "${transcript}": ${part}`);
  } catch (cause) {
    throw errorCode(cause) === undefined ? cause : unreadable(transcript, cause);
  }
}

/** The file in which a client keeps a session that hooks told of, and into which none of its tools wrote. */
function isOwnRecord(app: App, path: string, { client, session }: ReadPart): boolean {
  if (session === null || !isOwnFile(basename(path), { client, session })) return false;
  const hooked = app.state.sessions.find(client, session);
  return hooked !== null && !hooked.hasTouchedStore && app.isInStore(client, path);
}

function unreadable(transcript: string, cause: unknown): MemoryError {
  return new MemoryError(`Cannot read the transcript "${transcript}"`, { cause });
}
