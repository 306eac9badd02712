/**
 * What lets somebody in when all else is lost: codes of a second factor, and the words of a wallet. Only behind their name.
 *
 * @module
 */
import type { Finding, Search } from "./finding.ts";

/** Recovery codes in groups, and seed phrases of the lengths that wallets give out. */
export const RECOVERY_SECRETS: Search = {
  mayFind: (text) => text.search(CODE_NAME) >= 0 || text.search(PHRASE_NAME) >= 0,
  find: (text) => [...findCodes(text), ...findPhrases(text)].sort((a, b) => a.start - b.start),
};

const CODE_NAME =
  /\b(?:recovery|backup|scratch|emergency|2fa|mfa|two[- ]factor|one[- ]time) (?:recovery |backup )?codes?\b|恢复码|备用码|备份码|救援码|(?:两步|双重|二次)验证.{0,4}码/gi;
const PHRASE_NAME = /\b(?:seed|recovery|secret|backup|mnemonic) (?:phrase|words)\b|\bmnemonics?\b|助记词/gi;

/** Two or three groups of four to six letters and digits. */
const CODE = /(?<![A-Za-z0-9_-])[A-Za-z0-9]{4,6}(?:-[A-Za-z0-9]{4,6}){1,2}(?![A-Za-z0-9_-])/g;

/** How far behind their name codes stand, in UTF-16 units: ten of them, one a line. */
const CODE_REACH = 400;

function findCodes(text: string): Finding[] {
  const findings: Finding[] = [];
  let from = 0;
  for (const name of text.matchAll(CODE_NAME)) {
    const begin = Math.max(from, name.index + name[0].length);
    for (const match of text.slice(begin, begin + CODE_REACH).matchAll(CODE)) {
      const start = begin + match.index;
      from = start + match[0].length;
      if (isCode(match[0])) findings.push({ start, end: from, kind: "recovery-code" });
    }
  }
  return findings;
}

/** No words with a dash between them: there is a digit in each group, or all are small letters and digits as drawn. */
function isCode(text: string): boolean {
  return text.split("-").every((part) => /\d/.test(part));
}

/** BIP 39: 12 to 24 words of three to eight small letters; in prose a shorter word stands long before the twelfth. */
const PHRASE =
  /^(?:[^\n]{0,40}?(?:\b(?:is|are|was)\b\s?:?|[:=\uff1a]|是|为))?\s{0,4}(?<value>(?:\d{1,2}[.)]\s?)?[a-z]{3,8}(?:[\s,]{1,4}(?:\d{1,2}[.)]\s?)?[a-z]{3,8}){11,23})(?![A-Za-z])/d;

function findPhrases(text: string): Finding[] {
  const findings: Finding[] = [];
  let from = 0;
  for (const name of text.matchAll(PHRASE_NAME)) {
    const begin = name.index + name[0].length;
    if (begin < from) continue;
    const match = PHRASE.exec(text.slice(begin, begin + PHRASE_REACH));
    const [start, end] = match?.indices?.groups?.["value"] ?? [0, 0];
    if (match === null || !isPhrase(match.groups?.["value"] ?? "")) continue;
    from = begin + end;
    findings.push({ start: begin + start, end: from, kind: "secret" });
  }
  return findings;
}

/** Twenty-four words with their numbers, and what leads to them, in UTF-16 units. */
const PHRASE_REACH = 400;

function isPhrase(value: string): boolean {
  const words = value.match(/[a-z]{3,8}/g) ?? [];
  return PHRASE_LENGTHS.has(words.length) && !words.some((word) => PROSE_WORDS.has(word));
}

const PHRASE_LENGTHS: ReadonlySet<number> = new Set([12, 15, 18, 21, 24]);
/** Words that hardly a sentence of twelve words lacks, and that no list of BIP 39 has. */
const PROSE_WORDS: ReadonlySet<string> = new Set(
  "the and was were are for with from has have had not his her its our their they which who whose been must into than"
    .split(" "),
);
