import { defineCommand } from "./_declare.ts";
import { runDaemon } from "./_daemon/run_daemon.ts";

/** `memory daemon`. */
export const command = defineCommand({
  details:
    "Stays in the foreground, keeps the index up to date as memory index --watch does, and runs the sweeps at their times. " +
    "One that is missing, because the machine slept or was off, is made up for; it waits up to ten minutes for open turns, " +
    "and there is one sweep a local day, whoever starts it. Made for a supervisor, or a machine without a scheduler; it ends " +
    "when it is told to, and with an error when the workspace is gone.",
  arguments: [],
  flags: {
    at: {
      type: "string",
      value: "TIMES",
      description: "The times of the sweeps, as cron writes them",
      default: 'those of memory cron, else "0 3 * * *"',
    },
    noEmbed: { type: "boolean", description: "Make no vectors" },
    ndjson: { type: "boolean", description: "Print one JSON document a line, as in a pipe" },
  },
  examples: [
    { command: "memory daemon", about: "watch, and dream at three" },
    { command: 'memory daemon --at "0 4 * * *" --ndjson', about: "for another program to read" },
  ],
  output: "answer",
  run: (context) => runDaemon(context, { at: context.flags.at, isEmbedLeftOut: context.flags.noEmbed }),
});
