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

/**
 * Returns why what somebody writes now, who is not the proven owner, is untrusted, and how to go on, as sentences for who
 * reads the answer; nothing if no taint is the reason.
 *
 * @param line the one that was written, or `null`
 */
export function untrustedNotice(
  { writerFacts }: App,
  { client, session }: Pick<Caller, "client" | "session">,
  line: { readonly path: string; readonly line: number | null } | null,
): string[] {
  const { taint } = writerFacts({ text: "", flag: null, variable: session });
  if (taint === null) return [];
  const trust = line === null || line.line === null
    ? "memory trust SELECTOR"
    : `memory trust ${line.path}:${line.line}`;
  return [
    `What is added here now is untrusted, since ${taint}: a search finds it, and nothing of it is kept for good or fires. ` +
    (client === null
      ? `If it is your own, type it at a terminal outside of any agent, or lift the line there with: ${trust}`
      : `The owner can lift a line with: ${trust}`),
  ];
}
