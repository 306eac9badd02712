import { HOOK_CLIENTS } from "../agents/hook/clients.ts";
import { runHook } from "../agents/hook/run_hook.ts";
import { MemoryError } from "../base/errors.ts";
import { defineCommand } from "./_declare.ts";
import { HOOK_ACTIONS, HOOK_FLAGS, HOOK_WORDS } from "./_hook/hook_flags.ts";

const IS_ACTION: ReadonlySet<string> = new Set(HOOK_ACTIONS);

/** `memory hook CLIENT [EVENT]`, and `memory hook ACTION [CLIENT]` for who sets a client up. */
export const command = defineCommand({
  details:
    "install has a client call the memory: it puts an entry for each event into the client's settings, keeps every other " +
    "byte of them and a copy beside, and doing it again changes nothing. uninstall takes it out. What a client calls is for " +
    "the owner to say: an agent is refused. status tells what is set up and whether the client really called; print shows " +
    "what to put in by hand. With the name of a client it is called by that client, not by people: it reads one JSON object " +
    "from stdin and answers with one that the client understands, or with nothing. It never fails a client: what goes wrong " +
    "stands in logs/hooks.jsonl of the data folder.",
  arguments: [
    {
      name: "ACTION",
      description: "What to do, or the client that calls",
      isRequired: true,
      choices: [...HOOK_ACTIONS, ...HOOK_CLIENTS.keys()],
    },
    {
      name: "WHICH",
      description:
        "After an action the client; after a client the event: start, prompt, tool, reply, precompact, end, or " +
        "the client's own name of it",
      completion: HOOK_WORDS,
    },
  ],
  flags: HOOK_FLAGS,
  examples: [
    { command: "memory hook install --client claude-code", about: "Claude Code calls the memory from then on" },
    { command: "memory hook install --client codex --dry-run", about: "show what would be changed" },
    { command: "memory hook status", about: "who is set up, and who really calls?" },
    { command: "memory hook claude-code", about: "as it stands in the client's settings" },
  ],
  output: "text",
  isHook: true,
  actions: HOOK_ACTIONS,
  async run(context) {
    const { arguments: [name = "", event = null], program, request } = context;
    // A client waits for its answer: what edits settings is loaded by nobody else.
    if (IS_ACTION.has(name)) return (await import("./_hook/hook_actions.ts")).hookAction(name, context);
    const client = HOOK_CLIENTS.get(name);
    if (client === undefined) {
      throw new MemoryError(`Cannot serve hooks of "${name}": only ${[...HOOK_CLIENTS.keys()].join(", ")} are served`, {
        hint: "docs/hooks.md tells what works without hooks",
      });
    }
    let isLeft = false;
    const onLeft = () => {
      isLeft = true;
    };
    const steadyMs = () => performance.now();
    const printed = await runHook({ client, event, request, input: program.input, steadyMs, onLeft });
    const afterwards = async () => {
      if (isLeft) (await import("../app/end_at_once.ts")).endAtOnce(0);
    };
    return { json: {}, text: () => printed, afterwards };
  },
});
