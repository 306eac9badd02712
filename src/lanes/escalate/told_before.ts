/**
 * What was said in a session before its present message, for a model (SPEC 9.3): from the redacted transcript, which holds
 * no secrets, nothing private and nothing forgotten, and of which every line has a class. Lines of others are left out.
 *
 * @module
 */
import { addDays, type Clock } from "../../base/clock.ts";
import { cutCodePoints } from "../../base/text/measure.ts";
import { leastTrusted, type OriginClass } from "../../provenance/origin.ts";
import { stripAnnotations } from "../../workspace/annotation.ts";
import { sessionFilePath } from "../../workspace/session_file.ts";
import { type LiveDeps, type LiveFile, liveFiles } from "../live_files.ts";
import type { QueryMode } from "../turn.ts";
import type { History } from "./model_recall.ts";

/** What {@linkcode toldBefore} works with. */
export interface BeforeDeps extends LiveDeps {
  /** For the present day. */
  readonly clock: Clock;
}

/** Whose words, and how many of them. */
export interface BeforeRequest {
  /** The client's name of the session. */
  readonly session: string;
  /** Clients that have a session of that name. */
  readonly clients: readonly string[];
  /** How much. */
  readonly mode: QueryMode;
}

/** Days whose transcripts are looked at: a talk may go on past midnight, and over a weekend. */
const MOST_DAYS = 4;
/** Lines of a transcript that are looked at, from its end. */
const MOST_LINES = 2_000;
/** With `recent`: the last words of each side, and of each so many chars. */
const RECENT = { user: { count: 2, chars: 220 }, agent: { count: 1, chars: 180 } } as const;
/** With `full`: of each thing that was said, and of all together, in chars. */
const FULL = { chars: 1_000, total: 8_000 } as const;

const NONE: History = { lines: [], origin: null };

/** Returns what was said, oldest first. */
export function toldBefore(deps: BeforeDeps, { session, clients, mode }: BeforeRequest): History {
  if (mode === "message") return NONE;
  const { day: today } = deps.clock.now();
  const files = liveFiles(deps);
  for (let back = 0; back < MOST_DAYS; back++) {
    for (const client of clients) {
      const file = files.read(sessionFilePath(client, addDays(today, -back), session));
      const said = file === null ? [] : saidIn(file, (first, last) => files.origins(file, first, last));
      if (said.length > 0) return mode === "full" ? fullOf(said) : recentOf(said);
    }
  }
  return NONE;
}

interface Said {
  readonly speaker: "user" | "agent";
  readonly text: string;
  readonly origin: OriginClass;
}

type OriginsOf = (
  first: number,
  last: number,
) => readonly { readonly origin: OriginClass; readonly startLine: number }[];

const FIRST_LINE = /^- (?:\d{2}:\d{2} )?(user|agent): (.*)$/;

/** Returns what was said in a transcript, without lines that are not trusted. */
function saidIn({ lines }: LiveFile, originsOf: OriginsOf): Said[] {
  const first = Math.max(1, lines.length - MOST_LINES + 1);
  const classes = new Map(originsOf(first, lines.length).map(({ startLine, origin }) => [startLine, origin]));
  const said: Said[] = [];
  let speaker: Said["speaker"] | null = null;
  for (let number = first; number <= lines.length; number++) {
    const line = lines[number - 1] ?? "";
    const [, role, words] = FIRST_LINE.exec(line) ?? [];
    const isNew = line.startsWith("- ");
    if (isNew) speaker = role === "user" || role === "agent" ? role : null;
    const origin = classes.get(number);
    if (speaker === null || (origin !== "owner" && origin !== "agent")) continue;
    const text = stripAnnotations(words ?? line).trim();
    const last = isNew ? undefined : said.at(-1);
    if (last?.speaker === speaker) {
      said[said.length - 1] = { speaker, text: `${last.text} ${text}`, origin: leastTrusted(last.origin, origin) };
    } else said.push({ speaker, text, origin });
  }
  return said;
}

function recentOf(said: readonly Said[]): History {
  const chosen = new Set<Said>();
  for (const speaker of ["user", "agent"] as const) {
    for (const each of said.filter((one) => one.speaker === speaker).slice(-RECENT[speaker].count)) chosen.add(each);
  }
  return historyOf(said.filter((each) => chosen.has(each)), (speaker) => RECENT[speaker].chars);
}

function fullOf(said: readonly Said[]): History {
  let left: number = FULL.total;
  const chosen: Said[] = [];
  for (const each of said.toReversed()) {
    left -= Math.min(each.text.length, FULL.chars);
    if (left < 0) break;
    chosen.unshift(each);
  }
  return historyOf(chosen, () => FULL.chars);
}

function historyOf(said: readonly Said[], charsOf: (speaker: Said["speaker"]) => number): History {
  return {
    lines: said.map(({ speaker, text }) => `${speaker}: ${cutCodePoints(text, charsOf(speaker))}`),
    origin: said.length === 0 ? null : said.map(({ origin }) => origin).reduce(leastTrusted),
  };
}
