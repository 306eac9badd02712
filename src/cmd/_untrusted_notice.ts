import type { App } from "../app/app.ts";

/**
 * Returns why what a connection writes is untrusted, as a sentence for the model behind it, or nothing. A single command
 * has no connection.
 *
 * @param variable the session that the client's own variable names, or `null`
 */
export function untrustedNotice({ connection, writerFacts }: App, variable: string | null): string[] {
  if (connection === null) return [];
  const { taint } = writerFacts({ text: "", flag: null, variable });
  if (taint === null) return [];
  return [
    `What is added here now is untrusted, since ${taint}: a search finds it, and nothing of it is kept for good or fires. ` +
    "The owner can lift a line with: memory trust",
  ];
}
