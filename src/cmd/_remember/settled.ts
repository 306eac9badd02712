/**
 * Has an order carried out and asks the owner where the order leaves a choice (SPEC 4.8, 7.2).
 *
 * @module
 */
import type { Clock } from "../../base/clock.ts";
import { readUntil } from "../../base/dates/read_until.ts";
import { MemoryError } from "../../base/errors.ts";
import { terminalText } from "../../base/text/display.ts";
import type { Receipt, RememberOrder } from "../../capture/remember/carry_out.ts";
import type { EntryPlace } from "../../curate/directive/write_directive.ts";
import { USER_FILE } from "../../workspace/layout.ts";

/** Shows a question to the owner and returns the answer; `null` where nobody can be asked. */
export type AskOwner = (lines: readonly string[], question: string) => Promise<string | null>;

/** What settling works with. */
export interface SettleDeps {
  /** Carries out an order. */
  readonly carryOut: (order: RememberOrder) => Receipt;
  /** Asks the owner. */
  readonly ask: AskOwner;
  /** For days in words. */
  readonly clock: Clock;
}

/** Questions about one order, at most: who answers none of them does not want it. */
const MAX_QUESTIONS = 6;

/**
 * Returns the receipt of an order in which nothing is left open.
 *
 * @throws {MemoryError} usage, if the owner has to say something and nobody answers; what `carryOut` throws
 */
export async function settled(order: RememberOrder, deps: SettleDeps): Promise<Receipt> {
  let asked = order;
  for (let question = 0; question < MAX_QUESTIONS; question++) {
    const receipt = deps.carryOut(asked);
    const next = receipt.reason === "permission"
      ? await withEnd(asked, receipt, deps)
      : receipt.reason === "doubt"
      ? await withChoice(asked, receipt, deps)
      : null;
    if (next === null) return checked(receipt, order);
    asked = next;
  }
  throw new MemoryError("Nothing was remembered: the questions about it were not answered", { kind: "usage" });
}

function checked(receipt: Receipt, order: RememberOrder): Receipt {
  const { reason, text, secrets } = receipt;
  if (reason === "no directive") {
    throw new MemoryError(`Cannot make a directive of "${text}": it does not say what to do`, {
      kind: "usage",
      hint:
        `write it as in "Always …", "Never …" or "Prefer …"; a fact goes to MEMORY.md with: memory remember --fact "${order.text}"`,
    });
  }
  if (reason === "once") {
    throw new MemoryError(
      `Cannot remember "${text}": it is to be done once, and would be told to every agent from now on`,
      {
        kind: "usage",
        hint:
          `tell it to the agent, or say when it is to come up again: memory intent add TEXT; a fact is kept with --fact`,
      },
    );
  }
  if (reason === "secret") {
    const kinds = Object.entries(secrets).map(([kind, count]) => `${kind} × ${count}`).join(", ");
    throw new MemoryError(
      `Cannot remember a text with secrets or personal data (${kinds}): every agent would be given it`,
      {
        hint: "leave it out, or let it stay with redact.allow in the user's own settings",
      },
    );
  }
  return receipt;
}

async function withEnd(order: RememberOrder, { text }: Receipt, { ask, clock }: SettleDeps): Promise<RememberOrder> {
  const lines = [`This grants a permission: ${terminalText(text)}`];
  const answer = await ask(lines, 'Until when? A day, or "standing" for no end; Enter leaves it:');
  if (answer === null || answer === "") {
    throw new MemoryError(`Cannot remember "${text}" without an end: it grants a permission`, {
      kind: "usage",
      hint: 'say until when, as in: --until "end of the month"; without an end it is taken only from you at a terminal',
    });
  }
  if (/^(?:standing|for ?ever|always|no end|长期|一直|永久|永远)$/i.test(answer)) return { ...order, isStanding: true };
  const read = await readUntil(answer, clock);
  return read.kind === "day" ? { ...order, until: read.day } : order;
}

async function withChoice(order: RememberOrder, { text, close }: Receipt, { ask }: SettleDeps): Promise<RememberOrder> {
  const lines = [
    `Close to what should be remembered: ${terminalText(text)}`,
    ...close.map((entry, at) => `  ${at + 1}  ${terminalText(entry.text)}  (${USER_FILE}:${entry.line})`),
  ];
  const answer = await ask(lines, "Which one does it replace? A number, n for none of them; Enter leaves it:");
  if (answer === null || answer === "") throw inDoubt(text, close);
  if (/^(?:n|no|none|都不|不)$/i.test(answer)) return { ...order, keepsClose: true };
  const chosen = close[Number(answer) - 1];
  return chosen === undefined ? order : { ...order, replaces: chosen.key };
}

function inDoubt(text: string, close: readonly EntryPlace[]): MemoryError {
  const list = close.map(({ key, line, text: standing }) => `${key} ${USER_FILE}#L${line}-L${line} "${standing}"`);
  return new MemoryError(
    `Cannot tell whether "${text}" replaces what is close to it: ${close.length} may be meant\n${list.join("\n")}`,
    {
      kind: "usage",
      hint: `name it, as in: --replaces ${close[0]?.key}; to keep both give it a key of its own, as in: --key NAME`,
    },
  );
}
