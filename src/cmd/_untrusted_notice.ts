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

/** Returns why what an agent writes now is untrusted, as a sentence for the model behind it, or nothing. */
export function untrustedNotice(
  { writerFacts }: App,
  { client, session }: Pick<Caller, "client" | "session">,
): string[] {
  if (client === null) return [];
  const { taint } = writerFacts({ text: "", flag: null, variable: session });
  if (taint === null) return [];
  return [
    `What is added here now is untrusted, since ${taint}: a search finds it, and nothing of it is kept for good or fires. ` +
    "The owner can lift a line with: memory trust",
  ];
}
