import type { App } from "../../app/app.ts";
import { noteDeps } from "../../app/note_deps.ts";
import { waitForTurns } from "../../app/wait_for_turns.ts";
import { note } from "../../capture/note.ts";
import type { Answer, ProgramFacts } from "../_declare.ts";
import { given } from "../_given.ts";
import { projectsOf } from "../_project_flags.ts";
import { noteNotices } from "../_text/note_notices.ts";
import { noteText } from "../_text/note_text.ts";
import { untrustedNotice } from "../_untrusted_notice.ts";
import type { UntilRead } from "../_until.ts";
import type { RememberFlags } from "./flags.ts";

/** What is proposed. */
export interface Proposal {
  /** The flags of the command. */
  readonly flags: RememberFlags;
  /** As it was given. */
  readonly text: string;
  /** It came through a pipe. */
  readonly isPiped: boolean;
  /** The last day. */
  readonly until: UntilRead;
}

/** Notes a proposal in the diary, with the class of whoever makes it, and returns what is printed. */
export async function propose(app: App, proposal: Proposal, program: ProgramFacts): Promise<Answer> {
  const { flags, text, isPiped, until } = proposal;
  const caller = app.caller(flags.sessionKind);
  if (!isPiped && caller.ceiling === "owner") await waitForTurns(app, "propose this as the owner", program.progress);
  const result = note(noteDeps(app, caller), {
    text,
    source: isPiped ? "stdin" : "argument",
    projects: projectsOf(flags, app.projectKey),
    triggers: flags.trigger,
    ...given({ key: flags.key, importance: flags.importance, until: until.day, session: flags.session }),
  });
  const isTainted = result.origin === "untrusted" && (isPiped || caller.ceiling !== "owner");
  const untrusted = isTainted ? untrustedNotice(app, caller, result) : [];
  const notices = [...app.notices, ...until.notices, ...noteNotices(text, result), ...untrusted];
  const reason = result.reason ?? "proposal";
  return { json: { ...result, reason, kind: "proposal", notices }, text: (style) => noteText(result, style), notices };
}
