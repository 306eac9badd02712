/**
 * What a search found in a text.
 *
 * @module
 */

/** A part of a text that may not be stored. */
export interface Finding {
  /** First UTF-16 unit. */
  readonly start: number;
  /** Behind the last UTF-16 unit. */
  readonly end: number;
  /** What it is, in lower case with hyphens: `aws-key`, `email`. */
  readonly kind: string;
}

/** One way to look for findings. */
export interface Search {
  /** A look that costs little: `false` means that {@linkcode Search.find} would find nothing. */
  readonly mayFind: (text: string) => boolean;
  /** Returns the findings in order of their start. */
  readonly find: (text: string) => readonly Finding[];
}

/**
 * Returns the findings of an expression.
 *
 * @param pattern with the flags `g` and `d`; a group named `value` is the finding, else the whole match is
 * @param judge says what the match is, or `null` if it is nothing
 */
export function findMatches(
  text: string,
  pattern: RegExp,
  judge: (match: RegExpExecArray) => string | null,
): Finding[] {
  const findings: Finding[] = [];
  for (const match of text.matchAll(pattern)) {
    const kind = judge(match);
    if (kind === null) continue;
    const [start, end] = match.indices?.groups?.["value"] ?? [match.index, match.index + match[0].length];
    findings.push({ start, end, kind });
  }
  return findings;
}

/** Returns whether the settings let a finding stay: an exact text, or an address of a domain given as `@domain`. */
export function isAllowed(found: string, allow: readonly string[]): boolean {
  if (allow.length === 0) return false;
  const lower = found.toLowerCase();
  return allow.some((each) => each === found || (each.startsWith("@") && lower.endsWith(each.toLowerCase())));
}
