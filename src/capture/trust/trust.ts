/**
 * `memory trust` (SPEC 4.3): what is meant, shown and asked file by file, then attested.
 *
 * @module
 */
import { stripAnnotations } from "../../workspace/annotation.ts";
import type { Clock } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import type { LineState, OriginClass } from "../../provenance/origin.ts";
import { select, type SelectDeps } from "../../select/select.ts";
import { readSelectedFile } from "../../select/selected_file.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import type { WorkspaceLayout } from "../../workspace/layout.ts";
import { attest } from "./attest.ts";
import { filesBelow } from "./files_below.ts";
import { type AttestedClass, planTrust, type TrustPlan } from "./plan_trust.ts";

/** What {@linkcode trust} works with. */
export interface TrustDeps {
  /** Where the files lie. */
  readonly layout: WorkspaceLayout;
  /** The ledger is written. */
  readonly state: Pick<StateStore, "ledger" | "tombstones" | "transaction">;
  /** The time of booking. */
  readonly clock: Clock;
  /** Where lines come from now. */
  readonly originsOf: OriginReader;
  /** What selectors are resolved with. */
  readonly select: SelectDeps;
}

/** What to trust. */
export interface TrustRequest {
  /** SPEC 6, or a folder: all files of the memory in it. */
  readonly selector: string;
  /** The class that the lines get. */
  readonly origin: AttestedClass;
}

/** Which plan of several is shown, and how many of its lines had been forgotten: a yes takes that back. */
export interface ShownPlace {
  /** From 1. */
  readonly at: number;
  /** How many there are. */
  readonly of: number;
  /** Lines that say what was forgotten. */
  readonly forgotten: number;
}

/** Shows a plan to the owner, the `at`-th of `of`, and returns the answer; `stop` leaves this one and the rest alone. */
export type Confirm = (
  plan: TrustPlan,
  place: ShownPlace,
) => Promise<"yes" | "no" | "stop">;

/** One line or entry that was asked about. */
export interface AskedLine {
  /** 1-based, inclusive; as it stood when it was shown. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** As it stood. */
  readonly text: string;
  /** The class that it had. */
  readonly was: OriginClass;
  /** How the ledger knew it. */
  readonly state: LineState;
}

/** What became of one file. */
export interface TrustedFile {
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** Whether its lines were attested. */
  readonly applied: boolean;
  /** Why not: `declined`, or why it could not be done; `null` if they were. */
  readonly reason: string | null;
  /** What was asked about. */
  readonly lines: readonly AskedLine[];
  /** How many of them had been forgotten, which is taken back. */
  readonly lifted: number;
}

/** What was trusted. */
export interface TrustResult {
  /** The class that the lines got. */
  readonly origin: AttestedClass;
  /** Lines and entries attested. */
  readonly trusted: number;
  /** Files that had something to ask about, in the order in which they were shown. */
  readonly files: readonly TrustedFile[];
}

/**
 * Lets the owner lift lines. Without anything to lift nothing is asked.
 *
 * @throws {MemoryError} see `select` and `planTrust`; of several files one that cannot be lifted is named in the result
 */
export async function trust(deps: TrustDeps, request: TrustRequest, confirm: Confirm): Promise<TrustResult> {
  const { origin } = request;
  const paths = filesBelow(deps.select, request.selector);
  if (paths === null) {
    const plan = planTrust(select(deps.select, request.selector), origin, deps.originsOf);
    if (plan.lines.length === 0) return resultOf(origin, []);
    const answer = await confirm(plan, { at: 1, of: 1, forgotten: forgottenIn(deps, plan) });
    const count = answer === "yes" ? attest(deps, plan, origin) : 0;
    return resultOf(origin, [told(plan, answer === "yes" ? null : DECLINED, count)]);
  }
  const open = paths.filter((path) => hasLines(planOf(deps, path, origin)));
  const files: TrustedFile[] = [];
  for (const [at, path] of open.entries()) {
    // Worked out again: looking through the files before may have taken the owner an hour.
    const plan = planOf(deps, path, origin);
    if ("reason" in plan) files.push({ ...plan, applied: false, lines: [], lifted: 0 });
    else if (hasLines(plan)) {
      const answer = await confirm(plan, { at: at + 1, of: open.length, forgotten: forgottenIn(deps, plan) });
      files.push(answer === "yes" ? lifted(deps, plan, origin) : told(plan, DECLINED));
      if (answer === "stop") break;
    }
  }
  return resultOf(origin, files);
}

function forgottenIn({ state: { tombstones } }: TrustDeps, { attested }: TrustPlan): number {
  return tombstones.isEmpty() ? 0 : attested.filter(({ raw }) => tombstones.isForgotten(stripAnnotations(raw))).length;
}

const DECLINED = "declined";

function resultOf(origin: AttestedClass, files: readonly TrustedFile[]): TrustResult {
  const trusted = files.reduce((sum, { applied, lines }) => sum + (applied ? lines.length : 0), 0);
  return { origin, trusted, files };
}

/** A file that cannot be asked about, and why. */
interface Unaskable {
  readonly path: string;
  readonly reason: string;
}

function hasLines(plan: TrustPlan | Unaskable): boolean {
  return "reason" in plan || plan.lines.length > 0;
}

function planOf(deps: TrustDeps, path: string, origin: AttestedClass): TrustPlan | Unaskable {
  try {
    const file = readSelectedFile(deps.select, path);
    return planTrust({ file, startLine: 1, endLine: file.lines().length }, origin, deps.originsOf);
  } catch (error) {
    if (error instanceof MemoryError) return { path, reason: error.message };
    throw error;
  }
}

/** Of several files one that cannot be lifted is no reason to leave the others alone. */
function lifted(deps: TrustDeps, plan: TrustPlan, origin: AttestedClass): TrustedFile {
  try {
    return told(plan, null, attest(deps, plan, origin));
  } catch (error) {
    if (error instanceof MemoryError) return told(plan, error.message);
    throw error;
  }
}

function told({ file, lines }: TrustPlan, reason: string | null, count = 0): TrustedFile {
  return {
    path: file.path,
    applied: reason === null,
    reason,
    lines: lines.map(({ startLine, endLine, raw, origin }) => ({
      startLine,
      endLine,
      text: raw.trimEnd(),
      was: origin.origin,
      state: origin.state,
    })),
    lifted: count,
  };
}
