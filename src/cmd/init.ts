import { initialiseApp } from "../app/initialise_app.ts";
import { defineCommand } from "./_declare.ts";
import { initText } from "./_text/init_text.ts";

/** Commands that make sense in a new workspace, in the order in which a newcomer wants them. */
const NEXT_COMMANDS = ['memory note "The gateway listens on port 18789"', "memory search gateway", "memory status"];

/** `memory init [FOLDER]`. */
export const command = defineCommand({
  details: "Creates the data folder beside the workspace and memory/ in it, and enters the workspace in the user's " +
    "registry. No existing file is changed. Doing it again changes nothing.",
  arguments: [{
    name: "FOLDER",
    description: "The workspace; --workspace, MEMORY_WORKSPACE or the current folder if left out",
    completion: "folder",
  }],
  flags: {
    adopt: {
      type: "boolean",
      description: "Take over a data folder that is there and not registered, or one that was moved",
    },
  },
  examples: [
    { command: "memory init", about: "make the current folder a workspace" },
    { command: "memory init ~/notes", about: "or another one" },
  ],
  output: "answer",
  async run({ arguments: [folder], flags, request }) {
    const done = await initialiseApp(request(), { folder, adopt: flags.adopt });
    const { layout, created, alreadyInitialised, adopted, isLost, isSimulated, notices } = done;
    return {
      json: {
        workspace: layout.root,
        dataDir: layout.dataDir,
        created,
        alreadyInitialised,
        adopted,
        lost: isLost,
        next: NEXT_COMMANDS,
        notices,
        ...(isSimulated ? { simulated: true } : {}),
      },
      text: (style) => initText(done, NEXT_COMMANDS, style),
      notices,
    };
  },
});
