/**
 * What old diaries tell (SPEC 8.10), by rules and from their lines alone: what looks lasting, what changed, what was said again
 * and again, and what each month was about. Every finding names the lines that it rests on.
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import { derivedKey } from "../../curate/derived_key.ts";
import { isPreferenceShaped } from "../../curate/preference.ts";
import { formatAnchor } from "../../workspace/annotation.ts";
import type { DreamConfig } from "../config.ts";
import { findThemes, type Theme } from "../rem/themes.ts";
import type { PastClaim } from "./past_claims.ts";

/** A claim with its place. */
export interface Told {
  /** Its words. */
  readonly text: string;
  /** `path#L3-L5`. */
  readonly source: string;
  /** The local day; `null` if nothing tells it. */
  readonly day: LocalDay | null;
  /** Whether the owner said it. */
  readonly isOwners: boolean;
}

/** A claim that was said on several days. */
export interface Repeated extends Told {
  /** Local days on which it was said. */
  readonly days: number;
  /** Where it was said, the oldest first, at most 3 places. */
  readonly places: readonly string[];
}

/** What a month was about. */
export interface Month {
  /** As in 2025-03. */
  readonly month: string;
  /** Claims of the month. */
  readonly claims: number;
  /** Strongest first. */
  readonly themes: readonly Theme[];
}

/** The findings; JSON in this shape. */
export interface LookBack {
  /** What says how something is, the strongest first. */
  readonly lasting: readonly Repeated[];
  /** What was said otherwise later: all versions of it, the oldest first. */
  readonly changed: readonly (readonly Told[])[];
  /** What was said on several days, the most often first. */
  readonly repeated: readonly Repeated[];
  /** The oldest first. */
  readonly months: readonly Month[];
}

/** Most findings of each kind: a page that is read, not a list that is scrolled. */
const MOST_LASTING = 12;
const MOST_CHANGED = 8;
const MOST_REPEATED = 8;
/** Versions shown of what changed, the newest ones. */
const MOST_VERSIONS = 5;
/** Places shown of what was said again. */
const PLACES = 3;
/** Themes of a month. */
const MONTH_THEMES = 3;
/** Points from which a claim looks lasting: a state that the owner told, say, or that was told on two days. */
const LASTING_POINTS = 3;

/** Returns the findings in the claims of old diaries. */
export function lookBack(claims: readonly PastClaim[], config: DreamConfig["rem"]): LookBack {
  const groups = [...Map.groupBy(claims, ({ facts }) => facts.claimHash).values()].map(repeatedOf);
  const changed = changesIn(claims);
  const gone = new Set(changed.flatMap((versions) => versions.slice(0, -1).map(({ source }) => source)));
  const isState = (group: Group) =>
    pointsOf(group) >= LASTING_POINTS && !group.sources.some((place) => gone.has(place));
  const again = groups.filter(({ told }) => told.days > 1).sort((a, b) => b.told.days - a.told.days || byPlace(a, b));
  const lasting = groups.filter(isState).sort((a, b) => pointsOf(b) - pointsOf(a) || byPlace(a, b));
  return {
    lasting: lasting.slice(0, MOST_LASTING).map(({ told }) => told),
    changed,
    repeated: again.slice(0, MOST_REPEATED).map(({ told }) => told),
    months: monthsOf(claims, config),
  };
}

/** Equal claims. */
interface Group {
  readonly told: Repeated;
  readonly lead: PastClaim;
  /** Every place. */
  readonly sources: readonly string[];
}

function repeatedOf(members: readonly PastClaim[]): Group {
  const byAge = [...members].sort(olderFirst);
  const [lead] = byAge;
  if (lead === undefined) throw new Error("A group has at least one member");
  const sources = byAge.map(({ facts }) => formatAnchor(facts));
  const days = new Set(byAge.flatMap(({ day }) => day ?? [])).size;
  const isOwners = byAge.some(({ origin }) => origin === "owner");
  return { told: { ...toldOf(lead), isOwners, days, places: sources.slice(0, PLACES) }, lead, sources };
}

/** What speaks for a claim that is true for longer than its day. */
function pointsOf({ told, lead }: Group): number {
  const { facts } = lead;
  if (isPreferenceShaped(told.text) || OF_THE_DAY.test(told.text)) return 0;
  const isState = facts.supersessionKey !== null || derivedKey(told.text) !== null;
  return (isState ? 2 : 0) + (told.isOwners ? 1 : 0) + (told.days > 1 ? 2 : 0) + ((facts.importance ?? 0) >= 7 ? 2 : 0);
}

/** Words of one day: what happened, not how something is. */
const OF_THE_DAY =
  /\b(?:today|yesterday|tonight|tomorrow|this (?:morning|afternoon|evening|week)|just now|spent|talked|asked)\b|今天|昨天|明天|昨晚|今晚|刚刚|刚才|早上|下午|聊了|花了/iu;

/** Claims under one key that say different things: their versions, those that changed last first. */
function changesIn(claims: readonly PastClaim[]): Told[][] {
  const keyed = claims.flatMap((claim) => {
    const { supersessionKey, text } = claim.facts;
    const key = supersessionKey ?? derivedKey(text);
    return key === null || claim.day === null ? [] : [{ key, claim }];
  });
  const changes = [...Map.groupBy(keyed, ({ key }) => key).values()].map((group) => {
    const versions: PastClaim[] = [];
    for (const { claim } of [...group].sort((a, b) => olderFirst(a.claim, b.claim))) {
      if (versions.at(-1)?.facts.claimHash !== claim.facts.claimHash) versions.push(claim);
    }
    return versions.slice(-MOST_VERSIONS).map(toldOf);
  }).filter((versions) => versions.length > 1);
  const last = (versions: readonly Told[]) => versions.at(-1)?.day ?? "";
  return changes.sort((a, b) => last(a) < last(b) ? 1 : last(a) > last(b) ? -1 : 0).slice(0, MOST_CHANGED);
}

function monthsOf(claims: readonly PastClaim[], config: DreamConfig["rem"]): Month[] {
  const dated = claims.flatMap((claim) =>
    claim.day === null ? [] : [{ ...claim, day: claim.day, source: claim.facts }]
  );
  const usual = dated.map(({ tags }) => tags);
  const months = Map.groupBy(dated, ({ day }) => day.slice(0, "YYYY-MM".length));
  return [...months].sort(([a], [b]) => a < b ? -1 : 1).map(([month, ofMonth]) => ({
    month,
    claims: ofMonth.length,
    themes: findThemes({ week: ofMonth, usual, config: { ...config, maxThemes: MONTH_THEMES } }),
  }));
}

function toldOf({ facts, day, origin }: PastClaim): Told {
  return { text: facts.text, source: formatAnchor(facts), day, isOwners: origin === "owner" };
}

function byPlace(a: Group, b: Group): number {
  return olderFirst(a.lead, b.lead);
}

function olderFirst(a: PastClaim, b: PastClaim): number {
  const order = (left: string, right: string) => left < right ? -1 : left > right ? 1 : 0;
  return order(a.day ?? "9999", b.day ?? "9999") || order(a.facts.path, b.facts.path) ||
    a.facts.startLine - b.facts.startLine;
}
