import { resolve } from "node:path";
import type { App } from "../../app/app.ts";
import { MemoryError } from "../../base/errors.ts";
import { isRecord } from "../../base/record.ts";

/** Whose earlier words a model is told. */
export interface ToldSession {
  /** The client's name of the session. */
  readonly session: string;
  /** Clients that have a session of that name. */
  readonly clients: readonly string[];
}

/**
 * Returns the session whose earlier words a model may be told: that of a transcript which a client keeps itself and which
 * was taken up, else the one that asks; `null` if neither is known.
 *
 * @throws {MemoryError} failed, if the transcript is no client's own, or nothing of it was taken up
 */
export function toldSession(
  { state, isInStore }: Pick<App, "state" | "isInStore">,
  session: string | null,
  transcript: string | undefined,
): ToldSession | null {
  if (transcript === undefined) {
    return session === null
      ? null
      : { session, clients: [...new Set(state.sessions.named(session).map(({ client }) => client))] };
  }
  const path = resolve(transcript);
  const known = state.ingested.file(path);
  if (known === null) {
    throw new MemoryError(`Cannot tell a model of "${transcript}": nothing of it was taken up`, {
      hint: `take it up first: memory ingest ${transcript}`,
    });
  }
  if (!isInStore(known.client, path)) {
    throw new MemoryError(
      `Cannot tell a model of "${transcript}": it does not lie where ${known.client} keeps its own`,
      {
        hint: "see the setting provenance.transcriptRoots",
      },
    );
  }
  const named = nameIn(known.reading) ?? session;
  if (named !== null) return { session: named, clients: [known.client] };
  throw new MemoryError(`Cannot tell whose session "${transcript}" is`, { hint: "name it with --session" });
}

/** Returns the session that a reader noted, if its format tells. */
function nameIn(reading: string): string | null {
  const state: unknown = JSON.parse(reading);
  const told = isRecord(state) ? state["told"] : null;
  const name = isRecord(told) ? told["session"] : null;
  return typeof name === "string" ? name : null;
}
