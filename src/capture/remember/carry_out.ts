/**
 * An order of the owner to remember something (SPEC 7.2): a preference becomes a directive in `USER.md`, a fact an entry of
 * `MEMORY.md`. Typed at a terminal or said in chat, it is carried out here. Whether it is the owner's is proven before.
 *
 * @module
 */
import type { Clock, LocalDay } from "../../base/clock.ts";
import type { CoreLimits } from "../../curate/accept.ts";
import type { Author } from "../../curate/author.ts";
import { directiveForm, withoutMemo } from "../../curate/directive/directive_form.ts";
import { type EntryPlace, writeDirective } from "../../curate/directive/write_directive.ts";
import { writeFact } from "../../curate/fact/write_fact.ts";
import { grantsPermission } from "../../provenance/grants_permission.ts";
import type { SessionKind } from "../../provenance/origin.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import type { Annotations } from "../../workspace/annotation.ts";
import { MEMORY_FILE, USER_FILE, type WorkspaceLayout } from "../../workspace/layout.ts";
import { isOneOff } from "../chat/chat_order.ts";
import { noteText } from "../note_text.ts";
import { type RedactionPolicy, redactShown } from "../redact/redact.ts";

/** What carrying out works with. */
export interface RememberDeps {
  /** Where the files and locks are. */
  readonly layout: WorkspaceLayout;
  /** For the day of the order. */
  readonly clock: Clock;
  /** Ledger, pre-images, what left `MEMORY.md`, what was forgotten. */
  readonly state: Pick<StateStore, "ledger" | "preImages" | "departures" | "remembered" | "tombstones" | "transaction">;
  /** The live reader of origins. */
  readonly originsOf: OriginReader;
  /** The settings that count here. */
  readonly config: {
    /** The longest text, in chars (`note.maxChars`). */
    readonly maxChars: number;
    /** Days that a superseded directive stays (`remember.keepSupersededDays`). */
    readonly keepDays: number;
    /** What `MEMORY.md` may hold (`dream.deep`). */
    readonly limits: CoreLimits;
    /** Overlap of near-duplicates (`dream.similarity`). */
    readonly similarity: number;
    /** What counts as a secret (`redact`). */
    readonly redaction: RedactionPolicy;
  };
}

/** What is ordered. */
export interface RememberOrder {
  /** As it was said. */
  readonly text: string;
  /** `either`: a preference if it has the form of one, else a fact. */
  readonly want: "directive" | "fact" | "either";
  /** Supersession key, or `null`. */
  readonly key: string | null;
  /** Key (`e:…`) of the entry whose place it takes, or `null`. */
  readonly replaces: string | null;
  /** The last day on which it holds, or `null`. */
  readonly until: LocalDay | null;
  /** The owner said that a permission has no end; only at a terminal (SPEC 4.8). */
  readonly isStanding: boolean;
  /** The owner has seen the close directives and wants them to stay. */
  readonly keepsClose: boolean;
  /** Of a fact: project keys, triggers, importance. Directives hold everywhere. */
  readonly annotations: Pick<Annotations, "projects" | "triggers" | "importance">;
  /** Where it was said, and when; `null` for now. What was said later on the same subject holds against it. */
  readonly from: Pick<Author, "session" | "channel" | "sender" | "observedAt"> & { readonly sessionKind: SessionKind };
}

/** Why nothing was written. `standing`: there was no need; `outdated`: something else was said later. */
export type Unwritten = "standing" | "outdated" | "doubt" | "no directive" | "once" | "permission" | "secret";

/** What became of an order. */
export interface Receipt {
  /** `null` if it became neither. */
  readonly kind: "directive" | "fact" | null;
  /** The file, relative to the workspace; `null` if it became nothing. */
  readonly path: string | null;
  /** The entry as it stands; `null` if it became nothing. */
  readonly entry: EntryPlace | null;
  /** As it is or would be written. */
  readonly text: string;
  /** Whether a file was changed. */
  readonly isWritten: boolean;
  /** Why not, else `null`. */
  readonly reason: Unwritten | null;
  /** What it took the place of. */
  readonly replaced: readonly EntryPlace[];
  /** In doubt: directives that it may be meant to replace. */
  readonly close: readonly EntryPlace[];
  /** Superseded directives that left `USER.md`. */
  readonly pruned: readonly EntryPlace[];
  /** The last day on which it holds, or `null`. */
  readonly until: LocalDay | null;
  /** Of a directive: chars of all active ones, annotations stripped; else `null`. */
  readonly activeChars: number | null;
  /** Kinds of secrets that were found, and how many of each. */
  readonly secrets: Readonly<Record<string, number>>;
  /** It had been forgotten, and the order took that back. */
  readonly lifted: boolean;
}

/**
 * Carries out an order and says what became of it.
 *
 * @throws {MemoryError} usage, if the text is empty or too long or a value cannot stand in an annotation; failed, if the
 * file may not or cannot be written, the fact does not fit, or what should be replaced is gone; busy, if other writers hold
 * the file for a minute
 */
export function carryOut(deps: RememberDeps, order: RememberOrder): Receipt {
  const { counts } = redactShown(order.text, deps.config.redaction);
  if (Object.keys(counts).length > 0) return { ...nothing("", "secret"), secrets: counts };
  const said = noteText(order.text, deps.config.maxChars);
  if (order.want !== "fact" && isOneOff(said)) return nothing(said, "once");
  const form = order.want === "fact" ? null : permissionForm(said) ?? directiveForm(said);
  if (form === null && order.want === "directive") return nothing(said, "no directive");
  const text = form ?? withoutMemo(said);
  const isOpenPermission = grantsPermission(text) && order.until === null && !order.isStanding;
  if (isOpenPermission) return { ...nothing(text, "permission"), kind: form === null ? "fact" : "directive" };
  const lifted = [said, text].map((it) => deps.state.tombstones.lift(it)).includes(true);
  return { ...form === null ? rememberFact(deps, order, text) : rememberDirective(deps, order, form), lifted };
}

/** A permission is an order by its nature, in whatever form it is given; its words are the owner's, and stay. */
function permissionForm(said: string): string | null {
  return grantsPermission(said) ? withoutMemo(said) : null;
}

function rememberDirective(deps: RememberDeps, order: RememberOrder, text: string): Receipt {
  const { layout, state, originsOf, clock, config } = deps;
  const now = clock.now();
  const { key, replaces, keepsClose, until } = order;
  const outcome = writeDirective(
    { layout, state, originsOf, keepDays: config.keepDays },
    { text, key, replaces, keepsClose, expires: until },
    { author: authorOf(order, now.iso), now, sweepId: null },
  );
  const base = { ...nothing(text, null), kind: "directive" as const, until };
  switch (outcome.kind) {
    case "doubt":
      return { ...base, reason: "doubt", close: outcome.close };
    case "standing":
    case "outdated":
      return { ...base, path: USER_FILE, entry: outcome.entry, reason: outcome.kind };
    case "written": {
      const { entry, replaced, pruned, activeChars } = outcome;
      return { ...base, path: USER_FILE, entry, isWritten: true, replaced, pruned, activeChars };
    }
  }
}

function rememberFact(deps: RememberDeps, order: RememberOrder, text: string): Receipt {
  const { layout, state, originsOf, clock, config } = deps;
  const now = clock.now();
  const { key, replaces, until, annotations } = order;
  const outcome = writeFact(
    { layout, state, originsOf, limits: config.limits, similarity: config.similarity },
    { text, annotations: { ...annotations, key, expires: until }, replaces },
    { author: authorOf(order, now.iso), now },
  );
  const base = { ...nothing(text, null), kind: "fact" as const, path: MEMORY_FILE, entry: outcome.entry };
  return outcome.kind === "standing"
    ? { ...base, reason: "standing", until: outcome.expires }
    : { ...base, isWritten: true, replaced: outcome.replaced, until };
}

function authorOf({ from }: RememberOrder, now: string): Author {
  return { ...from, origin: "owner", observedAt: from.observedAt ?? now, writer: "remember" };
}

function nothing(text: string, reason: Unwritten | null): Receipt {
  return {
    kind: null,
    path: null,
    entry: null,
    text,
    isWritten: false,
    reason,
    replaced: [],
    close: [],
    pruned: [],
    until: null,
    activeChars: null,
    secrets: {},
    lifted: false,
  };
}
