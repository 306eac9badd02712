/**
 * What a wish means (SPEC 9.5): compiled when it is spoken, so that what was understood can be said at once. A time that is
 * over or has two readings is asked back, never guessed.
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";
import { MemoryError } from "../base/errors.ts";
import { findWhen } from "./find_when.ts";
import { anchorTerms, readKeywords } from "./keywords.ts";
import { type Negation, negationOf } from "./negated_wish.ts";
import { writeRepeat, writeSets } from "./plan.ts";
import { nextFireMs } from "./repeat.ts";
import type { WhenDeps, WhenReading } from "./when/moment.ts";
import { readWhen } from "./when/read_when.ts";
import { momentWords } from "./when/round_words.ts";

/** A wish as it was spoken. */
export interface Wish {
  /** What is wished for. */
  readonly text: string;
  /** When, in words or figures. */
  readonly at?: string;
  /** Keyword sets with semicolons between them. */
  readonly keywords?: string;
}

/** A wish that can be booked; `null`: it names neither a time nor an event. */
export type CompiledWish = {
  /** What it waits for. */
  readonly kind: "time" | "event";
  /** The column `plan`. */
  readonly plan: string | null;
  /** When it is due first, in milliseconds since the epoch; of an event at once. */
  readonly wakeMs: number;
  /** One term of each keyword set, and more. */
  readonly terms: readonly string[];
  /** It comes once. */
  readonly isOnce: boolean;
  /** What was understood, in words. */
  readonly understood: string;
  /** What has to be said about it, in sentences. */
  readonly notices: readonly string[];
} | null;

/**
 * Returns what a wish means.
 *
 * @throws {MemoryError} usage: it asks for no reminder; its time cannot be read, is over, or has several readings; its keywords say nothing
 */
export async function compileWish(wish: Wish, deps: WhenDeps): Promise<CompiledWish> {
  const { at, keywords, text } = wish;
  const negation = negationOf(text);
  if (negation === "reminding" || negation !== null && at === undefined && keywords === undefined) {
    throw asksAgainst(text, negation);
  }
  if (at !== undefined && keywords !== undefined) {
    throw new MemoryError("Cannot wait for a time and for words at once: it should be --at or --keywords", {
      kind: "usage",
      hint: "add two intents, one for each",
    });
  }
  if (keywords !== undefined) return compileKeywords(keywords);
  if (at !== undefined) return settled(await readWhen(at, deps), { phrase: at, isFound: false }, deps.clock);
  const found = await findWhen(text, deps);
  return found === null ? null : settled(found.reading, { phrase: found.phrase, isFound: true }, deps.clock);
}

function asksAgainst(text: string, negation: Negation): MemoryError {
  const what = negation === "reminding" ? "it asks not to be reminded" : "it takes a reminder back";
  return new MemoryError(`Cannot add "${text}": ${what}, and what is added is brought up`, {
    kind: "usage",
    hint: "memory intent list shows what waits; take one back by its key: memory intent cancel i:…",
  });
}

function compileKeywords(keywords: string): CompiledWish {
  const sets = readKeywords(keywords);
  return {
    kind: "event",
    plan: writeSets(sets),
    wakeMs: 0,
    terms: anchorTerms(sets),
    isOnce: false,
    understood: `when a message has ${sets.map(({ text }) => `"${text}"`).join(" or ")}`,
    notices: [],
  };
}

/** The words that a reading is of. */
interface Phrase {
  readonly phrase: string;
  /** They stood in the text of the wish. */
  readonly isFound: boolean;
}

function settled(reading: WhenReading, words: Phrase, clock: Clock): CompiledWish {
  const { phrase } = words;
  switch (reading.kind) {
    case "once":
      return {
        ...TIME,
        plan: null,
        wakeMs: reading.ms,
        isOnce: true,
        understood: momentWords(reading.ms, clock),
        notices: reading.notice === null ? [] : [reading.notice],
      };
    case "repeat": {
      const wakeMs = nextFireMs(reading.repeat, clock, clock.now().ms);
      if (wakeMs === null) throw unreadable(phrase, clock);
      const understood = `${reading.repeat.words}, first on ${momentWords(wakeMs, clock)}`;
      return { ...TIME, plan: writeRepeat(reading.repeat), wakeMs, isOnce: false, understood, notices: [] };
    }
    case "past":
      throw isOver(reading, words, clock);
    case "ambiguous":
      throw ambiguous(reading, words, clock);
    case "unreadable":
      throw unreadable(phrase, clock);
  }
}

const TIME = { kind: "time", terms: [] } as const;

function isOver({ ms, nextMs }: Extract<WhenReading, { kind: "past" }>, { phrase }: Phrase, clock: Clock): MemoryError {
  const next = nextMs === null ? "" : `; did you mean ${momentWords(nextMs, clock)}?`;
  return new MemoryError(`Cannot bring this up at "${phrase}": ${momentWords(ms, clock)} is over${next}`, {
    kind: "usage",
    hint: nextMs === null
      ? `name a time that is still to come, as in ${EXAMPLE}`
      : `say so: --at "${plainTime(nextMs, clock)}"`,
  });
}

function ambiguous(
  { momentsMs, phrases }: Extract<WhenReading, { kind: "ambiguous" }>,
  { phrase }: Phrase,
  clock: Clock,
): MemoryError {
  const [first = ""] = [...momentsMs.map((ms) => plainTime(ms, clock)), ...phrases];
  const meanings = [...momentsMs.map((ms) => momentWords(ms, clock)), ...phrases.map((each) => `"${each}"`)];
  return new MemoryError(`Cannot tell which time "${phrase}" means: ${meanings.join(" or ")}`, {
    kind: "usage",
    hint: `say which, as in: --at "${first}"`,
  });
}

function unreadable(phrase: string, clock: Clock): MemoryError {
  return new MemoryError(
    `Cannot read the time "${phrase}": it should be a moment that is still to come, or one that comes again`,
    {
      kind: "usage",
      hint: `write it as in ${EXAMPLE}, or --at "${plainTime(clock.now().ms + DAY_MS, clock)}"`,
    },
  );
}

const DAY_MS = 86_400_000;
const EXAMPLE =
  '--at "Friday 9:00", --at "in 20 minutes", --at "every weekday 8:30", --at 明天早上八点, --at 每周五九点';

/** Returns `2026-08-21 09:00`, which reads as itself. */
function plainTime(ms: number, clock: Clock): string {
  return clock.at(ms).iso.slice(0, "2026-08-21T09:00".length).replace("T", " ");
}
