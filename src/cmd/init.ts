import { initialiseApp } from "../app/initialise_app.ts";
import { defineCommand } from "./_declare.ts";
import { offerSchedule } from "./_init/offer_schedule.ts";
import { initText } from "./_text/init_text.ts";

/** Commands that make sense in a new workspace, in the order in which a newcomer wants them. */
const NEXT_COMMANDS = ['memory note "The gateway listens on port 18789"', "memory search gateway", "memory status"];

/** `memory init [FOLDER]`. */
export const command = defineCommand({
  details: "Creates the data folder beside the workspace and memory/ in it, and enters the workspace in the user's " +
    "registry. No existing file is changed. Doing it again changes nothing. At a terminal it offers to have the memory dream " +
    "every night.",
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
    schedule: {
      type: "boolean",
      description: "Have a sweep started every night, which may write once seven nights have shown what they would",
    },
  },
  examples: [
    { command: "memory init", about: "make the current folder a workspace" },
    { command: "memory init ~/notes", about: "or another one" },
  ],
  output: "answer",
  async run({ arguments: [folder], flags, request, program }) {
    const done = await initialiseApp(request(), { folder, adopt: flags.adopt });
    const { layout, created, alreadyInitialised, adopted, isLost, isSimulated } = done;
    const { timer, notices: offered } = await offerSchedule({
      request: request(),
      root: layout.root,
      isOrdered: flags.schedule,
      isNew: !alreadyInitialised,
      program,
    });
    const notices = [...done.notices, ...offered];
    const schedule = timer && { manager: timer.manager, expression: timer.expression, nextRun: timer.nextRun };
    return {
      json: {
        workspace: layout.root,
        dataDir: layout.dataDir,
        created,
        alreadyInitialised,
        adopted,
        lost: isLost,
        schedule,
        next: NEXT_COMMANDS,
        notices,
        ...(isSimulated ? { simulated: true } : {}),
      },
      text: (style) => initText({ done, next: NEXT_COMMANDS, nextRun: schedule?.nextRun ?? null }, style),
      notices,
    };
  },
});
