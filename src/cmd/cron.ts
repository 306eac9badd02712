import { defineCommand } from "./_declare.ts";
import { CRON_ACTIONS, CRON_FLAGS, cronAnswer } from "./_cron/cron_answer.ts";

/** `memory cron ACTION`. */
export const command = defineCommand({
  details:
    "install has the system start a sweep every night: by a line in your crontab, a systemd timer of yours, or a launch " +
    "agent. It is read back, everything else there stays as it is, and uninstall gives back what was there before. The first " +
    "sweeps only show what they would do; see: memory help dream. What runs every night is for the owner to say: an agent is " +
    "refused. status tells when the next sweep is due, and whether one is overdue.",
  arguments: [{ name: "ACTION", description: "What to do", choices: CRON_ACTIONS, isRequired: true }],
  flags: CRON_FLAGS,
  examples: [
    { command: "memory cron install", about: "a sweep every night at three" },
    { command: 'memory cron install --at "30 4 * * *" --dry-run', about: "show the line at another time" },
    { command: "memory cron status", about: "is it there, and when is the next one?" },
  ],
  output: "answer",
  run: (context) => cronAnswer(context),
});
