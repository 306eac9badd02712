import { bootstrap } from "../lanes/bootstrap.ts";
import { filesFor } from "../lanes/bootstrap/files_for.ts";
import { recentDiaries } from "../lanes/bootstrap/recent_copy.ts";
import { unreadNotices } from "../lanes/unread_files.ts";
import { sync } from "../pipeline/sync.ts";
import { MEMORY_FILE } from "../workspace/layout.ts";
import { listFiles } from "../workspace/list_files.ts";
import { chatTypeOf } from "./_chat_type.ts";
import { defineCommand } from "./_declare.ts";
import { CHAT_FLAG, SESSION_FLAGS } from "./_session_flags.ts";
import { bootstrapNotices, bootstrapText } from "./_text/bootstrap_text.ts";

/** What the start of a session may spend on files that changed since (SPEC 5). */
const SYNC_BUDGET_MS = 20;

const NO_DIARIES =
  "No diary was added: diaries go where MEMORY.md may go, into interactive and unknown direct sessions.";

/** `memory bootstrap`. */
export const command = defineCommand({
  details:
    "Prints what an agent gets at the start of a session: AGENTS.md, USER.md and MEMORY.md within their budgets, " +
    "without lines that may not be injected, and a short guide. What is printed is logged, so that it is not taken for " +
    "news when it comes back.",
  arguments: [],
  flags: {
    recent: { type: "boolean", description: "Add the newest diaries, which nobody vetted" },
    ...SESSION_FLAGS,
    ...CHAT_FLAG,
  },
  examples: [
    { command: "memory bootstrap --text", about: "the text itself" },
    { command: "memory bootstrap --recent", about: "with the diaries of the last two days that have one" },
    { command: "memory bootstrap --session-kind cron | jq .files", about: "what a scheduled session gets" },
  ],
  output: "answer",
  async run({ flags, app, request }) {
    const opened = await app();
    const { layout, originsOf, state, clock, config } = opened;
    const report = sync(opened, { budgetMs: SYNC_BUDGET_MS });
    const caller = opened.caller(flags.sessionKind);
    const session = flags.session ?? caller.session;
    const settings = config.bootstrap;
    const asked = {
      sessionKind: caller.sessionKind,
      session,
      chat: chatTypeOf(flags.chat, request().environment["MEMORY_CHAT"]),
      isSenderOwner: caller.ceiling === "owner",
      place: "command" as const,
      hasInstructions: false,
    };
    const isPrivate = filesFor(asked).includes(MEMORY_FILE);
    // The files themselves: an index that is behind may not know the newest.
    const diaries = flags.recent && isPrivate
      ? recentDiaries(listFiles(layout).files.map(({ path }) => path), clock.now().day, settings.recentDays)
      : [];
    const activeProjects = opened.projectsOf(session);
    const result = bootstrap({ layout, originsOf, state, clock, settings, activeProjects }, { ...asked, diaries });
    const notices = [
      ...opened.notices,
      ...report.notices,
      ...(isPrivate ? unreadNotices({ layout, originsOf }) : []),
      ...(flags.recent && !isPrivate ? [NO_DIARIES] : []),
    ];
    return {
      json: { ...result, notices },
      text: () => bootstrapText(result),
      notices: [...notices, ...bootstrapNotices(result)],
    };
  },
});
