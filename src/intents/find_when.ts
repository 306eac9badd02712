/**
 * The time that stands in the text of a wish: "remind me Friday 9:00 to send the report", 周五九点提醒我发报告.
 *
 * @module
 */
import { foldWidth } from "../base/text/fold_width.ts";
import { UNREADABLE, type WhenDeps, type WhenReading } from "./when/moment.ts";
import { readWhen } from "./when/read_when.ts";

/** A time and the words that name it. */
export interface FoundWhen {
  /** As they stand in the text, full-width letters and figures as plain ones. */
  readonly phrase: string;
  /** What they say. */
  readonly reading: WhenReading;
}

/** A phrase about time has at most so many pieces: words of Latin script, single Chinese characters. */
const MOST_PIECES = 14;
/** Places in a text at which a phrase is looked for. */
const MOST_STARTS = 120;

/**
 * Returns the time of a text, or `null` if it names none. Of several the one with a time of day counts; if that does not
 * tell, the answer is ambiguous.
 */
export async function findWhen(given: string, deps: WhenDeps): Promise<FoundWhen | null> {
  const text = foldWidth(given);
  const all = await phrasesIn(text, deps);
  const bounds = all.filter(({ bound }) => bound !== null);
  const found = all.filter(({ bound }) => bound === null);
  const [only, ...others] = found;
  const [first] = bounds;
  // What ends or leaves out times changes what the other words mean; a time that only others count from does not.
  if (first !== undefined && (only === undefined || bounds.some(({ bound }) => LIMITS.test(bound ?? "")))) {
    return { phrase: first.phrase, reading: UNREADABLE };
  }
  if (only === undefined) return null;
  if (others.length === 0) return only;
  const timed = found.filter(({ phrase }) => HAS_TIME.test(phrase));
  if (timed.length === 1) return timed[0] ?? null;
  const reading: WhenReading = { kind: "ambiguous", momentsMs: [], phrases: found.map(({ phrase }) => phrase) };
  return { phrase: text, reading };
}

/** Says the time of day, or how long from now. */
const HAS_TIME =
  /\d:\d{2}|\d ?[ap]\.?m\b|点|點|o'?clock|\bat \d|noon|\b(?:in|after) |from now|[后後]$|tonight|分钟|小时|早上|上午|中午|下午|晚/i;

interface PhraseWhen extends FoundWhen {
  /** What makes of it no time at which something is to happen, such as "until" before it; `null`: nothing does. */
  readonly bound: string | null;
}

/** Stands before a time, or behind one. */
const BOUND_BEFORE =
  /(?:\b(?:until|till|since|after|except|except for|unless|starting|beginning)(?: from| on| at)? |直到|除了|除|自从?)$/i;
const BOUND_BEHIND = /^(?:[之以]?[后後](?!天)|为止|為止|之后|起(?![床来來飞飛]))/;
const LIMITS = /until|till|except|unless|starting|beginning|直到|除|为止|為止|起/i;

function boundOf(text: string, start: number, end: number): string | null {
  return BOUND_BEFORE.exec(text.slice(0, start))?.[0] ?? BOUND_BEHIND.exec(text.slice(end))?.[0] ?? null;
}

/** Who is to be woken at six means the morning. */
const WAKING = /\bwake\b|\balarm\b|起床|闹钟|鬧鐘/i;
const HAS_PART = /[ap]\.?m\b|morning|noon|evening|night|早|晨|上午|中午|下午|晚|夜|0\d:/i;

async function readMorning(phrase: string, text: string, deps: WhenDeps): Promise<WhenReading> {
  if (WAKING.test(text) && !HAS_PART.test(phrase)) {
    const inMorning = await readWhen(
      /\p{Script=Han}/u.test(phrase) ? phrase.replace(HAN_HOUR, "早上$&") : `${phrase} in the morning`,
      deps,
    );
    if (inMorning.kind !== "unreadable") return inMorning;
  }
  return await readWhen(phrase, deps);
}

const HAN_HOUR = /(?:\d{1,2}|[一二两三四五六七八九十]{1,2})[点點]/;

async function phrasesIn(text: string, deps: WhenDeps): Promise<PhraseWhen[]> {
  const pieces = [...text.matchAll(PIECE)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  const found: PhraseWhen[] = [];
  let starts = 0;
  for (let at = 0; at < pieces.length && starts < MOST_STARTS; at++) {
    const start = pieces[at]?.start ?? 0;
    if (!MAY_START.test(text.slice(start)) || isWithinWord(text, start)) continue;
    starts++;
    const longest = await longestFrom(text, pieces.slice(at, at + MOST_PIECES), deps);
    if (longest === null) continue;
    const bound = boundOf(text, start, start + longest.phrase.length);
    const phrase = bound === null ? longest.phrase : boundPhrase(text, start, longest.phrase);
    found.push({ phrase, reading: longest.reading, bound });
    at += longest.pieces - 1;
  }
  return found;
}

/** With what stands before or behind it. */
function boundPhrase(text: string, start: number, phrase: string): string {
  const before = BOUND_BEFORE.exec(text.slice(0, start))?.[0] ?? "";
  return before + phrase + (BOUND_BEHIND.exec(text.slice(start + phrase.length))?.[0] ?? "");
}

/** Figures within a name are no time, nor is the end of one. */
function isWithinWord(text: string, at: number): boolean {
  return /[\w-]/.test(text[at - 1] ?? "") && /\w/.test(text[at] ?? "");
}

/** A word, a number, one Chinese character, or a sign that belongs to a date. */
const PIECE = /\p{Script=Han}|\d+(?:[:.\-/]\d+)*(?:st|nd|rd|th|am|pm|[hm](?=\b|\d))?|[A-Za-z]+(?:'[a-z]+)?/gu;

/** What a phrase about time begins with; anything else need not be tried. */
const MAY_START =
  /^(?:\d|[今明后後大下这這本周週星礼禮每月年半过過再隔凌清早廿卅上中下傍晚零差一二两三四五六七八九十]|(?:at|on|in|by|after|before|no|not|next|once|fortnightly|biweekly|twenty|last|this|coming|the|every|each|end|today|tomorrow|tonight|day|daily|hourly|weekly|monthly|quarterly|yearly|annually|weekdays?|weekends?|noon|midnight|half|quarter|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|last|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\b)/i;

async function longestFrom(
  text: string,
  pieces: readonly { readonly start: number; readonly end: number }[],
  deps: WhenDeps,
): Promise<(FoundWhen & { readonly pieces: number }) | null> {
  for (let count = pieces.length; count > 0; count--) {
    const phrase = text.slice(pieces[0]?.start ?? 0, pieces[count - 1]?.end);
    const end = pieces[count - 1]?.end ?? 0;
    if (/[;；。!！?？\n]/.test(phrase) || isWithinWord(text, end) || !isTelling(phrase, text, end)) continue;
    const reading = await readMorning(phrase, text, deps);
    if (reading.kind !== "unreadable") return { phrase, reading, pieces: count };
  }
  return null;
}

/** A month, a year or a number alone is too often something else: may, march, 2026, "10". */
const TELLING =
  /\bonce an? (?:day|week|month)\b|\bfortnightly\b|\bbiweekly\b|\d:\d{2}|\d ?[ap]\.?m\b|\b(?:today|tomorrow|tonight|noon|midnight|every|each|daily|hourly|weekly|monthly|quarterly|yearly|annually|weekdays|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|\b(?:mon|tue|wed|thu|fri|sat|sun) \d|\b(?:in|after) (?:\d|an?\b|half\b|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b)|from now|later$|\bnext (?:week|month|quarter|year)|weekend|\bend of\b|month end|o'?clock|half past|quarter (?:to|past)|\b[a-z]{3,9} \d{1,2}\b|\b\d{1,2}(?:st|nd|rd|th)?(?: of)? [a-z]{3,9}\b|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4}|[今明]天|今晚|明晚|明早|今早|后天|後天|周|週|星期|礼拜|禮拜|每|上午|下午|中午|早上|晚上|傍晚|凌晨|月.*[日号號底末初]|下个?月|下個月|年底|[月年][底末]|[分时時钟鐘天月年]之?以?[后後]$|隔天/i;

/** A text with one of these is about a time, so that an hour alone is one: "remind me at 3", 三点叫我. */
const REMINDER = /\b(?:remind|ping|nudge|wake|alert|notify|tell) me\b|提醒|叫我|通知我/i;
/** 一点 alone is "a little" as well. */
const HOUR = /\bat \d{1,2}$|(?<!一)[点點]/;

/** A day of the month by its number, and what makes something else of such a number: 三号楼, "the 5th floor". */
const NUMBERED_DAY = /^(?:\d{1,2}|[一二三四五六七八九十廿卅]{1,3})[号號]|^on the \d{1,2}(?:st|nd|rd|th)$/i;
const NUMBERED_THING =
  /^(?:[楼樓线線门門机機院馆館桌位房店厅廳口库庫车車人]|\s+(?:floor|street|avenue|page|line|row|column|attempt|try|item|slide|step|question|place|grade)\b)/i;
/** What is done at an hour: 两点开会; 两点建议 are two points. */
const DONE_AT =
  /^(?:钟|鐘|整|半)?(?:开会|開會|开始|開始|见|見|出发|出發|上课|上課|面试|面試|起床|集合|接|去|到|吃|打电话|打電話)/;

function isTelling(phrase: string, text: string, end: number): boolean {
  if (TELLING.test(phrase)) return true;
  const behind = text.slice(end);
  if (NUMBERED_DAY.test(phrase)) return !NUMBERED_THING.test(behind);
  if (!HOUR.test(phrase)) return false;
  return REMINDER.test(text) || DONE_AT.test(behind) || (/^at \d{1,2}$/i.test(phrase) && /^[.!?\s]*$/.test(behind));
}
