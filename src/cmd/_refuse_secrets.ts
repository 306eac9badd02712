import type { App } from "../app/app.ts";
import { MemoryError } from "../base/errors.ts";
import type { CommandLine } from "./_command_line.ts";

/**
 * Names of sessions and the like are compared with each other, so they are stored as they were given: one that holds a secret
 * is refused. Addresses and telephone numbers may stand in them, since clients name chats by them.
 *
 * @throws {MemoryError} usage, without the value
 */
export async function refuseSecrets({ declaration, flags }: CommandLine, app: Pick<App, "config">): Promise<void> {
  for (const [key, { isStoredName }] of Object.entries(declaration.flags)) {
    const names = isStoredName === true ? [flags[key]].flat().filter((name) => typeof name === "string") : [];
    for (const name of names) {
      if (PLAIN.test(name)) continue;
      // Few names need the rules.
      const { redactShown } = await import("../capture/redact/redact.ts");
      const kind = Object.keys(redactShown(name, app.config.redact).counts).find((each) => !PERSONAL.has(each));
      if (kind !== undefined) throw refused(key, kind);
    }
  }
}

/** The UUID that most clients give, or something short. */
const PLAIN = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\w.:-]{1,12})$/i;
const PERSONAL: ReadonlySet<string> = new Set(["email", "phone", "iban", "card", "id-number"]);

function refused(flag: string, kind: string): MemoryError {
  return new MemoryError(
    `Cannot use the name that --${flag} gives: it is stored as it is, and holds a secret ("${kind}")`,
    {
      kind: "usage",
      hint: "name it otherwise, or let it stay with redact.allow in the user's own settings",
    },
  );
}
