import { EXIT_CODES } from "../base/errors.ts";
import { sync } from "../pipeline/sync.ts";
import { defineCommand } from "./_declare.ts";
import { embedIndex } from "./_embed_index.ts";
import { finishForgets, forgetNotices } from "./_forget/finish_forgets.ts";
import { indexText } from "./_text/index_text.ts";
import { checkWatchFlags } from "./_watch_flags.ts";

/** `memory index`. */
export const command = defineCommand({
  details:
    "Every reading command does this first by itself. The index follows from the files and the state: it may be " +
    "deleted at any time and is built again.",
  arguments: [],
  flags: {
    force: { type: "boolean", description: "Build the whole index anew; the old one serves until then" },
    noEmbed: {
      type: "boolean",
      description: "Leave what has no vector yet for the next time; words are found at once",
    },
    watch: { type: "boolean", description: "Go on taking up changes as they come, until told to stop" },
    ndjson: { type: "boolean", description: "With --watch, print one JSON document a line, as in a pipe" },
  },
  examples: [
    { command: "memory index", about: "take up what changed" },
    { command: "memory index --force", about: "start over; vectors of known text are kept" },
    { command: "memory index --no-embed", about: "be done in seconds; search by meaning follows later" },
    { command: "memory index --watch", about: "keep it up to date; one line for each batch of changes" },
  ],
  output: "answer",
  async run({ flags, app, reopen, program }) {
    checkWatchFlags(flags);
    if (flags.watch) {
      const { watchIndex } = await import("./_watch_index.ts");
      return await watchIndex({ app, reopen, program }, { isEmbedLeftOut: flags.noEmbed });
    }
    const opened = await app();
    program.progress("Indexing …");
    const forgotten = forgetNotices(finishForgets(opened));
    const report = sync(opened, { isForced: flags.force, isRequired: true, isThorough: true });
    const { files, chunks, failures, skipped, isBehind, notices } = report;
    const embedded = await embedIndex(opened, { isLeftOut: flags.noEmbed, progress: program.progress });
    const { vectors } = embedded;
    const all = [...opened.notices, ...forgotten, ...notices, ...embedded.notices];
    return {
      json: { files, chunks, vectors, failures, skipped, behind: isBehind, notices: all },
      text: (style) => indexText({ files, chunks, vectors, failures, skipped }, style),
      notices: all,
      exitCode: failures.length === 0 ? 0 : EXIT_CODES.partial,
    };
  },
});
