/**
 * The answer to a prompt is made of parts (SPEC 11.6), which know nothing of each other. Together they stay within the room
 * and the time of the whole answer; a part that fails or takes too long is left out and named in the log.
 *
 * @module
 */
import { codePoints } from "../../base/text/measure.ts";
import type { ChatType, SessionKind } from "../../provenance/origin.ts";
import type { HookDeps } from "./hook_deps.ts";
import type { HookInput } from "./hook_input.ts";
import { reasonOf } from "./reason_of.ts";

/** A prompt whose turn is open. */
export interface PromptMoment {
  /** What the client sent. */
  readonly input: HookInput;
  /** The kind of whoever is answered: a sub-agent within an interactive session is a sub-agent. */
  readonly sessionKind: SessionKind;
  /** Who reads along. */
  readonly chat: ChatType;
  /** Prompts of the session so far, this one included (`state.shown`). */
  readonly turn: number;
  /** It is the first one after a compaction of which no start told: the context holds no memory any more. */
  readonly isCompacted: boolean;
}

/** What is left for a part. */
export interface PromptRoom {
  /** Chars, frame included. */
  readonly chars: number;
  /** Milliseconds until the client has to have its answer. */
  readonly ms: number;
}

/** What a part puts before the agent. */
export interface PromptAnswer {
  /** Framed as data, at most as long as the room; `null`: nothing. */
  readonly text: string | null;
  /** A few fixed words for the log, or `null`. */
  readonly outcome: string | null;
}

/** One part of the answer. */
export interface PromptPart {
  /** One word, for the log. */
  readonly name: string;
  /** Returns what the part has to say. */
  readonly answer: (
    deps: HookDeps,
    moment: PromptMoment,
    room: PromptRoom,
  ) => PromptAnswer | Promise<PromptAnswer>;
}

/** The answer of a part that has nothing to say. */
export const NO_ANSWER: PromptAnswer = { text: null, outcome: null };

/** The whole room of an answer. */
export interface WholeRoom {
  /** Chars of the whole answer, at most: clients cut off more (SPEC 9.1). */
  readonly chars: number;
  /** Milliseconds from the start of the hook. */
  readonly deadlineMs: number;
}

/** Between two parts. */
const GAP = "\n\n";

/** With less time than this a part is not begun, in milliseconds: the quickest of them reads a file. */
const LEAST_MS = 10;

/** Returns the answers of all parts in their order, and what to log of them. */
export async function composePrompt(
  parts: readonly PromptPart[],
  { deps, moment }: { readonly deps: HookDeps; readonly moment: PromptMoment },
  whole: WholeRoom,
): Promise<{ context: string | null; outcomes: string[] }> {
  const texts: string[] = [];
  const outcomes: string[] = [];
  let taken = 0;
  for (const { name, answer } of parts) {
    const gap = texts.length === 0 ? 0 : GAP.length;
    const room = { chars: whole.chars - taken - gap, ms: whole.deadlineMs - deps.elapsedMs() };
    if (room.ms < LEAST_MS) {
      outcomes.push(`${name} late`);
      continue;
    }
    try {
      const { text, outcome } = await within(answer(deps, moment, room), room.ms, name);
      const chars = codePoints(text ?? "");
      const fits = chars <= room.chars;
      if (outcome !== null) outcomes.push(outcome);
      if (!fits) outcomes.push(`${name} over budget`);
      if (text === null || text === "" || !fits) continue;
      texts.push(text);
      taken += gap + chars;
    } catch (error) {
      outcomes.push(`${name} failed: ${reasonOf(error)}`);
    }
  }
  return { context: texts.length === 0 ? null : texts.join(GAP), outcomes };
}

/** Returns the answer, or none if it does not come in time. */
async function within(answer: PromptAnswer | Promise<PromptAnswer>, ms: number, name: string): Promise<PromptAnswer> {
  if (!(answer instanceof Promise)) return answer;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<PromptAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ text: null, outcome: `${name} late` }), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
