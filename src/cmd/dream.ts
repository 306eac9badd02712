import { EXIT_CODES, MemoryError } from "../base/errors.ts";
import { explain } from "../dream/explain.ts";
import { sweep } from "../dream/sweep.ts";
import { sync } from "../pipeline/sync.ts";
import { defineCommand } from "./_declare.ts";
import { explanationText } from "./_text/explanation_text.ts";
import { failureNotices } from "./_text/failure_notices.ts";
import { sweepText } from "./_text/sweep_text.ts";

/** `memory dream`. */
export const command = defineCommand({
  details:
    "Runs light, REM and deep once: stages new and recalled claims, finds themes, and writes to MEMORY.md what passed " +
    "every gate. One sweep a local day. Typed by the owner it is real at once; any other call counts as scheduled, whose " +
    "first nights only show what they would do. A SELECTOR is a path, path:3, path:3-5, path#L3-L5, a key such as " +
    "c:0123456789ab, or text. With files that cannot be read the exit code is 5.",
  arguments: [],
  flags: {
    dryRun: { type: "boolean", description: "Change nothing and show what would happen" },
    force: { type: "boolean", description: "Run although this day has had its sweep" },
    scheduled: { type: "boolean", description: "Run as the timer does" },
    explain: {
      type: "string",
      value: "SELECTOR",
      description: "Explain where one claim stands instead; changes nothing",
    },
  },
  examples: [
    { command: "memory dream --dry-run", about: "what tonight would bring" },
    { command: 'memory dream --explain "port 18789"', about: "why a line is kept or not" },
    { command: "memory dream --explain memory/2026-08-19.md:3", about: "the same by place" },
  ],
  output: "answer",
  async run({ flags, app, program }) {
    if (flags.explain !== undefined && (flags.dryRun || flags.force || flags.scheduled)) {
      throw new MemoryError('Cannot use "--explain" together with another flag of "memory dream": it runs no sweep', {
        kind: "usage",
      });
    }
    const opened = await app();
    program.progress("Reading the memory …");
    const report = sync(opened);
    const { layout, state, index, clock, originsOf, config } = opened;
    const deps = { layout, state, index, clock, originsOf, config: config.dream };
    const notices = [...opened.notices, ...report.notices, ...failureNotices(report)];
    const hasFailed = report.failures.length > 0;
    if (flags.explain !== undefined) {
      const explanation = explain(deps, flags.explain);
      return {
        json: { ...explanation, notices },
        text: (style) => explanationText(explanation, style),
        notices,
        // "Unknown" may only mean that it could not be read.
        exitCode: hasFailed && explanation.verdict === "unknown" ? EXIT_CODES.partial : 0,
      };
    }
    program.progress("Dreaming …");
    const result = sweep(deps, {
      isTypedByOwner: opened.caller().ceiling === "owner",
      isScheduled: flags.scheduled,
      isDryRun: flags.dryRun,
      isForced: flags.force,
      isIndexWhole: !hasFailed && !report.isBehind,
    });
    const all = [...notices, ...result.notices];
    return {
      json: { ...result, notices: all },
      text: (style) => sweepText(result, style),
      notices: all,
      exitCode: hasFailed || result.status === "partial" ? EXIT_CODES.partial : 0,
    };
  },
});
