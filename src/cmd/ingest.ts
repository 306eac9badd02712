import { carryOutChatOrders } from "../app/chat_orders.ts";
import { ingestDeps } from "../app/ingest_deps.ts";
import { openTrialIngest } from "../app/trial_ingest.ts";
import { EXIT_CODES, MemoryError } from "../base/errors.ts";
import { ingest } from "../capture/ingest.ts";
import { TRANSCRIPT_CLIENTS } from "../capture/transcripts/transcript_event.ts";
import { expandPath } from "../workspace/user_paths.ts";
import { defineCommand } from "./_declare.ts";
import { ingestAnswer } from "./_ingest_answer.ts";
import { checkWatchFlags } from "./_watch_flags.ts";

/** `memory ingest TRANSCRIPT…`. */
export const command = defineCommand({
  details:
    "Reads transcripts of Claude Code, Codex, OpenClaw and Gemini CLI, and the neutral format of docs/transcripts.md; what " +
    "a file is shows by what it holds. Statements become dated lines of the diaries; secrets and personal data are taken out " +
    "first. A redacted transcript is kept beside. A file may be given again and again, also when it grew, was renamed, " +
    "rewritten or copied: what was read counts once.",
  arguments: [{
    name: "TRANSCRIPT",
    description: "Transcripts, and folders that hold some",
    isRequired: true,
    isVariadic: true,
    completion: "file",
  }],
  flags: {
    from: {
      type: "string",
      value: "CLIENT",
      choices: TRANSCRIPT_CLIENTS,
      description: "Take only transcripts of this format",
    },
    dryRun: { type: "boolean", description: "Say what would be written, and write nothing" },
    watch: { type: "boolean", description: "Go on taking up what is added, until told to stop" },
    ndjson: { type: "boolean", description: "With --watch, print one JSON document a line, as in a pipe" },
  },
  examples: [
    { command: "memory ingest ~/.claude/projects", about: "everything that Claude Code kept" },
    { command: "memory ingest rollout.jsonl --dry-run", about: "what one transcript would give" },
    { command: "memory ingest ~/.codex/sessions --watch", about: "as sessions go on" },
  ],
  output: "answer",
  async run(context) {
    const { flags, app, program, reopen } = context;
    checkWatchFlags({ ...flags, force: false });
    if (flags.watch && flags.dryRun) {
      throw new MemoryError('Cannot use "--dry-run" together with "--watch": what is not written would come again', {
        kind: "usage",
        hint: "leave one of them out",
      });
    }
    const { cwd, homeDir } = context.request();
    const paths = context.arguments.map((path) => pathOf(path, { cwd, homeDir }));
    const request = { paths, ...(flags.from === undefined ? {} : { client: flags.from }) };
    if (flags.watch) {
      const { watchTranscripts } = await import("./_watch_transcripts.ts");
      return await watchTranscripts({ app, reopen, program }, { ...request, homeDir });
    }
    const opened = await app();
    const deps = ingestDeps(opened, { homeDir, onProgress: program.progress, caller: opened.caller(undefined) });
    const trial = flags.dryRun ? openTrialIngest(opened, deps, homeDir) : null;
    try {
      const report = await ingest(trial?.deps ?? deps, request, trial === null ? opened.config.sessions.keepDays : 0);
      if (trial === null) carryOutChatOrders(opened);
      const { json, text } = ingestAnswer(report, { isDryRun: flags.dryRun, notices: opened.notices });
      const isWhole = report.failures.length === 0 && report.malformed.length === 0;
      return { json, text, notices: opened.notices, exitCode: isWhole ? 0 : EXIT_CODES.partial };
    } finally {
      trial?.close();
    }
  },
});

/** Standard input has no place that can be gone back to, and nobody can say where it comes from. */
function pathOf(path: string, { cwd, homeDir }: { readonly cwd: string; readonly homeDir: string }): string {
  if (path === "-") {
    throw new MemoryError("Cannot ingest standard input: a transcript is read from its file, so that it counts once", {
      kind: "usage",
      hint: "save it as a file and name that",
    });
  }
  return expandPath(path, homeDir, cwd);
}
