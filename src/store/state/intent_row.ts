import { MemoryError } from "../../base/errors.ts";
import type { IntentRow } from "./intents.ts";

/** A row as it lies in the table. */
export interface StoredIntent extends Omit<IntentRow, "turns" | "scope"> {
  /** JSON. */
  readonly turns: string;
  /** See `IntentScope.channel`. */
  readonly channelScope: string | null;
  /** See `IntentScope.sender`. */
  readonly senderScope: string | null;
  /** See `IntentScope.session`. */
  readonly sessionScope: string | null;
}

/** Returns a row as the flows know it. */
export function intentRow(
  { turns, channelScope, senderScope, sessionScope, ...row }: StoredIntent,
): IntentRow {
  return {
    ...row,
    turns: readNumbers(turns),
    scope: { channel: channelScope, sender: senderScope, session: sessionScope },
  };
}

function readNumbers(column: string): number[] {
  const value: unknown = JSON.parse(column);
  if (!Array.isArray(value) || !value.every((item) => typeof item === "number")) {
    throw new MemoryError(`Cannot read the column value "${column}": it should be a list of numbers`, {
      kind: "defect",
    });
  }
  return value;
}
