/**
 * What a line may do (SPEC 4.6), and where (SPEC 9.2). These six functions are the whole policy: every flow asks them, no setting overrides
 * them, and none reads what the text says.
 *
 * @module
 */
import type { ChatType, LineOrigin, LineState, OriginClass, SessionKind } from "./origin.ts";
import type { Tier } from "./tier.ts";

/** The answer of a predicate. */
export interface Verdict {
  /** Whether the act is allowed. */
  readonly passes: boolean;
  /** Why not, as a short clause for people; `null` when it passes. */
  readonly reason: string | null;
}

/** An entry of a curated file that might be put before an agent. */
export interface InjectableEntry {
  /** Of its file, from `pathRule`. */
  readonly tier: Tier;
  /** Of the entry. */
  readonly origin: OriginClass;
  /** Of the entry in the ledger. */
  readonly state: LineState;
  /** Its `expires` day has passed. */
  readonly isExpired: boolean;
  /** Its `status` says so, or a later entry has its key. */
  readonly isSuperseded: boolean;
  /** Its project keys; empty if it belongs to none; `invalid` if its annotation could not be read. */
  readonly projects: readonly string[] | "invalid";
  /** The keys that are active in the session. */
  readonly activeProjects: ReadonlySet<string>;
}

/** A standing intent about to fire. */
export interface FiringIntent {
  /** The class it was booked with. */
  readonly origin: OriginClass;
  /** Whether it was booked inside a tainted turn. */
  readonly isTainted: boolean;
}

/** Returns whether the dream may carry a line into a curated file. */
export function mayPromote(line: LineOrigin & { readonly isExpired: boolean }): Verdict {
  const origin = trustReason(line.origin);
  if (origin !== null) return refuse(origin);
  if (line.sessionKind !== "interactive") return refuse(`session kind ${line.sessionKind} is not interactive`);
  if (line.isImport) return refuse("it comes from an import and nobody attested it");
  if (line.state === "echo") return refuse("it repeats what was injected into its session");
  if (line.state === "pending") return refuse("its turn is still open");
  return line.isExpired ? refuse("it is expired") : PASS;
}

/** Returns whether an entry may be put before an agent that did not ask for it. */
export function mayAutoInject(entry: InjectableEntry): Verdict {
  if (entry.tier !== "curated") return refuse(`tier ${entry.tier} is not curated`);
  const origin = trustReason(entry.origin);
  if (origin !== null) return refuse(origin);
  if (entry.state === "pending") return refuse("its turn is still open");
  if (entry.isSuperseded) return refuse("it is superseded");
  if (entry.isExpired) return refuse("it is expired");
  if (entry.projects === "invalid") return refuse("its project annotation cannot be read");
  const idle = entry.projects.find((key) => !entry.activeProjects.has(key));
  return idle === undefined ? PASS : refuse(`project "${idle}" is not active`);
}

/** Returns whether a standing intent may be delivered. */
export function mayFire(intent: FiringIntent): Verdict {
  const origin = trustReason(intent.origin);
  if (origin !== null) return refuse(origin);
  return intent.isTainted ? refuse("it was booked inside a tainted turn") : PASS;
}

/** Returns whether a line may be used by lane 2 and by `bootstrap --recent`. */
export function mayEscalate(line: LineOrigin): Verdict {
  const origin = trustReason(line.origin);
  if (origin !== null) return refuse(origin);
  if (line.sessionKind !== "interactive") return refuse(`session kind ${line.sessionKind} is not interactive`);
  return line.state === "pending" ? refuse("its turn is still open") : PASS;
}

/** Returns whether a line of `AGENTS.md` may be injected: every line that is not known to be untrusted. */
export function mayInstruct(line: LineOrigin): Verdict {
  if (line.origin === "untrusted") return refuse("origin is untrusted");
  return line.state === "pending" ? refuse("its turn is still open") : PASS;
}

/**
 * Returns whether triggers, intents and lane 2 may put anything before a session unasked (SPEC 9.2): only where the owner
 * talks with the agent, and nobody else reads along.
 */
export function mayInjectInto(kind: SessionKind, chat: ChatType): Verdict {
  if (kind !== "interactive") return refuse(`session kind ${kind} is not interactive`);
  return chat === "direct" ? PASS : refuse(`chat type ${chat} is not direct`);
}

const PASS: Verdict = { passes: true, reason: null };

function refuse(reason: string): Verdict {
  return { passes: false, reason };
}

/** Returns why a class is not trusted enough to act by itself, or `null` for `owner` and `agent`. */
function trustReason(origin: OriginClass): string | null {
  return origin === "owner" || origin === "agent" ? null : `origin is ${origin}`;
}
