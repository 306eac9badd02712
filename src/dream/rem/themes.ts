/**
 * Themes of the week (SPEC 8.2): concept tags that came up more than usual. Counted, not written by a model; they go to
 * `DREAMS.md` for people and give a small boost to what they touch.
 *
 * @module
 */
import { tokenise } from "../../base/text/tokenise.ts";
import { formatAnchor } from "../../workspace/annotation.ts";
import type { Candidate } from "../candidate.ts";
import type { DreamConfig } from "../config.ts";

/** One theme. */
export interface Theme {
  /** The tag as it is written most often. */
  readonly tag: string;
  /** What tags are compared by: "backup" and "backups" are one theme. */
  readonly root: string;
  /** Claims of the week that carry it. */
  readonly entries: number;
  /** Local days that those claims are of. */
  readonly days: number;
  /** Share of the claims of the week, 0 to 1. */
  readonly share: number;
  /** Share of the claims of the longer window that it is measured against, 0 to 1. */
  readonly usualShare: number;
  /** Newest places first, at most 3. */
  readonly evidence: readonly string[];
}

/** Places that a theme shows; more would be a list, not evidence (SPEC 8.2). */
const EVIDENCE = 3;

/** A claim by what themes are made of. */
export type ThemedClaim = Pick<Candidate, "tags" | "day" | "source">;

/** What themes are found in. */
export interface ThemeFacts {
  /** Candidates of the week that pass the taint gate: others have no say in what a week was about. */
  readonly week: readonly ThemedClaim[];
  /** Tags of every stored claim of the longer window; they only tell what is usual. */
  readonly usual: readonly (readonly string[])[];
  /** Windows and least counts. */
  readonly config: DreamConfig["rem"];
}

/** Returns the themes, strongest first. */
export function findThemes({ week, usual, config }: ThemeFacts): Theme[] {
  const counts = new Map<string, Count>();
  for (const claim of week) {
    for (const [root, tag] of rootsOf(claim.tags)) {
      const count: Count = counts.get(root) ?? { root, spellings: new Map(), claims: [] };
      count.claims.push(claim);
      count.spellings.set(tag, (count.spellings.get(tag) ?? 0) + 1);
      counts.set(root, count);
    }
  }
  const strong = [...counts.values()].filter(({ claims }) =>
    claims.length >= config.minEntries && new Set(claims.map(({ day }) => day)).size >= config.minDays
  );
  const usualCounts = countRoots(usual, new Set(strong.map(({ root }) => root)));
  const themes = strong.map(({ root, claims, spellings }): Theme => ({
    tag: commonest(spellings),
    root,
    entries: claims.length,
    days: new Set(claims.map(({ day }) => day)).size,
    share: claims.length / week.length,
    usualShare: (usualCounts.get(root) ?? claims.length) / Math.max(usual.length, week.length),
    evidence: newest(claims),
  }));
  const claimsOf = new Map(strong.map(({ root, claims }) => [root, new Set<ThemedClaim>(claims)]));
  return distinct(themes.sort(strongerFirst), claimsOf, config.maxThemes);
}

/** Two words that come up in the same claims are one theme; the stronger one names it. */
const SAME_CLAIMS = 0.75;

function distinct(
  themes: readonly Theme[],
  claimsOf: ReadonlyMap<string, ReadonlySet<ThemedClaim>>,
  count: number,
): Theme[] {
  const chosen: Theme[] = [];
  for (const theme of themes) {
    if (chosen.length === count) break;
    const own = claimsOf.get(theme.root) ?? new Set();
    const isCovered = chosen.some(({ root }) =>
      own.intersection(claimsOf.get(root) ?? new Set()).size >= SAME_CLAIMS * own.size
    );
    if (!isCovered) chosen.push(theme);
  }
  return chosen;
}

/** Returns what a tag is compared by. */
export function tagRoot(tag: string): string {
  return tokenise(tag).find(({ kind }) => kind === "identifier" || kind === "word")?.text ?? tag;
}

interface Count {
  readonly root: string;
  readonly spellings: Map<string, number>;
  readonly claims: ThemedClaim[];
}

function rootsOf(tags: readonly string[]): Map<string, string> {
  return new Map(tags.map((tag) => [tagRoot(tag), tag]));
}

/** Counts the given roots; the stem of each spelling is worked out once. */
function countRoots(claims: readonly (readonly string[])[], wanted: ReadonlySet<string>): Map<string, number> {
  const rootOf = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const tags of claims) {
    const roots = new Set(tags.map((tag) => {
      const root = rootOf.get(tag) ?? tagRoot(tag);
      rootOf.set(tag, root);
      return root;
    }));
    for (const root of roots) if (wanted.has(root)) counts.set(root, (counts.get(root) ?? 0) + 1);
  }
  return counts;
}

function commonest(spellings: ReadonlyMap<string, number>): string {
  return [...spellings].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? "";
}

function newest(claims: readonly ThemedClaim[]): string[] {
  const sorted = [...claims].sort((a, b) =>
    a.day === b.day ? a.source.startLine - b.source.startLine : a.day < b.day ? 1 : -1
  );
  return sorted.slice(0, EVIDENCE).map(({ source }) => formatAnchor(source));
}

function strongerFirst(a: Theme, b: Theme): number {
  return b.share / b.usualShare - a.share / a.usualShare || b.entries - a.entries || (a.tag < b.tag ? -1 : 1);
}
