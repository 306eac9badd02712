import { creditedSession } from "../app/credited_session.ts";
import { searchRelated } from "../lanes/search/related.ts";
import { search } from "../lanes/search/search.ts";
import { withholdUntrusted } from "../lanes/search/withhold_untrusted.ts";
import { sync } from "../pipeline/sync.ts";
import { readAsked } from "./_asked.ts";
import { codeOfNothing } from "./_code_of_nothing.ts";
import { defineCommand } from "./_declare.ts";
import { FILTER_FLAGS, RELATED_FLAG } from "./_filter_flags.ts";
import { handedTo } from "./_handed_to.ts";
import { logSearch } from "./_log_search.ts";
import { NO_MEANING, questionMeaning } from "./_question_meaning.ts";
import { readFilterFlags } from "./_read_filters.ts";
import { rebuildingOnce, rebuildingOnceLater } from "./_rebuilding_once.ts";
import { SESSION_FLAGS } from "./_session_flags.ts";
import { failureNotices, leftOutNotices } from "./_text/failure_notices.ts";
import { searchText } from "./_text/search_text.ts";

/** `memory search QUERY…`. */
export const command = defineCommand({
  details:
    "Brings the index up to date, then looks for all words, for any of them, and for what is near in meaning, in any " +
    "language. A phrase in double quotes has to " +
    "occur as it is. What was found counts as a recall for the dream if the session is interactive; only a keyed hash of " +
    "the question is kept. With files that could not be read and nothing found the exit code is 5.",
  arguments: [{
    name: "QUERY",
    description: "Any text; put it after -- if it begins with a dash",
    isVariadic: true,
  }],
  flags: {
    ...FILTER_FLAGS,
    ...RELATED_FLAG,
    keywordOnly: { type: "boolean", description: "Look for words alone, and load no model" },
    explain: { type: "boolean", description: "Show how each score came about; such a search is no recall" },
    exitCode: { type: "boolean", description: "Exit with 4 if nothing was found" },
    ...SESSION_FLAGS,
  },
  examples: [
    { command: "memory search gateway port", about: "all words, then any of them" },
    { command: "memory search '\"port 18789\"' --since 2026-08-01", about: "a phrase in recent diaries" },
    { command: "memory search deploy --since 'last week' --until yesterday", about: "days in words" },
    { command: "memory search 网关 --json | jq -r '.results[0].citation'", about: "for a script" },
    { command: "memory search --related MEMORY.md:3", about: "what else there is about a line" },
    { command: "memory search -- -time", about: "text that begins with a dash" },
  ],
  output: "answer",
  async run({ arguments: words, flags, app }) {
    const opened = await app();
    const { layout, index, clock, config, originsOf } = opened;
    const filters = await readFilterFlags(flags, clock);
    const report = sync(opened, { isAwaited: true, isThorough: (filters.request.origins ?? []).length > 0 });
    const caller = opened.caller(flags.sessionKind);
    const live = { layout, originsOf, clock };
    const session = flags.session ?? caller.session;
    const deps = { ...live, index, settings: config.search, activeProjects: opened.projectsOf(session) };
    const { query, asked: text, own, notices: cut } = readAsked(opened, words, flags.related);
    const asked = flags.keywordOnly
      ? NO_MEANING
      : await rebuildingOnceLater(opened, () => questionMeaning(opened, text));
    const request = { query, limit: flags.limit, ...filters.request, meaning: asked.meaning };
    const answer = rebuildingOnce(
      opened,
      () => own === null ? search(deps, request) : searchRelated(deps, { ...request, own }),
    );
    const shown = caller.client !== null ? withholdUntrusted(answer) : answer;
    const { result } = shown;
    const isEmpty = result.results.length === 0;
    const unread = [...failureNotices(report), ...(isEmpty ? leftOutNotices(report) : [])];
    const said = [...cut, ...report.notices, ...unread, ...asked.notices, ...result.notices];
    const notices = [...opened.notices, ...filters.notices, ...said];
    return handedTo(opened, { client: caller.client, source: "search" }, {
      json: {
        ...result,
        lanes: { ...result.lanes, vector: asked.lane ?? result.lanes.vector },
        filters: filters.shown,
        notices,
        ...(own === null ? {} : { related: own }),
        ...(flags.explain ? { explanations: shown.explanations } : {}),
      },
      text: (style) => searchText(shown, flags.explain, style),
      notices,
      exitCode: isEmpty ? codeOfNothing(report.failures.length, flags.exitCode) : 0,
      async afterwards() {
        const asker = { ...caller, session: creditedSession(opened, flags.session, caller) };
        await logSearch(opened, { answer, asked, isRecall: !flags.explain && own === null }, asker);
      },
    });
  },
});
