/**
 * `memory __complete SHELL …`: what the scripts of `memory completions` ask for values that only the workspace knows. No
 * command: it is in no help, reads, and says nothing when it cannot.
 *
 * @module
 */
import { LIVE_KINDS, type Offer } from "../../app/complete/offer.ts";
import { offersOf } from "../../app/complete/offers.ts";
import { appRequest } from "../_app_request.ts";
import type { Program } from "../_run.ts";
import { STDOUT } from "../_streams.ts";
import { bashReply, fishWord, readBashLine } from "./bash_words.ts";
import { findWanted } from "./find_wanted.ts";

/**
 * Prints offers, one a line: for bash the exact text to insert, for other shells the value and, behind a tab, what it is.
 *
 * @returns the exit code, 0 whatever happened: a shell in the middle of a line has no use for an error
 */
export async function complete(program: Program): Promise<number> {
  const [, shell, ...rest] = program.words;
  try {
    if (shell === "bash") {
      const line = readBashLine(rest[0] ?? "", rest[1] ?? "");
      const { words } = line;
      const offers = await offered(program, words.slice(1));
      const last = words.at(-1) ?? "";
      await print(program, offers.flatMap(({ value, prefix }) => bashReply(whole(last, value, prefix), line) ?? []));
    } else if (shell === "zsh" || shell === "fish") {
      const last = rest.at(-1) ?? "";
      const words = shell === "fish" ? [...rest.slice(0, -1), fishWord(last)] : rest;
      const offers = await offered(program, words);
      await print(program, offers.map(({ value, about }) => about === null ? value : `${value}\t${about}`));
    }
  } catch {
    // Nothing is offered: what is wrong with a workspace is told by commands, not between two keys.
  }
  return 0;
}

/** Returns the whole word with a value in place of how it begins. */
function whole(word: string, value: string, prefix: string): string {
  return word.slice(0, word.length - prefix.length) + value;
}

async function offered(program: Program, words: readonly string[]): Promise<(Offer & { readonly prefix: string })[]> {
  const wanted = await findWanted(words, program.commands);
  if (wanted === null) return [];
  const { completion, prefix, before, place } = wanted;
  const kind = typeof completion !== "string" ? completion[before[0] ?? ""] ?? "none" : completion;
  const request = appRequest(program, place);
  const live = LIVE_KINDS.find((each) => each === kind);
  const offers = typeof kind !== "string"
    ? kind.filter((word) => word.startsWith(prefix)).map((value) => ({ value, about: null }))
    : live === undefined
    ? []
    : await offersOf(request, { kind: live, prefix, before });
  return offers.map((offer) => ({ ...offer, prefix }));
}

async function print({ streams }: Program, lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await streams.write(STDOUT, lines.map((line) => `${line}\n`).join(""));
}
