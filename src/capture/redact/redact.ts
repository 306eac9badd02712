/**
 * Takes secrets and personal data out of a text before anything of it is stored (SPEC 7.4). Pure: the same text gives the
 * same result, whoever writes it.
 *
 * @module
 */
import { visibleText } from "../../base/text/display.ts";
import { foldWidth } from "../../base/text/fold_width.ts";
import { placeholder } from "./placeholder.ts";
import { PRIVATE_KIND, PRIVATE_SPANS } from "./private_spans.ts";
import { SEARCHES } from "./searches.ts";
import { type Finding, isAllowed, type Search } from "./finding.ts";

/** What may stay; the settings' `redact` slice. */
export interface RedactionPolicy {
  /** `false`: only what a person marked as private is taken out. */
  readonly enabled: boolean;
  /** What is no secret though it looks like one: exact texts, or `@domain` for all its addresses. */
  readonly allow: readonly string[];
}

/** A text that may be stored. */
export interface Redaction {
  /** With `[redacted: kind]` in place of each finding. */
  readonly text: string;
  /** How often each kind was found; no kind without a finding. */
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Returns the text with every secret and every piece of personal data replaced by `[redacted: kind]`, and how many of each
 * kind there were. Linear in the length of the text. Idempotent: what it returns has nothing left to find.
 *
 * @param text raw; line breaks stay where they are
 */
export function redact(text: string, policy: RedactionPolicy): Redaction {
  const counts: Record<string, number> = {};
  let current = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = oneRound(current, policy, counts);
    if (next === current) break;
    current = next;
  }
  return { text: current, counts };
}

/**
 * The same for a text that a caller gave. What hides in it is looked through: a secret with an unseen character inside is
 * one. A text without findings comes back as it was given.
 */
export function redactShown(text: string, policy: RedactionPolicy): Redaction {
  if (!MAY_HIDE.test(text)) return redact(text, policy);
  const shown = visibleText(text.replace(LINE_BREAKS, "\n"));
  const redaction = redact(shown, policy);
  return Object.keys(redaction.counts).length === 0 ? { text, counts: {} } : redaction;
}

/** Controls but line feed and tab, and every block of characters in which there are unseen ones. */
const MAY_HIDE =
  /[^\t\n\x20-\x7e\xa0-\xac\xae-\u034e\u0350-\u061b\u0620-\u115e\u1161-\u17b3\u17c0-\u1809\u1810-\u1fff\u2010-\u2027\u2030-\u205f\u2070-\u3163\u3165-\ud7ff\uf900-\ufdff\ufe10-\ufefe\uff00-\uff9f\uffa1-\uffef]/;

/** CR LF, VT, FF, CR, NEL, and the two separators; controls would be taken out without leaving a gap. */
const LINE_BREAKS = /\r\n|[\v\f\r\u0085\u2028\u2029]/g;

/** Adds the counts of one text to those of the texts before it. */
export function addCounts(
  sum: Readonly<Record<string, number>>,
  counts: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const added = { ...sum };
  for (const [kind, count] of Object.entries(counts)) added[kind] = (added[kind] ?? 0) + count;
  return added;
}

/**
 * What stood beside a finding may be one itself once the first is gone. Ordinary text needs one round and a look; more
 * than these are texts that somebody built for it.
 */
const MAX_ROUNDS = 8;

/** What a person marked as private is asked about no setting. */
const ALWAYS: readonly Search[] = [PRIVATE_SPANS];
const ALL: readonly Search[] = [...ALWAYS, ...SEARCHES];

function oneRound(text: string, policy: RedactionPolicy, counts: Record<string, number>): string {
  let current = text;
  let folded = foldWidth(text);
  for (const search of policy.enabled ? ALL : ALWAYS) {
    if (!search.mayFind(folded)) continue;
    const before = current;
    const findings = search.find(folded).filter(({ start, end, kind }) =>
      kind === PRIVATE_KIND || !isAllowed(before.slice(start, end), policy.allow)
    );
    if (findings.length === 0) continue;
    current = replaceAll(before, findings, counts);
    folded = foldWidth(current);
  }
  return current;
}

/** Findings are in order; of those that overlap the first counts. */
function replaceAll(text: string, findings: readonly Finding[], counts: Record<string, number>): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, kind } of findings) {
    if (start < from || end <= start) continue;
    parts.push(text.slice(from, start), placeholder(kind));
    from = end;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return parts.join("") + text.slice(from);
}
