/**
 * Private keys: blocks of several lines, or one line that a block was flattened into.
 *
 * @module
 */
import type { Finding, Search } from "./finding.ts";

/** PEM, OpenSSH and PGP blocks; one that was cut off goes as far as its lines look like a key. */
export const PRIVATE_KEYS: Search = {
  mayFind: (text) => text.includes("PRIVATE KEY") || text.includes("Private-Lines:"),
  find(text) {
    const findings: Finding[] = [];
    for (const match of text.matchAll(BEGIN)) {
      const bodyStart = match.index + match[0].length;
      const end = blockEnd(text, bodyStart);
      // The words alone are talk about keys.
      if (end > bodyStart) findings.push({ start: match.index, end, kind: "private-key" });
    }
    const ends = new Set(findings.map(({ end }) => end));
    for (const match of text.matchAll(TAIL_END)) {
      const start = tailStart(text, match.index);
      const end = match.index + match[0].length;
      if (start < match.index && !ends.has(end)) findings.push({ start, end, kind: "private-key" });
    }
    return findings.sort((a, b) => a.start - b.start);
  },
};

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----|(?<=Private-Lines: \d{1,3}\s)/g;
const END = "-----END";
const END_LINE = /-----END [A-Z0-9 ]{0,60}-----/y;
/** Base64 in lines, or with the line ends written out, and the headers that some blocks have. */
const KEY_BODY = /(?:[A-Za-z0-9+/=\s\\]|(?:Version|Comment|Proc-Type|DEK-Info|Private-MAC):[^\n\\]{0,200})*/y;

/** The end of a key whose beginning stood in another message. */
const TAIL_END = /-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/** Returns where the lines of a key before its end begin; the last of them may be short. */
function tailStart(text: string, end: number): number {
  let start = end;
  let lines = 0;
  for (let stop = beforeBlanks(text, end); stop > 0; lines++) {
    let lineStart = stop;
    while (lineStart > 0 && KEY_SIGN.test(text.charAt(lineStart - 1))) lineStart--;
    const isLong = stop - lineStart >= MIN_KEY_LINE;
    if (lineStart === stop || (!isLong && lines > 0)) break;
    if (isLong) start = lineStart;
    stop = beforeBlanks(text, lineStart);
  }
  return start;
}

function beforeBlanks(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text.charAt(at - 1))) at--;
  return at;
}

const KEY_SIGN = /[A-Za-z0-9+/=]/;

function blockEnd(text: string, bodyStart: number): number {
  KEY_BODY.lastIndex = bodyStart;
  const bodyEnd = bodyStart + (KEY_BODY.exec(text)?.[0].length ?? 0);
  if (!text.startsWith(END, bodyEnd)) return trimmedEnd(text, bodyStart, bodyEnd);
  END_LINE.lastIndex = bodyEnd;
  return bodyEnd + (END_LINE.exec(text)?.[0].length ?? END.length);
}

/** Without an end, words of prose behind the key are letters too: only lines or words as long as a key's are its own. */
function trimmedEnd(text: string, start: number, end: number): number {
  let kept = start;
  for (const run of text.slice(start, end).matchAll(/\S+/g)) {
    if (run[0].length < MIN_KEY_LINE) break;
    kept = start + run.index + run[0].length;
  }
  return kept;
}

/** Keys are wrapped at 64 or 70 columns; English words do not get this long: in UTF-16 units. */
const MIN_KEY_LINE = 24;
