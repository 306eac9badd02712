import { noteDeps } from "../app/note_deps.ts";
import { waitForTurns } from "../app/wait_for_turns.ts";
import { DERIVED_FROM, note } from "../capture/note.ts";
import { defineCommand } from "./_declare.ts";
import { given } from "./_given.ts";
import { NOTE_DAY_FLAGS, readNoteDays } from "./_note_days.ts";
import { PROJECT_FLAGS, projectsOf } from "./_project_flags.ts";
import { SESSION_FLAGS } from "./_session_flags.ts";
import { noteText } from "./_text/note_text.ts";
import { noteNotices } from "./_text/note_notices.ts";
import { GIVEN_OUTSIDE, untrustedNotice } from "./_untrusted_notice.ts";

/** The word that stands for standard input. */
const STDIN_WORD = "-";

/** `memory note TEXT…`. */
export const command = defineCommand({
  details:
    "Appends one bullet to the diary of the day and books where it came from before it is written. What is passed " +
    "on from elsewhere has to say so with --derived-from; such lines are found by search and never promoted.",
  arguments: [{
    name: "TEXT",
    description: 'What to note, or "-" to read it from stdin',
    isRequired: true,
    isVariadic: true,
  }],
  flags: {
    ...PROJECT_FLAGS,
    key: {
      type: "string",
      value: "NAME",
      description: "Supersession key: a later note with the same key replaces this one",
      completion: "key-name",
    },
    importance: { type: "integer", value: "N", minimum: 1, maximum: 10, description: "Importance from 1 to 10" },
    trigger: { type: "string", value: "PHRASE", isRepeatable: true, description: "Phrase that brings it up" },
    ...NOTE_DAY_FLAGS,
    derivedFrom: {
      type: "string",
      value: "SOURCE",
      choices: DERIVED_FROM,
      description: "Where the text was taken from",
    },
    ...SESSION_FLAGS,
  },
  examples: [
    { command: 'memory note "The gateway listens on port 18789"', about: "a fact" },
    { command: 'memory note "The certificate is valid" --until 2026-12-31', about: "one that ends" },
    { command: "git log -1 --format=%s | memory note - --derived-from tool", about: "from a pipe" },
  ],
  output: "answer",
  async run(context) {
    const { flags, app, program } = context;
    const isStdin = context.arguments.length === 1 && context.arguments[0] === STDIN_WORD;
    const text = isStdin ? await program.readInput() : context.arguments.join(" ");
    const opened = await app();
    const days = await readNoteDays(flags, opened.clock);
    const caller = opened.caller(flags.sessionKind);
    if (!isStdin && caller.ceiling === "owner") await waitForTurns(opened, "note this as the owner", program.progress);
    // To be at work somewhere is to make its project active (SPEC 9.4).
    opened.projectsOf(flags.session ?? caller.session);
    const result = note(noteDeps(opened, caller), {
      text,
      source: isStdin ? "stdin" : "argument",
      projects: projectsOf(flags, opened.projectKey),
      triggers: flags.trigger,
      ...given({
        key: flags.key,
        importance: flags.importance,
        ...days.given,
        derivedFrom: flags.derivedFrom,
        session: flags.session,
      }),
    });
    if (flags.derivedFrom !== undefined) opened.hearOutside(GIVEN_OUTSIDE[flags.derivedFrom]);
    if (result.written) opened.connection?.wrote(result.path, result.text);
    // What is proven to be the owner's was not looked up.
    const isTainted = result.origin === "untrusted" && (isStdin || caller.ceiling !== "owner");
    const why = flags.derivedFrom === undefined
      ? { given: text, otherwise: "it repeats a line that is untrusted" }
      : {};
    const untrusted = isTainted
      ? untrustedNotice(opened, caller, { ...result, ...why, flag: flags.session ?? null })
      : [];
    const notices = [...opened.notices, ...days.notices, ...noteNotices(text, result, flags), ...untrusted];
    return { json: { ...result, notices }, text: (style) => noteText(result, style), notices };
  },
});
