/**
 * What one connection of an agent's client was given and has written (SPEC 4.5). Where no hooks tell of turns, the connection
 * is the session: what it was given stays with it until it ends.
 *
 * @module
 */
import { claimsOf } from "../workspace/claims.ts";
import { scanMarkdown } from "../workspace/scan_markdown.ts";

/** A connection, from its first call to its end. */
export interface Connection {
  /**
   * Notes that it was given text from outside.
   *
   * @param reason a short clause for people
   * @param turn the newest turn that hooks know of its session, or `null` if they know of no session
   */
  heard(reason: string, turn: number | null): void;
  /** Returns how often it was given text from outside. */
  timesHeard(): number;
  /**
   * Returns why what it writes is untrusted, as a short clause, or `null`. Only a turn that hooks opened later ends that: a
   * message of the owner, as for any session.
   *
   * @param turn as of {@linkcode Connection.heard}
   */
  taint(turn: number | null): string | null;
  /** Notes a line that it wrote. @param text without marker and annotations */
  wrote(path: string, text: string): void;
  /** Returns whether it wrote all statements of some lines. @param text as they stand in the file */
  hasWritten(path: string, text: string): boolean;
}

/** Returns a connection that was given nothing yet. */
export function openConnection(): Connection {
  let heard: { readonly reason: string; readonly turn: number | null } | null = null;
  let times = 0;
  const written = new Set<string>();
  const isOver = (turn: number | null) => heard === null || (heard.turn !== null && turn !== null && turn > heard.turn);
  const keysOf = (path: string, text: string) =>
    claimsOf("", scanMarkdown(text)).map(({ claimHash }) => `${claimHash} ${path}`);
  return {
    timesHeard: () => times,
    heard(reason, turn) {
      times++;
      // What no turn ends stays, whatever comes later.
      if (isOver(turn) || heard?.turn !== null) heard = { reason, turn };
    },
    taint: (turn) => isOver(turn) ? null : `its connection was given ${heard?.reason ?? "text from outside"}`,
    wrote(path, text) {
      for (const key of keysOf(path, `- ${text}`)) written.add(key);
    },
    hasWritten(path, text) {
      const keys = keysOf(path, text);
      return keys.length > 0 && keys.every((key) => written.has(key));
    },
  };
}
