/**
 * The gate `quality` (SPEC 8.4): is this a statement at all? Diaries written by programs are full of metadata, commands,
 * diff hunks and our own reports; none of it belongs in a long-term memory. Judges form, never trust: a line that looks
 * fine is not safer for it.
 *
 * @module
 */
import { codePoints } from "../../base/text/measure.ts";
import type { Wishes } from "../candidate.ts";
import { isScaffolding } from "./scaffolding.ts";

/** What the gate looks at. */
export interface QualityFacts {
  /** The claim without marker and annotations. */
  readonly text: string;
  /** Only whether its project can be read. */
  readonly wishes: Pick<Wishes, "projects">;
}

/** Shortest claim, in chars; a CJK character counts two (SPEC 7.4). */
const MIN_CHARS = 12;
/** Longest claim, in chars: 160 tokens at 4 chars. Longer "bullets" are whole sections run together. */
const MAX_CHARS = 640;
/** Share of letters below which a text is mostly signs and digits: ids, tables, numbers. */
const MIN_LETTER_SHARE = 0.4;

/** Letters that a statement has at least; a CJK character counts two. */
const MIN_LETTERS = 4;

/** Returns why a claim is not fit for a long-term memory, as a short clause, or `null` if it is. */
export function junkReason({ text, wishes }: QualityFacts): string | null {
  const line = text.trim();
  if (line.length < MIN_CHARS && weight(line) < MIN_CHARS) return "too short";
  if (codePoints(line) > MAX_CHARS) return "too long";
  if (wishes.projects === "invalid") return "its project annotation cannot be read";
  if (HIDDEN.test(line)) return "hidden or broken characters";
  if (isScaffolding(line)) return "scaffolding or a report";
  if (ROLE.test(line)) return "a role word";
  if (isData(line)) return "data, not a statement";
  if (isCommand(line)) return "a command";
  if (isMarkup(line)) return "markup or a diff";
  if (isMostlySigns(line)) return "ids or numbers";
  return isHalf(line) ? "half a sentence" : null;
}

/** Controls, bidi overrides, zero-width and tag characters, and the sign of undecodable bytes. */
const HIDDEN = /(?!\t)\p{Cc}|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]|[\u{e0000}-\u{e007f}]/u;

const ROLE = /^(?:\*\*)?(?:user|assistant|system|tool|human|ai|model|developer|用户|助手|系统|人类)(?:\*\*)?\s*[:：]/i;

const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|[\u{20000}-\u{323af}]/u;

function weight(line: string): number {
  return [...line].reduce((sum, char) => sum + (CJK.test(char) ? 2 : 1), 0);
}

function isData(line: string): boolean {
  if (/^[[{].*[\]}],?$/.test(line)) return true;
  if (/^"[^"]+"\s*:/.test(line)) return true;
  if (/^\|.*\|$/.test(line)) return true;
  if (/^\S+$/.test(line) && !CJK.test(line)) return true;
  // Two or more `key=value` pairs and little else: a log line.
  const pairs = line.match(/\b[\w.-]+=\S+/g) ?? [];
  return pairs.length >= 2 && pairs.join(" ").length > line.length / 2;
}

/** A line starting with one of these and holding an option, a pipe or a path is a command if no sentence follows. */
const COMMANDS =
  /^(?:sudo|cd|ls|rm|cp|mv|cat|grep|find|curl|wget|ssh|scp|git|npm|npx|bun|pnpm|yarn|pip|python3?|node|deno|cargo|go|make|docker|kubectl|systemctl|brew|apt(?:-get)?|chmod|chown|export|echo|tar|sed|awk)\s/;

function isCommand(line: string): boolean {
  if (/^(?:[$%❯➜]|>>>|#!|PS [A-Z]:)\s*\S/.test(line)) return true;
  const bare = line.replace(/^`+|`+$/g, "");
  if (!COMMANDS.test(bare) || CJK.test(bare)) return false;
  const hasSyntax = /\s-{1,2}\w|\s\||&&|;\s|\s[.~]?\/|\w+\.\w+$/.test(bare);
  return hasSyntax &&
    !/\p{L}[.!?]$|\b(?:is|are|was|the|to|for|with|after|before|because|needs?|must|should)\b/iu.test(bare);
}

function isMarkup(line: string): boolean {
  if (/^(?:@@ |diff --git |index [0-9a-f]{7,}|\+\+\+ |--- [ab]\/|<{7}|={7}|>{7})/.test(line)) return true;
  if (/^[+-]\s?(?:const|let|var|import|export|function|class|return|def|if|for)\b/.test(line)) return true;
  // An unclosed comment would swallow what stands below it in MEMORY.md.
  return /<!--|-->/.test(line.replace(/`[^`]*`/g, "")) || /^<\/?[a-z][^>]*>$/i.test(line) || /^#{1,6}\s/.test(line);
}

function isMostlySigns(line: string): boolean {
  const withoutIds = line
    .replace(/\bhttps?:\/\/\S+/g, "")
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{12,}\b/gi, "");
  const letters = withoutIds.replace(/\P{L}+/gu, "");
  const signs = codePoints(withoutIds.replace(/[\s\p{L}]+/gu, ""));
  // A CJK character is about a word's half, so it counts two here as well.
  const weighed = weight(letters);
  return weighed < MIN_LETTERS || weighed < (weighed + signs) * MIN_LETTER_SHARE;
}

function isHalf(line: string): boolean {
  if (/(?:\.\.\.|…|[,:，：、—–-])$/.test(line) || /^(?:\.\.\.|…)/.test(line)) return true;
  if (/\b(?:and|or|but|because|the|an|of)$/i.test(line)) return true;
  return /(?:和|但是|因为|所以|以及|并且|而且|或者)$/.test(line);
}
