import type { App } from "../app/app.ts";
import { MemoryError } from "../base/errors.ts";
import type { Embedder } from "../embed/embedder.ts";
import type { Meaning } from "../lanes/search/by_vector.ts";
import { isWordless, readQuestion } from "../lanes/search/question.ts";
import type { LaneState } from "../lanes/search/search.ts";
import { embedPending } from "../pipeline/embed.ts";
import { embedded } from "./_embedded.ts";
import { noteOutcome } from "./_note_outcome.ts";
import { withinMs } from "./_within_ms.ts";

/** What a search has to look by meaning. */
export interface QuestionMeaning {
  /** `undefined`: the vector lane cannot look, or has nothing to look through. */
  readonly meaning: Meaning | undefined;
  /** What made it; `null` if there is none. */
  readonly embedder: Embedder | null;
  /** What the lane does, where that is known before the search; else the search says it. */
  readonly lane: LaneState | null;
  /** Sentences for people. */
  readonly notices: readonly string[];
}

/** What a search for words alone has. */
export const NO_MEANING: QuestionMeaning = { meaning: undefined, embedder: null, lane: "off", notices: [] };

/**
 * So much new text a search embeds before it looks, and no model is loaded for more: what was noted a moment ago is
 * found by meaning, and a whole workspace waits for `memory index`.
 */
const SMALL_BACKLOG_PIECES = 64;

/**
 * Embeds a question, and the little that was written since the last time. A model is only waited for as long as
 * `search.embedTimeoutMs` says; without one only words are looked for, and the answer says so: what is wrong each time,
 * what is merely so once.
 *
 * @param asked the part of the question that asks; see `Question`
 * @throws {MemoryError} failed, if an embedder that the settings name fails
 */
export async function questionMeaning(app: App, asked: string): Promise<QuestionMeaning> {
  const { index, config: { search: settings, embed } } = app;
  // Who turned it off need not be told; and nothing is near to a question without words.
  if (embed.provider === "none" || isWordless(readQuestion(asked))) return NO_MEANING;
  const { done, pending } = index.vectors.counts();
  if (done + pending === 0) return { meaning: undefined, embedder: null, lane: "ok", notices: [] };
  const answer = await app.embedder();
  if (answer.kind === "off") {
    return { meaning: undefined, embedder: null, lane: "off", notices: once(app, `${answer.reason}.`) };
  }
  if (answer.kind === "failed") {
    const { reason, hint, cause, isExplicit } = answer;
    return failed(new MemoryError(reason, { ...withHint(hint), cause }), isExplicit);
  }
  const { embedder } = answer;
  const held = index.vectors.fingerprint();
  const isOther = held !== null && held !== embedder.fingerprint;
  // An endpoint that was asked for is never left aside in silence.
  if (isOther && embed.provider === "openai-compatible") return failed(otherModel(held, embedder), true);
  if (isOther || (done === 0 && pending > SMALL_BACKLOG_PIECES)) return bare(embedder);
  try {
    const meaning = await withinMs(
      embedQuestion(embedder, asked),
      { limitMs: settings.embedTimeoutMs, name: embedder.name },
    );
    noteOutcome(app, embedder, null);
    if (pending > 0 && pending <= SMALL_BACKLOG_PIECES) await embedBacklog(app, embedder);
    return { meaning, embedder, lane: null, notices: [] };
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    noteOutcome(app, embedder, error);
    return failed(error, embedder.isExplicit);
  }
}

/** The search itself says why it cannot look: vectors of another model, or none yet. No model is loaded for that. */
function bare({ fingerprint }: Embedder): QuestionMeaning {
  return { meaning: { vector: new Float32Array(), fingerprint }, embedder: null, lane: null, notices: [] };
}

function failed(error: MemoryError, isExplicit: boolean): QuestionMeaning {
  if (isExplicit) {
    throw new MemoryError(error.message, {
      hint: `${error.hint === undefined ? "" : `${error.hint}; `}--keyword-only looks for words alone`,
      cause: error,
    });
  }
  return {
    meaning: undefined,
    embedder: null,
    lane: "failed",
    notices: [
      `${error.message}; only words were looked for.${error.hint === undefined ? "" : ` What to do: ${error.hint}.`}`,
    ],
  };
}

function otherModel(held: string, { name, fingerprint }: Embedder): MemoryError {
  const message =
    `Cannot search by meaning with "${name}": the index holds vectors of "${held}", not of "${fingerprint}"`;
  return new MemoryError(message, { hint: "memory index embeds everything anew, or set embed.endpoint back" });
}

async function embedQuestion(embedder: Embedder, asked: string): Promise<Meaning> {
  const [vector = new Float32Array()] = await embedded(embedder, [asked], "query");
  return { fingerprint: embedder.fingerprint, vector };
}

/** What cannot be embedded now is embedded later; the answer says how much is missing. */
async function embedBacklog({ index, layout, config: { search: settings } }: App, embedder: Embedder): Promise<void> {
  if (settings.embedBudgetMs === 0) return;
  const report = await withinMs(
    embedPending({ index, layout, embedder }, { budgetMs: settings.embedBudgetMs, maxPieces: SMALL_BACKLOG_PIECES }),
    { limitMs: settings.embedTimeoutMs, name: embedder.name },
  );
  if (report.failure instanceof MemoryError) throw report.failure;
}

/** Returns a sentence the first time, and nothing while it stays the same; where that cannot be noted, each time. */
function once({ index }: App, sentence: string): string[] {
  if (index.isReadonly || index.isInMemory) return [sentence];
  if (index.meta.told() === sentence) return [];
  index.meta.setTold(sentence);
  return [sentence];
}

function withHint(hint: string | null): { hint?: string } {
  return hint === null ? {} : { hint };
}
