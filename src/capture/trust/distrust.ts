/**
 * Books lines as `untrusted` (SPEC 4.3): they can still be found, and what repeats them is untrusted too.
 *
 * @module
 */
import type { Clock } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import type { Caller } from "../../provenance/caller.ts";
import type { LineOrigin } from "../../provenance/origin.ts";
import { pathRule } from "../../provenance/tier.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import { parseAnnotations } from "../../workspace/annotation.ts";
import type { LedgerUnit } from "../../workspace/ledger_units.ts";
import type { TrustRange } from "./plan_trust.ts";

/** What {@linkcode distrust} works with. */
export interface DistrustDeps {
  /** The ledger, which is written. */
  readonly state: Pick<StateStore, "ledger">;
  /** The time of booking. */
  readonly clock: Clock;
  /** Where the lines come from now. */
  readonly originsOf: OriginReader;
  /** Who asks: an agent cannot take back the owner's word. */
  readonly caller: Pick<Caller, "ceiling">;
}

/** A line or entry with what it was before. */
export interface DistrustedLine extends LedgerUnit {
  /** What was known of it before. */
  readonly was: LineOrigin;
}

/**
 * Books the lines of a range and returns those that had another class before. No file is changed. Anybody may lower what
 * nobody vouched for; what the owner typed or attested only the owner.
 *
 * @throws {MemoryError} failed, and nothing is booked: the file holds reports or is no part of the memory, or an owner's
 * line is among them and the caller is not the owner
 */
export function distrust(deps: DistrustDeps, range: TrustRange): DistrustedLine[] {
  const { state, clock, originsOf, caller } = deps;
  const { file } = range;
  const rule = pathRule(file.path);
  if (rule.tier === "review" || (rule.origin === "untrusted" && !rule.isImport && !rule.isOutside)) {
    throw new MemoryError(`Cannot distrust lines of "${file.path}": nothing there is taken for memory`);
  }
  const units = file.units().filter((it) => it.startLine <= range.endLine && it.endLine >= range.startLine);
  const origins = originsOf(file.path, units.map(({ raw }) => raw));
  const lines = units.flatMap((unit, at): DistrustedLine[] => {
    const was = origins[at];
    return was === undefined || isBookedUntrusted(was) ? [] : [{ ...unit, was }];
  });
  const owned = lines.find(({ was }) => was.state === "attested" || (was.origin === "owner" && was.state === "booked"));
  if (owned !== undefined && caller.ceiling !== "owner") {
    throw new MemoryError(
      `Cannot distrust line ${owned.startLine} of "${file.path}": the owner ${
        owned.was.state === "attested" ? "attested" : "typed"
      } it, and this caller is not the owner`,
      { hint: "type the same command yourself in a terminal, outside of any agent" },
    );
  }
  const bookedAt = clock.now().iso;
  state.ledger.distrust(lines.map(({ raw, was }) => ({
    path: file.path,
    line: raw,
    origin: "untrusted",
    sessionKind: was.sessionKind,
    observedAt: was.observedAt,
    session: was.session,
    channel: null,
    sender: null,
    supersessionKey: parseAnnotations(raw).key,
    writer: "distrust",
    bookedAt,
  })));
  return lines;
}

/** An untrusted line of a path that says so has no row of its own that would have to change. */
function isBookedUntrusted({ origin, state }: LineOrigin): boolean {
  return origin === "untrusted" && state === "booked";
}
