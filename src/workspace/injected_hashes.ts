/**
 * Under which hashes a text goes to the injection log, so that it is known again when it comes back (SPEC 4.7).
 *
 * @module
 */
import { keyedHash } from "../base/hash.ts";
import { isRecord } from "../base/record.ts";
import { type Claim, claimsOf } from "./claims.ts";
import { scanMarkdown } from "./scan_markdown.ts";

/** Returns the hash of every claim of a text (see `Claim.claimHash`), each once, in order. */
export function injectedHashes(text: string): string[] {
  return [...new Set(claimsOf("", scanMarkdown(text)).map((claim) => claim.claimHash))];
}

/**
 * Returns under which hash a whole answer of ours goes to the injection log; blanks around it make no difference.
 *
 * @param key `meta.hmacKey` of the state: an answer may be a single line that is to be forgotten
 */
export function answerHash(key: string, text: string): string {
  return keyedHash(key, `answer\n${text.trim()}`).slice(0, ANSWER_HASH_DIGITS);
}

/** 128 bits. */
const ANSWER_HASH_DIGITS = 32;

/** Returns the claims in what a command of ours printed: Markdown, or JSON with texts in it, whole or a document a line. */
export function claimsOfAnswer(printed: string): Claim[] {
  const texts = textsOfJson(printed) ?? [printed];
  return texts.flatMap((text) => claimsOf("", scanMarkdown(text)));
}

/** Fields of our answers that hold text of the memory; all others are our own words. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(["snippet", "text", "context", "summary"]);

function textsOfJson(printed: string): string[] | null {
  const whole = parsed(printed.trim());
  if (whole !== undefined) return leavesOf(whole);
  const lines = printed.split("\n").filter((line) => line.trim() !== "");
  const documents = lines.map((line) => parsed(line.trim()));
  return documents.length === 0 || documents.includes(undefined) ? null : documents.flatMap(leavesOf);
}

/** Returns a document, or `undefined` if the text is none. */
function parsed(text: string): unknown {
  if (!/^["{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A list of what is left instead of calls: a value may be nested as deeply as it likes. */
function leavesOf(document: unknown): string[] {
  if (typeof document === "string") return [document];
  const texts: string[] = [];
  const left: [value: unknown, isText: boolean][] = [[document, true]];
  while (left.length > 0) {
    const [value, isText] = left.pop() ?? [];
    if (typeof value === "string") {
      if (isText === true) texts.push(value);
    } else if (Array.isArray(value)) { for (const inner of value) left.push([inner, isText === true]); }
    else if (isRecord(value)) {
      for (const [field, inner] of Object.entries(value)) left.push([inner, TEXT_FIELDS.has(field)]);
    }
  }
  return texts;
}
