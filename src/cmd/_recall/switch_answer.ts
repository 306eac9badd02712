import { requireOwnersOrder } from "../../app/require_owner.ts";
import { requireOwnSession } from "../../app/require_own_session.ts";
import { MemoryError } from "../../base/errors.ts";
import type { RecallSwitch } from "../../store/state/recall_off.ts";
import type { Answer } from "../_declare.ts";
import { switchText } from "../_text/recall_text.ts";
import type { RecallAction, RecallContext } from "./recall_flags.ts";

/** How recall stands, as scripts see it. */
export interface SwitchAnswer {
  /** Whether it is on, in the session if one is named. */
  readonly on: boolean;
  /** The session that was asked about, or `null`. */
  readonly session: string | null;
  /** Since when it is off in every session, ISO 8601, or `null`. */
  readonly offEverywhereSince: string | null;
  /** Since when it is off in the session, ISO 8601, or `null`. */
  readonly offInSessionSince: string | null;
  /** Whether the call changed anything. */
  readonly changed: boolean;
  /** From when on that counts, as a clause for people; `null` if nothing was changed. */
  readonly takesEffect: string | null;
}

/**
 * Shows or changes where recall is on (SPEC 9.3). Without a session it is about all of them.
 *
 * @throws {MemoryError} usage, if both a session and all of them are meant; failed, if it is not about the
 * caller's own session and the caller is not the owner
 */
export async function switchAnswer(action: RecallAction, { flags, app, program }: RecallContext): Promise<Answer> {
  if (flags.global && flags.session !== undefined) {
    throw new MemoryError(`Cannot use --global together with --session "${flags.session}": each says where`, {
      kind: "usage",
    });
  }
  const opened = await app();
  const { state, clock, notices } = opened;
  const session = flags.global ? null : flags.session ?? opened.caller(flags.sessionKind).session;
  const isChange = action !== "status";
  // An agent may be quiet in its own session; what holds in others is for the owner to say.
  if (isChange && session === null) {
    await requireOwnersOrder(opened, `turn recall ${action} in every session`, program.progress);
  } else if (isChange && session !== null) {
    await requireOwnSession(opened, { session, action: `turn recall ${action}` }, program.progress);
  }
  const changed = isChange &&
    (action === "off" ? state.recallOff.turnOff(session, clock.now().iso) : state.recallOff.turnOn(session));
  const answer = answerOf(state.recallOff.of(session), { session, changed });
  return { json: { ...answer, notices }, text: (style) => switchText(answer, style), notices };
}

function answerOf(
  { everywhere, session: inSession }: RecallSwitch,
  { session, changed }: { readonly session: string | null; readonly changed: boolean },
): SwitchAnswer {
  return {
    on: everywhere === null && inSession === null,
    session,
    offEverywhereSince: everywhere,
    offInSessionSince: inSession,
    changed,
    takesEffect: changed ? "with the next message" : null,
  };
}
