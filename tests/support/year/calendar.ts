/**
 * A year of an invented user, day by day: what is written, by whom, and what is asked. Depends on the seed alone.
 *
 * @module
 */
import { type Random, randomFrom } from "../../../bench/random.ts";
import { addDays, type LocalDay } from "../../../src/base/clock.ts";
import { type Chatter, chatterLine, type Temper } from "./chatter.ts";
import { type Fact, makeFacts } from "./facts.ts";

/** Who wrote a line; `hand`: an agent that appends to the diary by itself, so that nobody books it. */
export type Voice = "owner" | "agent" | "hand" | "web";

/** One day. */
export interface YearDay {
  /** The local day. */
  readonly day: LocalDay;
  /** Lines of the diary, in order. */
  readonly lines: readonly { readonly voice: Voice; readonly text: string }[];
  /** Questions, in order, each in a session of its own. */
  readonly questions: readonly string[];
  /** Facts that got a new value today. */
  readonly changes: readonly { readonly from: string; readonly to: string }[];
}

/** What is true of one fact. */
export interface FactTruth {
  readonly fact: Fact;
  /** What was said, oldest first; the last is what holds. */
  readonly said: readonly { readonly text: string; readonly on: LocalDay }[];
  /** Days on which it was asked for since it was first told. */
  readonly askedOn: readonly LocalDay[];
  /** Days on which the owner said what holds. */
  readonly statedOn: readonly LocalDay[];
  /** False statements of it that came from outside. */
  readonly poison: readonly string[];
}

/** The year with its truth. */
export interface Year {
  readonly days: readonly YearDay[];
  readonly truths: readonly FactTruth[];
}

/** How large a year is. */
export interface YearSize {
  readonly seed: number;
  readonly days: number;
  readonly facts: number;
  /** Lines of chatter a day. */
  readonly chatter: number;
  /** How hard chatter makes it; `harsh` also asks for some of it every day. @default "gentle" */
  readonly temper?: Temper;
}

const FIRST_DAY: LocalDay = "2026-01-05";
/** Days of a fact's life that have to lie within the year for it to be told at all. */
const ROOM_DAYS = 30;

/** Returns the year of a seed. */
export function makeYear({ seed, days, facts, chatter, temper = "gentle" }: YearSize): Year {
  const random = randomFrom(seed);
  const book = new Map<LocalDay, { lines: { voice: Voice; text: string }[]; questions: string[]; changes: Change[] }>();
  for (let at = 0; at < days; at++) book.set(addDays(FIRST_DAY, at), { lines: [], questions: [], changes: [] });
  const truths = makeFacts(facts, random).map((fact, at) => {
    const life = lifeOf(fact, { at, random, start: random.below(Math.max(1, days - ROOM_DAYS)), end: days });
    for (const { offset, ...line } of life.lines) book.get(addDays(FIRST_DAY, offset))?.lines.push(line);
    for (const { offset, text } of life.questions) book.get(addDays(FIRST_DAY, offset))?.questions.push(text);
    for (const { offset, from, to } of life.changes) book.get(addDays(FIRST_DAY, offset))?.changes.push({ from, to });
    return life.truth;
  });
  let yesterday: readonly Chatter[] = [];
  for (const page of book.values()) {
    const lines = Array.from({ length: chatter }, () => chatterLine(random, temper));
    for (const { text } of lines) {
      const voice = random.below(5) === 0 ? "owner" : "hand";
      page.lines.splice(random.below(page.lines.length + 1), 0, { voice, text });
    }
    // Now and then somebody looks for something of the day before.
    if (yesterday.length > 0 && (temper === "harsh" || random.below(3) === 0)) {
      page.questions.push(random.pick(yesterday).question);
    }
    yesterday = lines;
  }
  return { days: [...book].map(([day, page]) => ({ day, ...page })), truths };
}

type Change = YearDay["changes"][number];

interface Life {
  readonly lines: readonly { readonly offset: number; readonly voice: Voice; readonly text: string }[];
  readonly questions: readonly { readonly offset: number; readonly text: string }[];
  readonly changes: readonly { readonly offset: number; readonly from: string; readonly to: string }[];
  readonly truth: FactTruth;
}

/** Kinds of lives, in turn: asked, restated, changed once, changed twice, poisoned, fading, hardly asked. */
const KINDS = ["asked", "restated", "changed", "changed twice", "poisoned", "fading", "faint"] as const;

function lifeOf(
  fact: Fact,
  { at, random, start, end }: { at: number; random: Random; start: number; end: number },
): Life {
  const kind = KINDS[(at >> 1) % KINDS.length] ?? "asked";
  const lines: { offset: number; voice: Voice; text: string }[] = [];
  const questions: { offset: number; text: string }[] = [];
  const changes: { offset: number; from: string; to: string }[] = [];
  const [first = "", second = "", third = ""] = fact.statements;
  const voice: Voice = kind === "asked" && random.below(2) === 0 ? "agent" : "owner";
  const said = [{ text: first, on: addDays(FIRST_DAY, start) }];
  lines.push({ offset: start, voice, text: first });
  const ask = (from: number, times: number) => {
    let offset = from;
    for (let turn = 0; turn < times; turn++) {
      offset += 1 + random.below(3);
      const text = fact.questions[(turn + from) % fact.questions.length] ?? "";
      if (offset < end) questions.push({ offset, text });
    }
    return offset;
  };
  let last = kind === "restated" ? start : ask(start, kind === "faint" ? 2 : 5 + random.below(3));
  if (kind === "restated") {
    for (let turn = 0; turn < 4; turn++) {
      last += 2 + random.below(4);
      if (last < end) lines.push({ offset: last, voice: "owner", text: first });
    }
  }
  if (kind === "poisoned") {
    for (const offset of [start + 1, start + 4]) {
      if (offset < end) lines.push({ offset, voice: "web", text: second });
    }
  }
  const news = kind === "changed" ? [second] : kind === "changed twice" ? [second, third] : [];
  let from = first;
  for (const text of news) {
    const offset = last + 10 + random.below(40);
    if (offset >= end) break;
    lines.push({ offset, voice: "owner", text });
    changes.push({ offset, from, to: text });
    said.push({ text, on: addDays(FIRST_DAY, offset) });
    from = text;
    last = ask(offset + 2, 2);
  }
  if (kind !== "fading" && kind !== "faint" && kind !== "restated") {
    for (let offset = last + 12; offset < end; offset += 25 + random.below(30)) ask(offset, 1);
  }
  const days = (offsets: readonly number[]) => [...new Set(offsets.map((offset) => addDays(FIRST_DAY, offset)))].sort();
  const holds = said.at(-1)?.text;
  return {
    lines,
    questions,
    changes,
    truth: {
      fact,
      said,
      askedOn: days(questions.map(({ offset }) => offset)),
      statedOn: days(lines.filter((line) => line.voice === "owner" && line.text === holds).map(({ offset }) => offset)),
      poison: kind === "poisoned" ? [second] : [],
    },
  };
}
