import { examine } from "../app/doctor/examine.ts";
import { gatherStatus } from "../app/status/gather_status.ts";
import { EXIT_CODES } from "../base/errors.ts";
import { defineCommand } from "./_declare.ts";
import { deepJson } from "./_doctor/doctor_json.ts";
import { doctorText } from "./_text/doctor_text.ts";
import { statusText } from "./_text/status_text.ts";

/** `memory status`. */
export const command = defineCommand({
  details:
    "Tells what is where, how far the index is behind the files, where lines came from, what the last sweep did, " +
    "which native parts could be loaded, and who you are to this program. Changes nothing. With files that cannot be read " +
    "the exit code is 5.",
  arguments: [],
  flags: {
    deep: { type: "boolean", description: "Look at everything as memory doctor does, which takes some seconds" },
  },
  examples: [
    { command: "memory status --json | jq .index", about: "one part of it" },
    { command: "memory status --deep", about: "with every check of memory doctor" },
  ],
  output: "answer",
  async run({ app, request, flags }) {
    const status = await gatherStatus(await app(), request());
    const deep = flags.deep ? await examine(request()) : null;
    return {
      json: {
        ...status,
        native: status.native.map(({ isLoaded, ...part }) => ({ ...part, loaded: isLoaded })),
        ...(deep === null ? {} : { deep: deepJson(deep) }),
      },
      text: (style) => statusText(status, style) + (deep === null ? "" : `\n\n${doctorText(deep, [], style)}`),
      notices: status.notices,
      exitCode: status.index.failures.length === 0 ? 0 : EXIT_CODES.partial,
    };
  },
});
