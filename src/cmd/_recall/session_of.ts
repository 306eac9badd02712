import type { App } from "../../app/app.ts";
import type { ChatType, SessionKind } from "../../provenance/origin.ts";

/** Where a message was said. */
export interface AskingSession {
  /** The client's name of the session, or `null`. */
  readonly session: string | null;
  /** What kind of session it is. */
  readonly sessionKind: SessionKind;
  /** Who reads along. */
  readonly chat: ChatType;
  /** Hooks tell of it. */
  readonly isHooked: boolean;
}

/**
 * Returns where a message was said. What hooks told of a session stands above what is declared (SPEC 4.1), as far as it
 * says that less may be put there: a session that others read is not made a private one by a flag.
 */
export function sessionOf(
  { caller, state }: Pick<App, "caller" | "state">,
  named: string | undefined,
  declared: { readonly kind: SessionKind | undefined; readonly chat: ChatType },
): AskingSession {
  const { sessionKind, session: own } = caller(declared.kind);
  const session = named ?? own;
  const known = session === null ? [] : state.sessions.named(session);
  const kind = known.find((each) => each.kind !== "interactive")?.kind ?? sessionKind;
  const chat = known.find((each) => each.chat !== "direct")?.chat ?? declared.chat;
  return { session, sessionKind: kind, chat, isHooked: known.length > 0 };
}
