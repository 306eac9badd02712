import type { App } from "../../app/app.ts";
import type { Receipt } from "../../capture/remember/carry_out.ts";
import type { SessionKind } from "../../provenance/origin.ts";
import { USER_FILE } from "../../workspace/layout.ts";
import type { Answer } from "../_declare.ts";
import { rememberText } from "../_text/remember_text.ts";

/** Returns what is printed for an order that was carried out, or that stood already (SPEC 14). */
export function answerOf(
  receipt: Receipt,
  app: App,
  facts: { sessionKind: SessionKind; notices: readonly string[] },
): Answer {
  const { kind, path, entry, text, replaced, pruned, isWritten, until } = receipt;
  const lifted = receipt.lifted ? ["This had been forgotten; your own word takes that back"] : [];
  const notices = [...facts.notices, ...lifted, ...budgetNotice(receipt, app)];
  return {
    json: {
      path,
      line: entry?.line ?? null,
      text: entry?.text ?? text,
      origin: "owner",
      sessionKind: facts.sessionKind,
      written: isWritten,
      reason: isWritten ? null : "duplicate",
      kind,
      key: entry?.key ?? null,
      until,
      lifted: receipt.lifted,
      replaced,
      pruned,
      notices,
    },
    text: (style) => rememberText(receipt, style),
    notices,
  };
}

function budgetNotice({ activeChars }: Receipt, { config }: App): string[] {
  const { userChars } = config.bootstrap;
  if (activeChars === null || activeChars <= userChars) return [];
  return [
    `The directives of ${USER_FILE} have ${activeChars} chars, and a session starts with ${userChars} of them: shorten some.`,
  ];
}
