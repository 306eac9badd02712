import { MemoryError } from "../base/errors.ts";
import { bootstrap } from "../lanes/bootstrap.ts";
import { sync } from "../pipeline/sync.ts";
import { CHAT_TYPES, type ChatType } from "../provenance/origin.ts";
import { defineCommand } from "./_declare.ts";
import { CHAT_FLAG, SESSION_FLAGS } from "./_session_flags.ts";
import { bootstrapNotices, bootstrapText } from "./_text/bootstrap_text.ts";

/** What the start of a session may spend on files that changed since (SPEC 5). */
const SYNC_BUDGET_MS = 20;

/** `memory bootstrap`. */
export const command = defineCommand({
  details:
    "Prints what an agent gets at the start of a session: AGENTS.md, USER.md and MEMORY.md within their budgets, " +
    "without lines that may not be injected, and a short guide. What is printed is logged, so that it is not taken for " +
    "news when it comes back.",
  arguments: [],
  flags: { ...SESSION_FLAGS, ...CHAT_FLAG },
  examples: [
    { command: "memory bootstrap --text", about: "the text itself" },
    { command: "memory bootstrap --session-kind cron | jq .files", about: "what a scheduled session gets" },
  ],
  output: "answer",
  async run({ flags, app, request }) {
    const opened = await app();
    const { layout, originsOf, state, clock, config } = opened;
    const report = sync(opened, { budgetMs: SYNC_BUDGET_MS });
    const caller = opened.caller(flags.sessionKind);
    const session = flags.session ?? caller.session;
    const result = bootstrap(
      {
        layout,
        originsOf,
        state,
        clock,
        settings: config.bootstrap,
        activeProjects: opened.projectsOf(session),
      },
      {
        sessionKind: caller.sessionKind,
        session,
        chat: flags.chat ?? chatOf(request().environment["MEMORY_CHAT"]),
        isSenderOwner: caller.ceiling === "owner",
        place: "command",
        hasInstructions: false,
      },
    );
    const notices = [...opened.notices, ...report.notices];
    return {
      json: { ...result, notices },
      text: () => bootstrapText(result),
      notices: [...notices, ...bootstrapNotices(result)],
    };
  },
});

function chatOf(value: string | undefined): ChatType {
  if (value === undefined || value === "") return "direct";
  const chat = CHAT_TYPES.find((each) => each === value);
  if (chat !== undefined) return chat;
  throw new MemoryError(`Invalid value "${value}" of MEMORY_CHAT: it should be one of ${CHAT_TYPES.join(", ")}`, {
    kind: "usage",
  });
}
