import { gatherStatus } from "../app/status/gather_status.ts";
import { EXIT_CODES } from "../base/errors.ts";
import { defineCommand } from "./_declare.ts";
import { statusText } from "./_text/status_text.ts";

/** `memory status`. */
export const command = defineCommand({
  details:
    "Tells what is where, how far the index is behind the files, where lines came from, what the last sweep did, " +
    "which native parts could be loaded, and who you are to this program. Changes nothing. With files that cannot be read " +
    "the exit code is 5.",
  arguments: [],
  flags: {},
  examples: [{ command: "memory status --json | jq .index", about: "one part of it" }],
  output: "answer",
  async run({ app, request }) {
    const status = await gatherStatus(await app(), request());
    return {
      json: {
        ...status,
        native: status.native.map(({ isLoaded, ...part }) => ({ ...part, loaded: isLoaded })),
      },
      text: (style) => statusText(status, style),
      notices: status.notices,
      exitCode: status.index.failures.length === 0 ? 0 : EXIT_CODES.partial,
    };
  },
});
