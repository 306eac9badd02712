import { MemoryError } from "../base/errors.ts";
import type { IntentRow } from "../store/state/intents.ts";
import { normaliseClaim } from "../workspace/claims.ts";

/** Digits from which on the beginning of a key is one; a shorter text is looked for in the wishes. */
const LEAST_DIGITS = 4;

/** Whether an agent is not given the text of an intent unless it asks for that very one (SPEC 4.5). */
export function isWithheldIntent({ origin, state }: Pick<IntentRow, "origin" | "state">): boolean {
  return origin === "untrusted" || state === "held";
}

/**
 * Returns the intent that a selector means: the beginning of its key, or its text, whole or, if only one has it, in part.
 *
 * @param isForAgent those of several that are untrusted are named without their text
 * @throws {MemoryError} usage, if it means several, which are all named; failed, if it means none
 */
export function selectIntent(rows: readonly IntentRow[], selector: string, isForAgent = false): IntentRow {
  const wanted = selector.trim();
  const digits = wanted.toLowerCase().replace(/^i:/, "");
  const isKey = wanted.toLowerCase().startsWith("i:") || (digits.length >= LEAST_DIGITS && /^[0-9a-f]+$/.test(digits));
  const byKey = isKey && digits !== "" ? rows.filter(({ key }) => key.slice(2).startsWith(digits)) : [];
  const form = normaliseClaim(wanted);
  const equal = rows.filter(({ text }) => normaliseClaim(text) === form);
  const part = rows.filter(({ text }) => form !== "" && normaliseClaim(text).includes(form));
  const found = [byKey, equal, part].find((some) => some.length > 0) ?? [];
  const [only, ...others] = found;
  if (only === undefined) {
    throw new MemoryError(
      `Cannot find the intent "${selector}": it should be the beginning of a key, or words of its text`,
      {
        hint: "memory intent list --all",
      },
    );
  }
  if (others.length === 0) return only;
  const named = found.map((row) =>
    `${row.key} ${isForAgent && isWithheldIntent(row) ? `(${row.origin}: text withheld)` : `"${row.text}"`}`
  );
  throw new MemoryError(
    `Cannot tell which intent "${selector}" means: ${named.join(", ")}`,
    { kind: "usage", hint: `name one by its key, as in: ${only.key}` },
  );
}
