import { flushDeps } from "../app/flush_deps.ts";
import { MemoryError } from "../base/errors.ts";
import { writeFlush } from "../capture/flush/write_flush.ts";
import { normaliseProjectKey } from "../workspace/annotation_values.ts";
import { defineCommand } from "./_declare.ts";
import { checkAnswer, noModelAnswer, writeAnswer } from "./_flush/answers.ts";
import { FLUSH_FLAGS, readPart, transcriptBytes } from "./_flush/read_request.ts";
import { projectsOf } from "./_project_flags.ts";

/** `memory flush check|write|run`. */
export const command = defineCommand({
  details:
    "The save before a client compacts the context of a session. check says whether it is time, with the numbers; write " +
    "takes the agent's notes on stdin, one fact a line, into today's diary; run has a language model write them. Once " +
    "between two compactions of a session. A note counts as what it was taken from: with --transcript as the sentences " +
    "that hold all its words, else as the least trusted of all that the hooks saw since the last compaction.",
  arguments: [{ name: "ACTION", description: "What to do", choices: ["check", "write", "run"], isRequired: true }],
  flags: FLUSH_FLAGS,
  examples: [
    { command: "memory flush check --tokens 150000 --window 200000", about: "is it time?" },
    { command: 'printf "%s\\n" "The port is 18790" | memory flush write --session ID', about: "save notes" },
    { command: "memory flush write --session ID --transcript FILE < notes.txt", about: "judged by what was said" },
  ],
  output: "answer",
  async run({ arguments: [action], flags, program, ...context }) {
    const app = await context.app();
    const caller = app.caller(flags.sessionKind);
    const session = flags.session ?? caller.session;
    if (action === "check") {
      return checkAnswer(app, flags, { session, bytes: transcriptBytes(flags, context.request()) });
    }
    if (!app.config.flush.enabled) {
      throw new MemoryError(`Cannot ${action} notes before a compaction: flush.enabled is off`, {
        hint: "memory config set flush.enabled true",
      });
    }
    if (action === "run") return noModelAnswer(app, session);
    if (program.isInputTerminal) program.progress("Reading notes from the terminal, one a line; end with Ctrl-D");
    const part = await readPart(app, context.request(), flags);
    const projects = projectsOf(flags, app.projectKey);
    const result = writeFlush(flushDeps(app), {
      notes: await program.readInput(),
      session: session ?? part?.session ?? null,
      cycle: flags.cycle ?? null,
      sessionKind: caller.sessionKind,
      part,
      isOwnPart: part?.isOwn ?? false,
      projects: projects.length === 0 ? null : projects.map((key) => normaliseProjectKey(key) ?? key),
    });
    return writeAnswer(app, result);
  },
});
