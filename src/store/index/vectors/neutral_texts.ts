/**
 * Sentences about nothing in particular. Among a handful of notes of one script nothing can stand out, so a question is
 * compared with these as well, in the script of the note, since cosines shift with the languages (SPEC 6). Their vectors
 * lie in the embedding cache like those of any text; `memory index` puts them there, and a search only reads them.
 *
 * @module
 */
import type { Connection } from "../../connect.ts";
import { type Background, type ByScript, exactBackground } from "./background.ts";
import type { ExactCosines } from "./exact_cosines.ts";
import { textHash } from "./link_vectors.ts";
import type { VectorSpace } from "./vector_spaces.ts";

/** Notes of one script as a question may meet them: people, things, plans, places, work. */
export const NEUTRAL_TEXTS = {
  latin: [
    "The train was late again this morning.",
    "We talked about the budget for next year.",
    "She moved to another city with her family.",
    "The build takes about ten minutes.",
    "I bought bread, milk and some apples.",
    "The report has to be sent before Friday.",
    "He plays the guitar in a small band.",
    "It rained for most of the weekend.",
  ],
  wide: [
    "今天早上的火车又晚点了。",
    "我们讨论了明年的预算。",
    "她和家人搬到了另一个城市。",
    "构建大约需要十分钟。",
    "我买了面包、牛奶和一些苹果。",
    "报告必须在星期五之前发出。",
    "他在一个小乐队里弹吉他。",
    "周末大部分时间都在下雨。",
  ],
} as const;

/** All of them. */
const ALL_TEXTS: readonly string[] = [...NEUTRAL_TEXTS.latin, ...NEUTRAL_TEXTS.wide];

/** Returns the neutral texts that have no vector of a model yet. */
export function missingNeutralTexts(connection: Connection, space: VectorSpace | null): string[] {
  return ALL_TEXTS.filter((text) => space === null || embeddingOf(connection, space, text) === null);
}

/** Returns the embeddings of the neutral texts that a model has; never to be pruned while it is the current one. */
export function neutralEmbeddings(connection: Connection, space: VectorSpace): number[] {
  return ALL_TEXTS.flatMap((text) => embeddingOf(connection, space, text) ?? []);
}

/** Returns how near a question is to the neutral texts of each script, as far as they have vectors. */
export function neutralBackgrounds(
  connection: Connection,
  space: VectorSpace,
  { code, exact }: { readonly code: Int8Array; readonly exact: ExactCosines },
): ByScript<Background> {
  const near = (texts: readonly string[]) => {
    const ids = texts.flatMap((text) => embeddingOf(connection, space, text) ?? []);
    return exactBackground([...exact(code, ids).values()]);
  };
  return { latin: near(NEUTRAL_TEXTS.latin), wide: near(NEUTRAL_TEXTS.wide) };
}

function embeddingOf(connection: Connection, space: VectorSpace, text: string): number | null {
  return connection.prepare<{ id: number }>(FIND).get(space.id, textHash(text))?.id ?? null;
}

const FIND = "SELECT id FROM embeddings WHERE space = ? AND hash = ?";
