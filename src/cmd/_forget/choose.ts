import { MemoryError } from "../../base/errors.ts";
import { chooseByLedger, chooseBySelector, chooseByText } from "../../capture/forget/choose_lines.ts";
import type { Chosen, ForgetDeps } from "../../capture/forget/forget_plan.ts";
import { termFinder } from "../../lanes/search/find_terms.ts";
import { readQuestion } from "../../lanes/search/question.ts";
import { normaliseClaim } from "../../workspace/claims.ts";
import { readDay } from "../_read_filters.ts";

/** What a command line names. */
export interface ForgetWish {
  /** Words of the selector, or none. */
  readonly words: readonly string[];
  /** What to search for. */
  readonly query: string | undefined;
  /** The client's id of a session. */
  readonly session: string | undefined;
  /** A day or a period, in figures or words. */
  readonly since: string | undefined;
  /** The same. */
  readonly until: string | undefined;
}

/** What is chosen, and how that was understood. */
export interface Choice {
  /** Nothing: the command only completes what was begun. */
  readonly meant: Chosen | null;
  /** How days in words were read. */
  readonly notices: readonly string[];
}

/**
 * Returns the lines that are meant.
 *
 * @throws {MemoryError} usage: several ways at once, or several lines meant; failed: nothing is meant
 */
export async function chooseLines(deps: ForgetDeps, wish: ForgetWish): Promise<Choice> {
  const { words, query, session } = wish;
  const isByLedger = session !== undefined || wish.since !== undefined || wish.until !== undefined;
  const ways = [words.length > 0, query !== undefined, isByLedger].filter(Boolean).length;
  if (ways > 1) {
    throw new MemoryError("Cannot forget by several ways at once: name lines, or a session and days, or a query", {
      kind: "usage",
      hint: "memory help forget",
    });
  }
  if (words.length > 0) return { meant: chooseBySelector(deps, words.join(" ")), notices: [] };
  if (query !== undefined) return { meant: searched(deps, query), notices: [] };
  if (!isByLedger) return { meant: null, notices: [] };
  const since = await readDay(wish.since, "since", deps.clock);
  const until = await readDay(wish.until, "until", deps.clock);
  return {
    meant: chooseByLedger(deps, { session, since: since?.day, until: until?.day }),
    notices: [since?.notice, until?.notice].filter((notice) => notice !== undefined),
  };
}

/**
 * Every line that holds all words of the query, and what it has in quotation marks as it is: a search may stop after the
 * best, and shows what is only near; what is to go must be all of it and nothing else.
 */
function searched(deps: ForgetDeps, query: string): Chosen {
  const { terms } = readQuestion(query);
  const find = termFinder(terms);
  const quoted = [...query.matchAll(/["\u201c]([^"\u201d]+)["\u201d]/g)].map(([, text = ""]) => normaliseClaim(text));
  return chooseByText(deps, (text) => {
    if (new Set(find(text).flat()).size < terms.length) return false;
    const form = normaliseClaim(text);
    return quoted.every((part) => form.includes(part));
  });
}
