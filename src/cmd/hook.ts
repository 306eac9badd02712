import { HOOK_CLIENTS } from "../agents/hook/clients.ts";
import { runHook } from "../agents/hook/run_hook.ts";
import { MemoryError } from "../base/errors.ts";
import { defineCommand } from "./_declare.ts";

/** `memory hook CLIENT [EVENT]`. */
export const command = defineCommand({
  details:
    "Called by an agent's client, not by people: reads one JSON object from stdin and answers with one that the client " +
    "understands, or with nothing. Keeps track of turns, and of what tools bring in from outside; at the start of a " +
    "session it answers with the memory. It never fails a client: what goes wrong stands in logs/hooks.jsonl of the data " +
    "folder.",
  arguments: [
    { name: "CLIENT", description: "Whose hook it is", isRequired: true, choices: [...HOOK_CLIENTS.keys()] },
    {
      name: "EVENT",
      description: "What happened: start, prompt, tool, reply, precompact, end, or the client's own name of it",
    },
  ],
  flags: {},
  examples: [{ command: "memory hook claude-code", about: "as it stands in the client's settings" }],
  output: "text",
  isHook: true,
  async run({ arguments: [name = "", event = null], program, request }) {
    const client = HOOK_CLIENTS.get(name);
    if (client === undefined) {
      throw new MemoryError(`Cannot serve hooks of "${name}": only ${[...HOOK_CLIENTS.keys()].join(", ")} are served`, {
        hint: "docs/hooks.md tells what works without hooks",
      });
    }
    const printed = await runHook({ client, event, request, input: program.input, steadyMs: () => performance.now() });
    return { json: {}, text: () => printed };
  },
});
