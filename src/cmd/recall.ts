import { defineCommand } from "./_declare.ts";
import { messageAnswer } from "./_recall/message_answer.ts";
import { RECALL_ACTIONS, RECALL_FLAGS } from "./_recall/recall_flags.ts";
import { switchAnswer } from "./_recall/switch_answer.ts";

/** `memory recall MESSAGE…`, `memory recall status|on|off`. */
export const command = defineCommand({
  details:
    "Answers a message to an agent with the entries of MEMORY.md and USER.md whose trigger phrases it holds, at most three " +
    "in one frame, or with nothing. No model is asked. An entry that a session was given is not given again for ten " +
    "messages. Only sessions in which the owner alone talks with the agent are given anything. The single word status, on " +
    "or off shows or changes whether recall is on, in a session or in all; as a message it goes through standard input.",
  arguments: [{
    name: "MESSAGE",
    description: 'What is said to the agent; left out or "-" it is read from stdin. Or status, on, off',
    isVariadic: true,
  }],
  flags: RECALL_FLAGS,
  examples: [
    { command: 'memory recall "how do we deploy the gateway?"', about: "what the agent should know now" },
    {
      command: 'memory recall "帮我部署一下网关" --session 0b7c | jq -r .context',
      about: "in a session, for a script",
    },
    { command: 'memory recall "deploy" --explain', about: "why an entry is given or not" },
    { command: "memory recall off --session 0b7c", about: "no recall in this session" },
  ],
  output: "answer",
  run(context) {
    const [word, ...rest] = context.arguments;
    const action = rest.length === 0 ? RECALL_ACTIONS.find((each) => each === word) : undefined;
    return action === undefined ? messageAnswer(context) : switchAnswer(action, context);
  },
});
