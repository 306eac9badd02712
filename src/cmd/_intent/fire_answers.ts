/**
 * What is due, and what a message brings up.
 *
 * @module
 */
import type { App } from "../../app/app.ts";
import { intentDeps } from "../../app/intent_deps.ts";
import { terminalText } from "../../base/text/display.ts";
import { dueIntents } from "../../intents/due.ts";
import { type FiredIntent, fireIntents, type FireRequest } from "../../intents/fire.ts";
import { settleIntents } from "../../intents/settle.ts";
import { fence, fenceOverhead } from "../../lanes/fence.ts";
import type { ChatType } from "../../provenance/origin.ts";
import type { Caller } from "../../provenance/caller.ts";
import { mayInjectInto } from "../../provenance/predicates.ts";
import type { Answer } from "../_declare.ts";
import type { TextStyle } from "../_style.ts";

/** Names the block in its frame. */
const SOURCE = "intents that are due";

/** Returns what is due and was not delivered, and diary lines to be looked at again; `isTaken` counts them as delivered. */
export function dueAnswer(opened: App, isTaken: boolean): Answer {
  const { notices } = opened;
  const deps = intentDeps(opened);
  settleIntents(deps);
  const { due, reviews } = dueIntents(deps, { root: opened.layout.root, isTaken });
  const json = {
    due: due.map((each) => dueJson(opened, each)),
    reviews: reviews.map((each) => dueJson(opened, each)),
    taken: isTaken,
  };
  return {
    json: { ...json, notices },
    text: (style) => dueText(json, style),
    notices,
  };
}

/** What `memory intent match` was called with. */
export interface MatchCall extends Pick<FireRequest, "message" | "channel" | "sender" | "session"> {
  /** Who reads along. */
  readonly chat: ChatType;
  /** Only say what would fire. */
  readonly isDryRun: boolean;
}

/** Fires what is due and what a message brings up, for runtimes without hooks. */
export function matchAnswer(opened: App, caller: Caller, { chat, ...call }: MatchCall): Answer {
  const { notices } = opened;
  const deps = intentDeps(opened);
  settleIntents(deps);
  const { passes, reason } = mayInjectInto(caller.sessionKind, chat);
  const roomChars = deps.config.blockChars - fenceOverhead(SOURCE);
  const outcome = passes ? fireIntents(deps, { ...call, place: "match", roomChars }) : { fired: [], passedOver: [] };
  const context = outcome.fired.length === 0 ? "" : fence(outcome.fired.map(({ line }) => line).join("\n"), SOURCE);
  const json = {
    fired: outcome.fired.map((each) => dueJson(opened, each)),
    passedOver: outcome.passedOver.map((each) => ({ id: each.row.key, reason: each.reason })),
    context,
    dryRun: call.isDryRun,
    reason: passes ? null : reason,
  };
  return {
    json: { ...json, notices },
    text: (style) =>
      json.reason !== null
        ? style.dim(`Nothing fires here: ${json.reason}`)
        : context === ""
        ? style.dim("Nothing fires")
        : context,
    notices,
  };
}

type Delivered = Pick<FiredIntent, "row" | "set" | "dueMs" | "isLate" | "missed">;

function dueJson({ clock }: App, { row, set, dueMs, isLate, missed }: Delivered) {
  return {
    id: row.key,
    kind: row.kind,
    text: row.text,
    keywords: set,
    dueAt: dueMs === null ? null : clock.at(dueMs).iso,
    late: isLate,
    missed,
    path: row.path,
    origin: row.origin,
    createdAt: row.createdAt,
  };
}

type DueJson = ReturnType<typeof dueJson>;

function dueText(
  { due, reviews }: { readonly due: readonly DueJson[]; readonly reviews: readonly DueJson[] },
  style: TextStyle,
): string {
  if (due.length + reviews.length === 0) return style.dim("Nothing is due");
  const lineOf = ({ id, text, dueAt, late, missed, path }: DueJson) => {
    const facts = [
      `due ${dueAt}`,
      ...late ? ["late"] : [],
      ...missed === 0 ? [] : [`missed ${missed} before`],
      ...path === null ? [] : [path],
    ];
    return `${style.bold(id)}  ${terminalText(text)}  ${style.dim(`(${facts.join(", ")})`)}`;
  };
  return [
    ...due.map(lineOf),
    ...reviews.length === 0 ? [] : [style.bold("To be looked at again"), ...reviews.map(lineOf)],
  ].join("\n");
}
