import type { OwnerTerminal } from "../../app/owner_terminal.ts";
import { MemoryError } from "../../base/errors.ts";
import type { AskOwner } from "./settled.ts";

/** Asks the owner; the terminal is opened by the first question. */
export interface LazyTerminal {
  /** See {@linkcode AskOwner}. */
  readonly ask: AskOwner;
  /** Closes the terminal if it was opened. */
  close(): void;
}

/**
 * Returns what asks the owner, and what answers `null` where there is no terminal: then a question is an error of the one
 * who asked too little.
 */
export function askWhereThereIsATerminal(open: () => OwnerTerminal): LazyTerminal {
  const opened: OwnerTerminal[] = [];
  const terminal = (): OwnerTerminal | null => {
    if (opened.length === 0) {
      try {
        opened.push(open());
      } catch (error) {
        if (!(error instanceof MemoryError)) throw error;
      }
    }
    return opened[0] ?? null;
  };
  return {
    ask: async (lines, question) => {
      const owner = terminal();
      if (owner === null || !await owner.mayAnswer()) return null;
      for (const line of lines) await owner.show(line);
      return await owner.ask(question);
    },
    close: () => opened.forEach((each) => each.close()),
  };
}
