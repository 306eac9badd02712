/**
 * Curated entries that go, and whose fact somebody else said in other words as well: they live on in those (SPEC 7.6).
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import { fingerprint, isNearDuplicate } from "../../curate/near_duplicate.ts";
import { leastTrusted, type LineOrigin } from "../../provenance/origin.ts";
import { readSelectedFile } from "../../select/selected_file.ts";
import { tellingWords } from "../../store/state/forgotten_words.ts";
import type { Rerendered } from "../../store/state/erasure.ts";
import type { Booking } from "../../store/state/ledger.ts";
import type { SourceAnchor } from "../../workspace/annotation.ts";
import type { Claim } from "../../workspace/claims.ts";
import { type CuratedEntry, formatEntry, parseCurated } from "../../workspace/curated.ts";
import type { Passage } from "./passages.ts";
import type { ForgetDeps, ForgetPlan, PlannedCut } from "./forget_plan.ts";

/** An entry in the words of the source that lives. */
export interface LivingSource {
  /** The curated file. */
  readonly path: string;
  /** 1-based line at which the entry began. */
  readonly line: number;
  /** Its row in the ledger; the line without final line end. */
  readonly booking: Booking;
  /** What its records say now. */
  readonly rerendered: Rerendered;
}

/** SPEC 8.1: from here on two claims say the same. */
const SIMILARITY = 0.88;

/** Returns the entries that live on. */
export function rerender(deps: ForgetDeps, plan: ForgetPlan): LivingSource[] {
  return plan.cuts.flatMap((cut) => cut.isWhole ? [] : cut.passages.flatMap((it) => entryOf(deps, plan, { cut, it })));
}

function entryOf(
  deps: ForgetDeps,
  plan: ForgetPlan,
  { cut: { file }, it: { entry, startLine } }: { readonly cut: PlannedCut; readonly it: Passage },
): LivingSource[] {
  if (entry === null || entry.kind !== "item" || entry.annotations.sources.length < 2) return [];
  const living = entry.annotations.sources.flatMap((anchor) => livingClaim(deps, plan, { anchor, entry }));
  const [first] = living;
  const row = deps.state.ledger.find(file.path, entry.raw);
  if (first === undefined || row === null) return [];
  const text = first.claim.text.replace(/\s*\n\s*/g, " ");
  const words = tellingWords(text);
  const { triggers, ...annotations } = entry.annotations;
  const raw = formatEntry(text, {
    ...annotations,
    sources: living.map(({ claim: { path, startLine, endLine } }) => ({ path, startLine, endLine })),
    triggers: triggers.filter((phrase) => [...tellingWords(phrase)].every((word) => words.has(word))),
  });
  const key = parseCurated(raw).entries[0]?.key ?? entry.key;
  const { observedAt, sessionKind } = first.origin;
  const booking: Booking = {
    path: file.path,
    line: raw,
    origin: first.origin.origin,
    sessionKind,
    observedAt,
    session: null,
    channel: null,
    sender: null,
    supersessionKey: annotations.key,
    writer: "dream",
    bookedAt: deps.clock.now().iso,
  };
  return [{ path: file.path, line: startLine, booking, rerendered: { from: entry.key, to: key, text, raw } }];
}

interface Living {
  readonly claim: Claim;
  readonly origin: LineOrigin;
}

/** The claim that an anchor leads to, if it stands, says the same in other words, and may be an entry. */
function livingClaim(
  { select, originsOf }: ForgetDeps,
  { matcher }: ForgetPlan,
  { anchor, entry }: { readonly anchor: SourceAnchor; readonly entry: CuratedEntry },
): Living[] {
  const wanted = fingerprint(entry.text);
  for (const claim of claimsAt(select, anchor)) {
    if (matcher.says(claim.text) || !isNearDuplicate(fingerprint(claim.text), wanted, SIMILARITY)) continue;
    const [first, ...others] = originsOf(claim.path, claim.lines);
    if (first === undefined) continue;
    const origin = others.reduce((a, b) => leastTrusted(a.origin, b.origin) === a.origin ? a : b, first);
    const isTrusted = origin.origin === "owner" || origin.origin === "agent";
    if (isTrusted && origin.sessionKind === "interactive" && !origin.isImport) return [{ claim, origin }];
  }
  return [];
}

/** Lines move: what the anchor names comes first, then the rest of its file. */
function claimsAt(select: ForgetDeps["select"], { path, startLine, endLine }: SourceAnchor): readonly Claim[] {
  try {
    const claims = readSelectedFile(select, path).claims();
    const isNamed = (claim: Claim) => claim.startLine <= endLine && claim.endLine >= startLine;
    return [...claims.filter(isNamed), ...claims.filter((claim) => !isNamed(claim))];
  } catch (error) {
    if (error instanceof MemoryError) return [];
    throw error;
  }
}
