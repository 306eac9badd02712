import { MemoryError } from "../base/errors.ts";
import { waitForTurns } from "../app/wait_for_turns.ts";
import { defineCommand } from "./_declare.ts";
import { chatTypeOf } from "./_chat_type.ts";
import { addAnswer } from "./_intent/add_answer.ts";
import { cancelAnswer, listAnswer, showAnswer } from "./_intent/answers.ts";
import { dueAnswer, matchAnswer } from "./_intent/fire_answers.ts";
import { INTENT_FLAGS, requireOwnFlags } from "./_intent/flags.ts";

const ACTIONS = ["add", "list", "show", "cancel", "due", "match"] as const;

/** `memory intent ACTION [WORDS…]`. */
export const command = defineCommand({
  details:
    "What is to be brought up later: at a time, in words or figures (--at, or in the text itself), or when a message holds " +
    "some words (--keywords). The next prompt or start of an interactive session in scope is told of it, once. What comes " +
    "from outside never fires. A wish with neither becomes a line of the diary that memory intent due brings up.",
  arguments: [
    { name: "ACTION", description: "What to do; list if left out", choices: ACTIONS },
    {
      name: "WORDS",
      description: 'The wish ("-": from stdin), the intent, or the message',
      isVariadic: true,
      completion: { show: "intent", cancel: "intent" },
    },
  ],
  flags: INTENT_FLAGS,
  examples: [
    { command: 'memory intent add "Send the report" --at "Friday 9:00"', about: "once" },
    { command: "memory intent add 交周报 --at 每周五九点", about: "every week" },
    {
      command: 'memory intent add "Ask for the ticket" --keywords "refund; 退款"',
      about: "when somebody speaks of it",
    },
    { command: "memory intent cancel i:0123", about: "by the beginning of its key, or words of it" },
    { command: 'memory intent match "a refund, please" --dry-run', about: "what would come up" },
  ],
  output: "answer",
  async run({ arguments: [action = "list", ...words], flags, app, request, program }) {
    requireOwnFlags(action, flags);
    const opened = await app();
    const caller = opened.caller(flags.sessionKind);
    const session = flags.session ?? caller.session;
    const channel = flags.channel ?? caller.client;
    const isStdin = words.length === 1 && words[0] === "-" && (action === "add" || action === "match");
    const text = isStdin ? await program.readInput() : words.join(" ");
    if (words.length === 0 && action !== "list" && action !== "due") throw missing(action);
    if (words.length > 0 && (action === "list" || action === "due")) throw unexpected(action, words[0] ?? "");
    const isOwner = caller.ceiling === "owner" && !isStdin && (action === "add" || action === "cancel");
    if (isOwner) await waitForTurns(opened, `${action} an intent as the owner`, program.progress);
    switch (action) {
      case "add":
        return await addAnswer(opened, caller, { ...flags, text, source: isStdin ? "stdin" : "argument", channel });
      case "show":
        return showAnswer(opened, caller, text);
      case "cancel":
        return cancelAnswer(opened, caller, { selector: text, session: flags.session ?? null });
      case "due":
        return dueAnswer(opened, flags.take);
      case "match": {
        const chat = chatTypeOf(flags.chat, request().environment["MEMORY_CHAT"]);
        const sender = flags.sender ?? null;
        return matchAnswer(opened, caller, { message: text, channel, sender, session, chat, isDryRun: flags.dryRun });
      }
      default:
        return listAnswer(opened, caller, flags.all);
    }
  },
});

function missing(action: string): MemoryError {
  const what = action === "add" ? "the wish" : action === "match" ? "the message" : "which intent";
  return new MemoryError(`Missing argument WORDS of "memory intent ${action}": ${what}`, {
    kind: "usage",
    hint: '"memory help intent" shows how it is used',
  });
}

function unexpected(action: string, word: string): MemoryError {
  return new MemoryError(`Unexpected argument "${word}" of "memory intent ${action}"`, {
    kind: "usage",
    hint: '"memory help intent" shows how it is used',
  });
}
