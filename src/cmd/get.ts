import { selectDeps } from "../app/select_deps.ts";
import { get } from "../lanes/get.ts";
import { liveFiles } from "../lanes/live_files.ts";
import { givenByRead, logGiven } from "../lanes/log_given.ts";
import { defineCommand } from "./_declare.ts";
import { handedTo } from "./_handed_to.ts";
import { getText } from "./_text/get_text.ts";
import { UNTRUSTED_LINES } from "./_untrusted_notice.ts";

/** `memory get SELECTOR`. */
export const command = defineCommand({
  details:
    "Reads at most 120 lines or 12,000 chars and says how to go on: path:3 reads on from line 3. Never reads outside of " +
    "the workspace and the extra paths of your settings. Words that stand in several places are refused, with the places. " +
    "An agent that reads untrusted lines taints its turn.",
  arguments: [{
    name: "SELECTOR",
    description: "Lines, a file, a key or words of a line: path, path:3, path:3-9, path#L3-L9, c:0123456789ab, k:name",
    isRequired: true,
    isVariadic: true,
    completion: "selector",
  }],
  flags: {},
  examples: [
    { command: "memory get MEMORY.md", about: "a file" },
    { command: "memory get memory/2026-08-19.md#L3-L9", about: "what a search cited" },
    { command: "memory get gateway listens", about: "the line, wherever it stands" },
  ],
  output: "answer",
  async run({ arguments: words, app }) {
    const opened = await app();
    const { layout, originsOf, config, notices, state, clock } = opened;
    const result = get({ layout, originsOf, settings: config.get, select: selectDeps(opened) }, words.join(" "));
    const { client, session } = opened.caller();
    // Before it is printed: whatever happens to this process afterwards, the agent has read it.
    if (client !== null && result.untrusted.length > 0) opened.taintWriter(UNTRUSTED_LINES);
    return handedTo(opened, { client, source: result.path }, {
      json: { ...result, notices },
      text: (style) => getText(result, style),
      notices,
      afterwards() {
        if (client !== null) {
          logGiven({ state, clock }, givenByRead(result, liveFiles(opened)), { session, place: "get" });
        }
      },
    });
  },
});
