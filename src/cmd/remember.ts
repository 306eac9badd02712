import { openOwnerTerminal } from "../app/owner_terminal.ts";
import { rememberDeps } from "../app/remember_deps.ts";
import { requireOwnersOrder } from "../app/require_owner.ts";
import { MemoryError } from "../base/errors.ts";
import { carryOut } from "../capture/remember/carry_out.ts";
import { defineCommand } from "./_declare.ts";
import { answerOf } from "./_remember/answer.ts";
import { askWhereThereIsATerminal } from "./_remember/ask.ts";
import { REMEMBER_FLAGS, requireAgreement } from "./_remember/flags.ts";
import { propose } from "./_remember/propose.ts";
import { readOrder } from "./_remember/read_order.ts";
import { settled } from "./_remember/settled.ts";
import { idleNotice } from "./_text/note_notices.ts";
import { readUntilFlag } from "./_until.ts";

/** The word that stands for standard input. */
const STDIN_WORD = "-";

/** `memory remember TEXT…`. */
export const command = defineCommand({
  details:
    "Your explicit order: no dream has to decide. A preference becomes a directive in USER.md, in place of one on the " +
    "same subject; that one follows it as superseded and leaves after 30 days. With --fact the text becomes an entry of " +
    "MEMORY.md. Only the owner at a terminal may; agents have --propose. What grants a permission needs an end.",
  arguments: [{ name: "TEXT", description: 'What to remember, or "-" for stdin (with --propose)', isVariadic: true }],
  flags: REMEMBER_FLAGS,
  examples: [
    { command: 'memory remember "Always run the tests before you push"', about: "a directive" },
    { command: 'memory remember "我喜欢简短的回答"', about: "written as 优先简短的回答" },
    { command: 'memory remember --fact "The gateway listens on port 18790" --key gateway.port', about: "a fact" },
    { command: 'memory remember "You may merge on your own" --until Friday', about: "a permission with an end" },
    { command: 'memory remember --propose "Prefer pnpm"', about: "what an agent may do" },
  ],
  output: "answer",
  async run(context) {
    const { flags, program, arguments: words } = context;
    requireAgreement(flags);
    const app = await context.app();
    const until = await readUntilFlag(flags.until, app.clock);
    const isPiped = words.length === 1 && words[0] === STDIN_WORD;
    if (flags.propose) {
      if (words.length === 0) throw missingText();
      const text = isPiped ? await program.readInput() : words.join(" ");
      return propose(app, { flags, text, isPiped, until }, program);
    }
    const caller = app.caller(flags.sessionKind);
    if (isPiped || caller.ceiling !== "owner") {
      const why = isPiped ? "what comes through a pipe is nobody's word" : caller.why;
      throw new MemoryError(`Cannot remember this: only the owner at a terminal may, and this caller is not: ${why}`, {
        hint: "propose it instead: memory remember --propose TEXT",
      });
    }
    await requireOwnersOrder(app, "remember this", program.progress);
    const terminal = { app, request: context.request(), input: program.input };
    const ask = askWhereThereIsATerminal(() => openOwnerTerminal(terminal));
    try {
      const text = words.length > 0 ? words.join(" ") : await ask.ask([], "What should be remembered?");
      if (text === null || text === "") throw missingText();
      const order = readOrder(app, { flags, text, until: until.day ?? null, sessionKind: caller.sessionKind });
      const deps = rememberDeps(app);
      const receipt = await settled(order, { ask: ask.ask, clock: app.clock, carryOut: (it) => carryOut(deps, it) });
      return answerOf(receipt, app, {
        sessionKind: caller.sessionKind,
        notices: [...app.notices, ...until.notices, ...idleNotice(flags.trigger)],
      });
    } finally {
      ask.close();
    }
  },
});

function missingText(): MemoryError {
  return new MemoryError('Missing argument TEXT of "memory remember": what to remember', {
    kind: "usage",
    hint: 'write it as in: memory remember "Prefer short answers"',
  });
}
