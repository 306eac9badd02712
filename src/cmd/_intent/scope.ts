import { MemoryError } from "../../base/errors.ts";
import type { IntentScope } from "../../store/state/intents.ts";

/** What is known of who calls: where `channel` and `session` alone point. */
export interface ScopeCaller {
  /** The client or channel, or `null`. */
  readonly channel: string | null;
  /** The client's id of the session, or `null`. */
  readonly session: string | null;
}

const PLACES = ["channel", "sender", "session"] as const;

/**
 * Returns what `--scope` limits an intent to: `anywhere`, `channel:codex`, `sender:alice`, `session:ID`; `channel` or
 * `session` alone is that of the caller.
 *
 * @throws {MemoryError} usage, if it is none of these, or the caller's is not known
 */
export function readScope(values: readonly string[], caller: ScopeCaller): IntentScope {
  const scope: Record<(typeof PLACES)[number], string | null> = { channel: null, sender: null, session: null };
  for (const value of values) {
    if (value === "anywhere" && values.length === 1) break;
    const [, name, given] = /^(channel|sender|session)(?::(.+))?$/.exec(value.trim()) ?? [];
    const place = PLACES.find((each) => each === name);
    if (place === undefined || scope[place] !== null) throw refused(value);
    scope[place] = given?.trim() ?? ownOf(place, caller);
  }
  return scope;
}

function ownOf(place: (typeof PLACES)[number], caller: ScopeCaller): string {
  const own = place === "sender" ? null : caller[place];
  if (own !== null) return own;
  throw new MemoryError(`Cannot tell which ${place} --scope means: nothing says which one calls`, {
    kind: "usage",
    hint: `name it, as in: --scope ${place}:NAME`,
  });
}

function refused(value: string): MemoryError {
  return new MemoryError(
    `Invalid value "${value}" of --scope: it should be anywhere, or channel, sender and session at most once each`,
    { kind: "usage", hint: "as in: --scope channel:claude-code --scope sender:alice" },
  );
}
