import { flushDeps } from "../app/flush_deps.ts";
import { MemoryError } from "../base/errors.ts";
import { writeFlush } from "../capture/flush/write_flush.ts";
import { normaliseProjectKey } from "../workspace/annotation_values.ts";
import { defineCommand } from "./_declare.ts";
import { checkAnswer, noModelAnswer, writeAnswer } from "./_flush/answers.ts";
import { runAnswer } from "./_flush/run_answer.ts";
import { FLUSH_FLAGS, readPart, transcriptBytes } from "./_flush/read_request.ts";
import { projectsOf } from "./_project_flags.ts";

/** `memory flush check|write|run`. */
export const command = defineCommand({
  details:
    "The save before a client compacts the context of a session. check says whether it is time, with the numbers; write " +
    "takes the agent's notes on stdin, one fact a line, into today's diary; run has the language model of your settings " +
    "write them from --transcript. Once " +
    "between two compactions of a session. A note counts as what it was taken from: with --transcript as the sentences " +
    "that hold all its words, else as the least trusted of all that the hooks saw since the last compaction.",
  arguments: [{ name: "ACTION", description: "What to do", choices: ["check", "write", "run"], isRequired: true }],
  flags: FLUSH_FLAGS,
  examples: [
    { command: "memory flush check --tokens 150000 --window 200000", about: "is it time?" },
    { command: 'printf "%s\\n" "The port is 18790" | memory flush write --session ID', about: "save notes" },
    { command: "memory flush write --session ID --transcript FILE < notes.txt", about: "judged by what was said" },
    { command: "memory flush run --transcript FILE", about: "have the language model write them" },
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
    const projects = projectsOf(flags, app.projectKey);
    const base = {
      cycle: flags.cycle ?? null,
      sessionKind: caller.sessionKind,
      projects: projects.length === 0 ? null : projects.map((key) => normaliseProjectKey(key) ?? key),
    };
    if (action === "run") {
      const model = await app.model("flush");
      if (model === null) return noModelAnswer(app, session);
      return await runAnswer(app, model, {
        ...base,
        caller,
        session,
        part: await readPart(app, context.request(), flags),
      });
    }
    if (program.isInputTerminal) program.progress("Reading notes from the terminal, one a line; end with Ctrl-D");
    const part = await readPart(app, context.request(), flags);
    const result = writeFlush(flushDeps(app), {
      ...base,
      notes: await program.readInput(),
      session: session ?? part?.session ?? null,
      part,
    });
    return writeAnswer(app, caller, result);
  },
});
