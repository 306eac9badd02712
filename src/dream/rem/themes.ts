/**
 * Themes of the week (SPEC 8.2): concept tags that came up more than usual. Counted, not written by a model; they go to
 * `DREAMS.md` for people and give a small boost to what they touch.
 *
 * @module
 */
import { addDays, type LocalDay, type Now } from "../../base/clock.ts";
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
  /** Claims of the window that carry it, and the local days they are of. */
  readonly entries: number;
  readonly days: number;
  /** Share of the claims of the window, and of the longer window it is measured against; 0 to 1. */
  readonly share: number;
  readonly usualShare: number;
  /** Newest places first, at most 3. */
  readonly evidence: readonly string[];
}

/** Places that a theme shows; more would be a list, not evidence (SPEC 8.2). */
const EVIDENCE = 3;

/**
 * Returns the themes, strongest first.
 *
 * @param claims candidates that pass the taint gate; others have no say in what a week was about
 */
export function findThemes(claims: readonly Candidate[], at: { now: Now; config: DreamConfig["rem"] }): Theme[] {
  const { now, config } = at;
  const usual = tally(within(claims, addDays(now.day, 1 - config.baselineDays), now.day));
  const recent = tally(within(claims, addDays(now.day, 1 - config.lookbackDays), now.day));
  const themes = [...recent.byRoot.values()].flatMap((count): Theme[] => {
    const days = new Set(count.claims.map(({ day }) => day)).size;
    if (count.claims.length < config.minEntries || days < config.minDays) return [];
    const before = usual.byRoot.get(count.root)?.claims.length ?? count.claims.length;
    const { root, claims } = count;
    return [{
      tag: commonest(count.spellings),
      root,
      entries: claims.length,
      days,
      share: claims.length / recent.total,
      usualShare: before / usual.total,
      evidence: newest(claims),
    }];
  });
  return themes.sort(strongerFirst).slice(0, config.maxThemes);
}

/** Returns what a tag is compared by. */
export function tagRoot(tag: string): string {
  return tokenise(tag).find(({ kind }) => kind === "identifier" || kind === "word")?.text ?? tag;
}

interface Count {
  readonly root: string;
  readonly spellings: Map<string, number>;
  readonly claims: Candidate[];
}

function within(claims: readonly Candidate[], from: LocalDay, to: LocalDay): Candidate[] {
  return claims.filter(({ day }) => day >= from && day <= to);
}

function tally(claims: readonly Candidate[]): { total: number; byRoot: Map<string, Count> } {
  const byRoot = new Map<string, Count>();
  for (const claim of claims) {
    const roots = new Map(claim.tags.map((tag) => [tagRoot(tag), tag]));
    for (const [root, tag] of roots) {
      const count: Count = byRoot.get(root) ?? { root, spellings: new Map(), claims: [] };
      count.claims.push(claim);
      count.spellings.set(tag, (count.spellings.get(tag) ?? 0) + 1);
      byRoot.set(root, count);
    }
  }
  return { total: claims.length, byRoot };
}

function commonest(spellings: ReadonlyMap<string, number>): string {
  return [...spellings].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? "";
}

function newest(claims: readonly Candidate[]): string[] {
  const sorted = [...claims].sort((a, b) =>
    a.day === b.day ? a.source.startLine - b.source.startLine : a.day < b.day ? 1 : -1
  );
  return sorted.slice(0, EVIDENCE).map(({ source }) => formatAnchor(source));
}

function strongerFirst(a: Theme, b: Theme): number {
  return b.share / b.usualShare - a.share / a.usualShare || b.entries - a.entries || (a.tag < b.tag ? -1 : 1);
}
