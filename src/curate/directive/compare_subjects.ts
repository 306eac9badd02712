/**
 * Whether two directives are about the same subject (SPEC 7.2), by the rule of docs/directives.md.
 *
 * @module
 */
import { jaccard } from "../../base/jaccard.ts";
import { isExclusive, type Subject } from "./subject_of.ts";

/** `same`: one takes the other's place. `close`: the owner has to say. `other`: both hold. */
export type Likeness = "same" | "close" | "other";

/** Share of common parts from which two directives are close, 0 to 1: half of all that both name. */
const CLOSE_SHARE = 0.5;

/** Returns how two directives stand to each other; the order of the two makes no difference. */
export function compareSubjects(a: Subject, b: Subject): Likeness {
  if (a.calledName !== null || b.calledName !== null) {
    return a.calledName !== null && b.calledName !== null ? "same" : "other";
  }
  if (a.sides !== null && b.sides !== null && isSamePair(a.sides, b.sides)) return "same";
  if (!hasSubject(a) || !hasSubject(b)) return "other";
  const isSameFrame = sameSet(a.words, b.words) && sameSet(slotsOf(a), slotsOf(b));
  if (isSameFrame) return withinFrame(a, b);
  return isClose(a, b) ? "close" : "other";
}

/** The same words about the same slots: what is said of them decides. */
function withinFrame(a: Subject, b: Subject): Likeness {
  const differing = [...a.slots].filter(([slot, values]) => !sameSet(values, b.slots.get(slot) ?? NONE));
  const hasOtherNumbers = a.numbers.join(" ") !== b.numbers.join(" ");
  if (differing.length === 0) {
    // "Keep lines under 100" and "under 80": one bound at a time. "Always X" and "Never X": the later word holds.
    return hasOtherNumbers && a.stance !== b.stance ? "close" : "same";
  }
  // "Never use npm" beside "Always use pnpm", or beside "Never use yarn": both can be followed.
  if (a.stance === "against" || b.stance === "against") return "other";
  return differing.every(([slot]) => isExclusive(slot)) ? "same" : "close";
}

function isClose(a: Subject, b: Subject): boolean {
  const shared = [...slotsOf(a)].filter((slot) => b.slots.has(slot));
  const isContrary = a.stance !== b.stance &&
    shared.every((slot) => !sameSet(a.slots.get(slot) ?? NONE, b.slots.get(slot) ?? NONE));
  const [left, right] = [frameOf(a), frameOf(b)];
  if (shared.length > 0) {
    // Opposite words about different values do not meet.
    if (isContrary && shared.length > 0) return false;
    if (isWithin(a.words, b.words) || isWithin(b.words, a.words)) return true;
  }
  return jaccard(left, right) >= CLOSE_SHARE;
}

const NONE: ReadonlySet<string> = new Set<string>([]);

function hasSubject(subject: Subject): boolean {
  return subject.words.size > 0 || subject.slots.size > 0;
}

function isSamePair(a: readonly [string, string], b: readonly [string, string]): boolean {
  return (a[0] === b[0] && a[1] === b[1]) || (a[0] === b[1] && a[1] === b[0]);
}

function slotsOf({ slots }: Subject): Set<string> {
  return new Set(slots.keys());
}

/** Words and slots together; of Chinese runs their pairs of characters, since nothing parts their words. */
function frameOf(subject: Subject): Set<string> {
  const frame = new Set([...subject.slots.keys()].map((slot) => `@${slot}`));
  for (const word of subject.words) {
    if (!/^\p{Script=Han}{3,}$/u.test(word)) frame.add(word);
    else for (let at = 0; at + 1 < word.length; at++) frame.add(word.slice(at, at + 2));
  }
  return frame;
}

function isWithin(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every((word) => whole.has(word));
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && isWithin(a, b);
}
