/**
 * How much of what an agent says in ordinary turns of coding stays the agent's (SPEC 4.5: at least 60 %), by the classes of
 * a transcript and by nothing that the test itself decides.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { sentenceSpans } from "../../../src/capture/chat/sentence_spans.ts";
import { type ChatWorld, openChatWorld } from "../../support/chat_world.ts";
import { CODEX_SESSION } from "./codex_turns.ts";
import { CODING_SESSIONS, type CodingSession } from "./coding_turns.ts";

/** SPEC 4.5. */
const LEAST_SHARE = 0.6;
const LEAST_TURNS = 60;

const SESSIONS = [...CODING_SESSIONS, CODEX_SESSION];

let world: ChatWorld;
beforeAll(() => {
  world = openChatWorld();
});
afterAll(() => world.remove());

interface Count {
  readonly own: number;
  readonly all: number;
  readonly lost: readonly string[];
}

/** Returns how many sentences stay the agent's, and those that do not. */
function countOf({ title, turns }: CodingSession): Count {
  const client = title === CODEX_SESSION.title ? "codex" : "claude-code";
  const session = { client, session: title, kind: "interactive" } as const;
  const reader = world.read({ name: `${title}.jsonl`, session });
  const lost: string[] = [];
  let own = 0;
  for (const { user, steps, says } of turns) {
    reader.user(user);
    for (const [tool, input, output] of steps) reader.tool(tool, input, output);
    for (const { origin, text } of reader.says(says)) {
      const sentences = sentenceSpans(text).length;
      if (origin === "agent") own += sentences;
      else for (const { start, end } of sentenceSpans(text)) lost.push(text.slice(start, end).trim());
    }
  }
  return { own, all: own + lost.length, lost };
}

test(`at least ${100 * LEAST_SHARE} % of an agent's statements stay its own, in each session and in all`, () => {
  const counts = SESSIONS.map((session) => ({ session, ...countOf(session) }));
  const own = counts.reduce((sum, each) => sum + each.own, 0);
  const all = counts.reduce((sum, each) => sum + each.all, 0);
  const turns = SESSIONS.reduce((sum, each) => sum + each.turns.length, 0);
  const lines = counts.map(({ session, ...each }) => `  ${session.title}: ${each.own} of ${each.all}`);
  console.log(
    [`${own} of ${all} statements of ${turns} turns stay the agent's (${Math.round(100 * own / all)} %)`, ...lines]
      .concat(counts.flatMap(({ lost }) => lost.map((text) => `    untrusted: ${text}`))).join("\n"),
  );
  expect(turns).toBeGreaterThanOrEqual(LEAST_TURNS);
  for (const { own: part, all: of } of counts) expect(part / of).toBeGreaterThanOrEqual(LEAST_SHARE);
  expect(own / all).toBeGreaterThanOrEqual(LEAST_SHARE);
});
