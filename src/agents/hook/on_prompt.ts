/**
 * The owner's prompt: it opens a turn, and is answered with what the agent should know now (SPEC 11.6).
 *
 * @module
 */
import { yearOf } from "../../base/dates/day_range.ts";
import { errorCode } from "../../base/errors.ts";
import { keyedHash } from "../../base/hash.ts";
import { noteCompaction } from "../../capture/flush/before_compaction.ts";
import { outsideNoteOf } from "../../capture/chat/outside_note.ts";
import { wordsHash } from "../../store/state/words_hash.ts";
import type { TurnPrompt } from "../../store/state/turns.ts";
import { hashesOfText } from "../../store/state/text_taint.ts";
import { type HookDeps, type HookOutcome, isForeign, sessionFacts, silent, takesText } from "./hook_deps.ts";
import type { HookInput } from "./hook_input.ts";
import { addText, foreign } from "./on_session.ts";
import { openTurn } from "./open_turn.ts";
import { composePrompt, type PromptPart } from "./prompt_part.ts";
import { promptChanged } from "./prompt_changed.ts";
import { promptIntents } from "./prompt_intents.ts";
import { promptTriggered } from "./prompt_triggered.ts";
import { promptCompacted } from "./session_bootstrap.ts";
import { startIndex } from "./start_index.ts";
import { receiptsFor } from "./receipts.ts";

/** The parts of the answer, in their order; each stands in a module of its own. */
const PARTS: readonly PromptPart[] = [
  { name: "receipts", answer: (deps, { input }) => ({ text: receiptsFor(deps, input), outcome: null }) },
  { name: "memory", answer: promptCompacted },
  { name: "changed", answer: promptChanged },
  { name: "intents", answer: promptIntents },
  { name: "triggered", answer: promptTriggered },
];

/** The hooks that we install give the client's hook 10 s; two of them are left for a slow start. In milliseconds. */
const PROMPT_DEADLINE_MS = 8_000;

/** Opens a turn, and answers. By itself the hook books nothing as the owner's (SPEC 4.4). */
export async function onPrompt(deps: HookDeps, input: HookInput): Promise<HookOutcome> {
  const { app } = deps;
  const { state, clock } = app;
  const known = state.sessions.find(input.client, input.session);
  if (isForeign(deps, known)) return foreign(deps, input);
  const facts = sessionFacts(deps, input, known);
  // Written with the turn: each write by itself waits for the disk. The same prompt told twice is one turn.
  const alongside = (sessionId: number) => {
    state.shown.advance(input.session, clock.now().iso);
    // What the owner says first is nobody's secret afterwards: its names are no names from outside.
    const said = (input.prompt ?? "").slice(0, MOST_PROMPT_CHARS);
    const text = hashesOfText(state, said, {
      isOutside: false,
      isNamesOnly: true,
      year: yearOf(clock.now().day),
    });
    if (text.names.length > 0) addText(deps, sessionId, text);
  };
  const enter = () => state.sessions.put(facts, clock.now().iso).id;
  const isNote = outsideNoteOf(input.prompt ?? "") !== null;
  const words = await heardWords(deps, input);
  const prompt = promptOf(deps, { ...input, prompt: words?.text ?? input.prompt }, facts.isProven && !isNote);
  const isCompacted = !input.isSubagent && state.shown.awaitsStart(input.session);
  const onBehind = () => startIndex(deps);
  openTurn(app, { enter, prompt, alongside, onBehind, ...(isNote ? { taint: NOTE_REASON } : {}) });
  words?.hear();
  // Notes may be asked for again.
  if (isCompacted) noteCompaction(state, input.session, clock.now().iso);
  // What nobody can be shown is not given: intents would count as fired, entries as shown.
  if (!takesText(deps, input)) return silent("turn opened");
  const moment = {
    input,
    sessionKind: input.isSubagent ? "subagent" as const : facts.kind,
    chat: facts.chat,
    turn: state.shown.turn(input.session),
    isCompacted,
  };
  const whole = { chars: app.config.bootstrap.hookChars, deadlineMs: PROMPT_DEADLINE_MS };
  const { context, outcomes } = await composePrompt(PARTS, { deps, moment }, whole);
  return { outcome: ["turn opened", ...outcomes].join(", "), context };
}

/** Where the client names no transcript: the prompt as it is noted instead, by which it is known again. */
async function heardWords(deps: HookDeps, input: HookInput): Promise<{ text: string; hear: () => void } | null> {
  if (input.transcript !== null || input.isSubagent || deps.app.state.isReadonly) return null;
  // The rules of redaction take some milliseconds, for those clients only.
  const { heardText, hearPrompt } = await import("./hear.ts");
  const text = heardText(deps, input.prompt ?? "");
  const hear = () => {
    try {
      hearPrompt(deps, input, text);
    } catch (error) {
      // On a full disk this turn is not captured; its answer is.
      if (errorCode(error) === undefined) throw error;
    }
  };
  return { text, hear };
}

/** Nobody typed it. */
const NOTE_REASON = "a notice of a task that ran beside";

function promptOf({ app: { state } }: HookDeps, { prompt, promptId }: HookInput, isProven: boolean): TurnPrompt {
  const { hmacKey } = state.meta;
  const words = prompt ?? "";
  const promptHash = keyedHash(hmacKey, `${promptId ?? ""}\n${words}`).slice(0, HASH_DIGITS);
  return { promptHash, wordsHash: wordsHash(hmacKey, words), isProven };
}

/** 128 bits. */
const HASH_DIGITS = 32;

/** What is longer is no message that a person typed. In UTF-16 units. */
const MOST_PROMPT_CHARS = 100_000;
