/**
 * What a model may answer in lane 2: one of four acts, checked against a schema and against what it was shown. It says what
 * to look for and puts what was found into a sentence; it decides nothing (SPEC 2, 10).
 *
 * @module
 */
import * as z from "zod/mini";
import { codePoints } from "../../base/text/measure.ts";
import { visibleText } from "../../base/text/display.ts";
import { isSaidBy } from "../../curate/said_by.ts";
import { citationOf } from "../search/hit.ts";
import type { FoundClaim } from "./found_claim.ts";

/** A question of a person is shorter. In chars. */
const MOST_QUERY_CHARS = 480;
/** More is a list, not an answer. */
const MOST_CITATIONS = 6;
/** A path is shorter, and so is a citation. */
const MOST_PATH_CHARS = 1_024;

const text = (maxChars: number) => z.string().check(z.minLength(1), z.maxLength(maxChars));

const ACTION = z.discriminatedUnion("action", [
  z.object({ action: z.literal("search"), query: text(MOST_QUERY_CHARS) }),
  z.object({ action: z.literal("get"), citation: text(MOST_PATH_CHARS) }),
  z.object({
    action: z.literal("answer"),
    summary: text(MOST_PATH_CHARS),
    citations: z.array(text(MOST_PATH_CHARS)).check(z.minLength(1), z.maxLength(MOST_CITATIONS)),
  }),
  z.object({ action: z.literal("none") }),
]);

/** One act of a model. */
export type ModelAction = z.infer<typeof ACTION>;

/** Returns the act that an answer is, or `null` if it has another form. */
export function readAction(answer: unknown): ModelAction | null {
  const read = ACTION.safeParse(answer);
  return read.success ? read.data : null;
}

/** An answer that held. */
export interface CheckedAnswer<Claim> {
  /** One line. */
  readonly summary: string;
  /** What it rests on, in the order of the citations. */
  readonly claims: readonly Claim[];
}

/**
 * Returns the answer, or why it does not hold: it is too long, cites what the model was not shown, or a sentence of it is
 * not one of the cited statements with words left out. Days of the cited statements may stand in it.
 */
export function checkAnswer<Claim extends FoundClaim>(
  { summary: said, citations }: Extract<ModelAction, { readonly action: "answer" }>,
  seen: readonly Claim[],
  maxChars: number,
): CheckedAnswer<Claim> | string {
  const summary = visibleText(said).replace(/\s+/g, " ").trim();
  if (summary === "") return "it says nothing";
  if (codePoints(summary) > maxChars) return `it is longer than ${maxChars} chars`;
  const known = new Map(seen.map((claim) => [citationOf(claim.path, claim.startLine, claim.endLine), claim]));
  const claims = [...new Set(citations.map((citation) => citation.trim()))].map((citation) => known.get(citation));
  if (claims.includes(undefined)) return "it cites what it was not shown";
  const cited = claims.filter((claim) => claim !== undefined);
  const invented = tellingIn(summary).find((part) => !cited.some((claim) => holds(claim, part)));
  const isHeld = invented === undefined && summary.split(SENTENCE_END).every((sentence) => isSaid(sentence, cited));
  return isHeld ? { summary, claims: cited } : "it tells something that nothing it cites holds";
}

/** Where one statement ends and the next begins. */
const SENTENCE_END = /(?<=[.!?;])\s+|(?<=[\u3002\uff01\uff1f\uff1b])/u;

function isSaid(sentence: string, cited: readonly FoundClaim[]): boolean {
  return cited.some(({ text, day }) => {
    const plain = day === null ? sentence : withoutDay(sentence, day);
    return [text, ...text.split(SENTENCE_END)].some((statement) => isSaidBy(plain, statement));
  });
}

/** When a statement was noted is known without it. */
function withoutDay(sentence: string, day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  const han = `(?:${year}\u5e74)?${Number(month)}\u6708${Number(date)}[\u65e5\u53f7]`;
  return sentence.replace(new RegExp(`(?:\\b(?:on|since)\\s+)?(?:${day}|${han})\\s*[,:\uff1a\uff0c]?\\s*`, "giu"), "");
}

/** What nobody guesses: numbers, addresses, and names of things with a sign or a digit in them. */
const TELLING = /https?:\/\/[^\s)\]]+|[\w.+-]+@[\w.-]+\.\w+|[\w@./:-]*\d[\w@./:-]*|\w+(?:[_./@:]\w+)+/gu;

function tellingIn(text: string): string[] {
  return (text.match(TELLING) ?? []).map((part) => part.replace(/[.:/-]+$/, "").toLowerCase()).filter((part) =>
    part !== ""
  );
}

function holds({ text, day, path, startLine, endLine }: FoundClaim, part: string): boolean {
  return `${text}\n${day ?? ""}\n${citationOf(path, startLine, endLine)}`.toLowerCase().includes(part);
}
