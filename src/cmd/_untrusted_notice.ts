import type { App } from "../app/app.ts";
import type { DerivedFrom } from "../capture/note.ts";
import type { Caller } from "../provenance/caller.ts";

/** What an agent is given by a read of such lines, as a clause. */
export const UNTRUSTED_LINES = "untrusted lines of the memory";

/** What whoever notes a line from there was given, as a clause. */
export const GIVEN_OUTSIDE: Readonly<Record<DerivedFrom, string>> = {
  web: "text from the web",
  tool: "the output of a tool",
  file: "text from a file",
  email: "text from an e-mail",
  group: "words of a group",
};

/** What was written, and what is asked about it. */
export interface UntrustedLine {
  /** Relative to the workspace. */
  readonly path: string;
  /** 1-based, or `null` if it stands nowhere. */
  readonly line: number | null;
  /** The text as it was given, where it may be the reason itself. @default it is none */
  readonly given?: string;
  /** The session that a flag names. @default none */
  readonly flag?: string | null;
  /** The reason where hooks know of none, as a clause. @default then nothing is said */
  readonly otherwise?: string;
}

/**
 * Returns why what somebody writes, who is not the proven owner, is untrusted, and how to go on, as sentences for who reads
 * the answer; nothing if no reason is known.
 *
 * @param written a line, or `null` if none was
 */
export function untrustedNotice(
  { writerFacts }: App,
  { client, session }: Pick<Caller, "client" | "session">,
  written: UntrustedLine | null,
): string[] {
  const { path, line = null, given = "", flag = null, otherwise = null } = written ?? {};
  const writer = { flag, variable: session };
  const all = writerFacts({ ...writer, text: "" }).taint;
  const one = given === "" ? otherwise : writerFacts({ ...writer, text: given }).taint ?? otherwise;
  if (all === null && one === null) return [];
  const what = all === null ? `It is untrusted, since ${one}` : `What is added here now is untrusted, since ${all}`;
  const trust = line === null ? "memory trust SELECTOR" : `memory trust ${path}:${line}`;
  return [
    `${what}: a search finds it, and nothing of it is kept for good or fires. ` +
    (client === null
      ? `If it is your own, type it at a terminal outside of any agent, or lift the line there with: ${trust}`
      : `The owner can lift a line with: ${trust}`),
  ];
}
