/**
 * Whether a file is the one that a client keeps for a session, by its name.
 *
 * @module
 */

/** Characters of a session's id by which Gemini CLI calls its file. */
const SHORT_ID_CHARS = 8;

/** A session of a client. */
export interface ClientSession {
  /** As in `codex`. */
  readonly client: string;
  /** The client's id of it. */
  readonly session: string;
}

/** Returns whether a file's name, without folder, is that of a session's own file. */
export function isOwnFile(name: string, { client, session }: ClientSession): boolean {
  if (name.includes(session)) return true;
  if (client !== "gemini" || session.length < SHORT_ID_CHARS) return false;
  const [, shortId] = /^session-\d{4}-\d\d-\d\dT\d\d-\d\d-(.+)\.jsonl?$/.exec(name) ?? [];
  return shortId === session.slice(0, SHORT_ID_CHARS);
}
