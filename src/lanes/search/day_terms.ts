/**
 * Days that a question names, as the index knows them. The day of a diary is part of its chunks' keyword text in one
 * form, `2026-08-19`; people write 19 August 2026, Aug 19 or 8月19日.
 *
 * @module
 */
import { isLocalDay } from "../../base/clock.ts";
import type { QueryTerm } from "../../base/text/query_terms.ts";

/** Days and months that are looked up of one question. */
const MAX_DAYS = 8;
/** A longer question is a pasted text, and its dates are not what is asked for. */
const MAX_UNITS = 2_000;

/**
 * Returns a term for each day or month that a question names in words, each once. `2026-08-19` itself is left to the
 * tokeniser; days that do not exist are left out.
 */
export function dayTerms(question: string): QueryTerm[] {
  const text = question.slice(0, MAX_UNITS).normalize("NFKC");
  // Most questions name no day, and building six expressions costs more than reading the rest of them.
  if (!/\d/.test(text) || !MAY_NAME_DAY.test(text)) return [];
  const terms = new Map<string, QueryTerm>();
  for (const pattern of dayForms()) {
    for (const { groups } of text.matchAll(pattern)) {
      const term = termOf(groups ?? {});
      if (term !== null) terms.set(term.text, term);
    }
  }
  return [...terms.values()].slice(0, MAX_DAYS);
}

/** Without one of these beside its digits a text fits no form. */
const MAY_NAME_DAY = /(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|[\u5e74\u6708]|\d\/\d/;

/** Month names count with a capital only: "may" and "march" are words, too. */
const dayForms = (): readonly RegExp[] => [
  // 19 August 2026, 19th of Aug
  /\b(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?(?:,? (?<year>\d{4}))?\b/g,
  // August 19, 2026; Aug 19th
  /\b(?<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?\b/g,
  // August 2026
  /(?<!\d )(?<!\d(?:st|nd|rd|th) )(?<!\bof )\b(?<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?,? (?<year>\d{4})\b/g,
  // 2026年8月19日, 8月19号, 2026年8月
  /(?:(?<year>\d{4}) ?年 ?)?(?<month>\d{1,2}) ?月 ?(?<day>\d{1,2}) ?[日号]/g,
  /(?<year>\d{4}) ?年 ?(?<month>\d{1,2}) ?月(?! ?\d)/g,
  // 2026/8/19
  /\b(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})\b/g,
];

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function termOf({ year, month = "", day }: Readonly<Record<string, string | undefined>>): QueryTerm | null {
  const monthNumber = MONTHS.indexOf(month.slice(0, 3)) + 1 || Number(month);
  // In 2024 the 29th of February is a day; without a year, or without a day, any that exists will do.
  if (!isLocalDay(`${year ?? "2024"}-${twoDigits(monthNumber)}-${twoDigits(Number(day ?? 1))}`)) return null;
  const parts = [year, twoDigits(monthNumber), day === undefined ? undefined : twoDigits(Number(day))]
    .filter((part) => part !== undefined);
  const text = parts.join("-");
  // A whole day is one token; a month, or a day without its year, is a run of that token's parts.
  const alternative = parts.length === 3
    ? { column: "body", phrase: [text] } as const
    : { column: "parts", phrase: parts } as const;
  return { text, alternatives: [alternative], isStop: false };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
