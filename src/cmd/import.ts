import { resolve } from "node:path";
import { EXIT_CODES, MemoryError } from "../base/errors.ts";
import { findFiles } from "../capture/import/find_sources.ts";
import { importFiles } from "../capture/import/import_files.ts";
import { IMPORT_SOURCES } from "../capture/import/import_source.ts";
import { refuseOwn, withoutOwn } from "../capture/import/without_own.ts";
import { sync } from "../pipeline/sync.ts";
import { defineCommand } from "./_declare.ts";
import { importText } from "./_text/import_text.ts";

/** `memory import PATH --from SOURCE`. */
export const command = defineCommand({
  details:
    "Copies Markdown into memory/imports/SOURCE/. What came in is found by search and stays untrusted, so that it is " +
    "neither promoted nor put before an agent by itself, until you vouch for lines of it. Secrets and personal data are " +
    "taken out first. Nothing is overwritten; the same import twice is one. Transcripts go through memory ingest.",
  arguments: [{ name: "PATH", description: "A file or a folder", isRequired: true, completion: "file" }],
  flags: {
    from: {
      type: "string",
      value: "SOURCE",
      choices: IMPORT_SOURCES,
      description: "Whose memory it is, which decides what is looked for",
    },
    dryRun: { type: "boolean", description: "Show what would be copied, and write nothing" },
  },
  examples: [
    { command: "memory import ~/.claude --from claude-code", about: "CLAUDE.md and the memory of each project" },
    { command: "memory import ~/Downloads/export --from chatgpt --dry-run", about: "what an export would bring" },
    { command: "memory import ~/vault --from markdown", about: "a folder of notes as it is" },
  ],
  output: "answer",
  async run({ arguments: words, flags, app, program, request }) {
    const { from: source } = flags;
    if (source === undefined) {
      throw new MemoryError(
        `Cannot import without knowing whose memory it is: --from should be one of ${IMPORT_SOURCES.join(", ")}`,
        {
          kind: "usage",
          hint: "write it as in: memory import notes --from markdown",
        },
      );
    }
    const opened = await app();
    const { layout, clock, config } = opened;
    const path = resolve(request().cwd, words[0] ?? "");
    refuseOwn(layout, path);
    program.progress("Importing …");
    const found = withoutOwn(layout, findFiles(source, path, { at: (ms) => clock.at(ms) }));
    const report = importFiles({ layout, redaction: config.redact, tombstones: opened.state.tombstones }, {
      source,
      found,
      isDryRun: flags.dryRun,
    });
    const { files, leftOut, redacted, forgotten } = report;
    if (files.length + leftOut.length === 0) {
      throw new MemoryError(`Cannot import "${path}": nothing of ${source} is there`, {
        hint: '"memory help import" says what is looked for',
      });
    }
    // The class of every line is known from here on, and of what repeats it.
    const synced = flags.dryRun ? null : sync(opened);
    const notices = [...opened.notices, ...synced?.notices ?? []];
    const skipped = leftOut.map(({ from, reason }) => ({ path: from, reason }));
    return {
      json: {
        source,
        target: `memory/imports/${source}`,
        dryRun: flags.dryRun,
        files,
        skipped,
        redacted,
        forgotten,
        notices,
      },
      text: (style) => importText(report, style),
      notices,
      exitCode: files.length === 0 || leftOut.some(({ isFailure }) => isFailure) ? EXIT_CODES.partial : 0,
    };
  },
});
