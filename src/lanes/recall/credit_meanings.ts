/**
 * Which claims get credit where a hit shares no word with the question, as in a question in another language: the claim of
 * the nearest piece that is nearest itself (SPEC 6).
 *
 * @module
 */
import { dotProduct } from "../../base/dot_product.ts";
import { isWideText } from "../../base/text/measure.ts";
import type { Embedder } from "../../embed/embedder.ts";
import { type Claim, claimsOf, type LineRange } from "../../workspace/claims.ts";
import { scanMarkdown } from "../../workspace/scan_markdown.ts";
import type { RecallConfig } from "../config.ts";
import type { Meaning } from "../search/by_vector.ts";
import { termFinder } from "../search/find_terms.ts";
import { isOfOrigins } from "../search/gather_enough.ts";
import { relevanceOf } from "../search/relevance.ts";
import type { SearchAnswer } from "../search/search.ts";
import type { Credit } from "./credit_lines.ts";

/** What {@linkcode creditMeanings} works with. */
export interface MeaningCreditDeps {
  /** The question as a vector. */
  readonly meaning: Meaning;
  /** What made it. */
  readonly embedder: Embedder;
  /** Least quality, and least share of the best line. */
  readonly settings: Pick<RecallConfig, "minQuality" | "lineShare">;
}

/** Claims of one piece that are looked at, the longest ones (SPEC 6). */
const MAX_CLAIMS = 6;
/** A claim may begin before the piece and end behind it. */
const MARGIN_LINES = 10;

/**
 * Returns at most one credit for each episodic hit of sufficient quality of which no line holds a term: quality is the
 * hit's hybrid score times the relevance of its nearest line over that of the nearest line of all hits. As with words,
 * lines under `recall.lineShare` of the best get nothing: something is always rather near. Embeds the lines, so it is for
 * after the answer is printed.
 *
 * @throws {MemoryError} failed, when the embedder cannot answer
 */
export async function creditMeanings(answer: SearchAnswer, deps: MeaningCreditDeps): Promise<Credit[]> {
  const { settings } = deps;
  const { backgrounds } = answer;
  if (backgrounds === null) return [];
  const found = candidatesOf(answer, settings.minQuality);
  const texts = found.flatMap(({ claims }) => claims.map((claim) => claim.text));
  if (texts.length === 0) return [];
  const vectors = await deps.embedder.embed(texts, "passage");
  let at = 0;
  const near = found.map(({ claims, quality }) => {
    const lines = claims.map((claim) => {
      const background = isWideText(claim.text) ? backgrounds.wide : backgrounds.latin;
      return { claim, relevance: relevanceOf(dotProduct(deps.meaning.vector, vectors[at++] ?? NOTHING), background) };
    });
    const best = lines.reduce((a, b) => b.relevance > a.relevance ? b : a);
    return { ...best, quality };
  });
  const most = near.reduce((best, { relevance }) => Math.max(best, relevance), Number.MIN_VALUE);
  return near
    .map(({ claim, quality, relevance }) => ({ claim, quality: quality * relevance / most, share: relevance / most }))
    .filter(({ quality, share }) => share >= settings.lineShare && quality >= settings.minQuality)
    .map(({ claim, quality }) => ({ claim, quality }));
}

/** The claims of a hit's nearest piece. */
interface Candidate {
  readonly claims: readonly Claim[];
  /** The hit's hybrid score: the best line has all of it. */
  readonly quality: number;
}

function candidatesOf({ result, pieces, question, files, origins }: SearchAnswer, minQuality: number): Candidate[] {
  const find = termFinder(question.terms);
  return result.results.flatMap((hit, at) => {
    const piece = pieces[at] ?? null;
    const quality = hit.scores.hybrid;
    const file = piece !== null && hit.tier === "episodic" && quality >= minQuality ? files.read(hit.path) : null;
    if (file === null || piece === null) return [];
    const lines = file.lines.slice(hit.startLine - 1, hit.endLine).join("\n");
    if (find(lines).some((places) => places.length > 0)) return [];
    const claims = claimsIn(file.path, file.text, piece)
      .filter(({ startLine, endLine }) =>
        origins === undefined || isOfOrigins(files.origins(file, startLine, endLine), origins)
      );
    return claims.length === 0 ? [] : [{ claims, quality }];
  });
}

function claimsIn(path: string, text: string, piece: LineRange): Claim[] {
  const near = scanMarkdown(text, { only: { first: piece.first - MARGIN_LINES, last: piece.last + MARGIN_LINES } });
  return claimsOf(path, near, piece).sort((a, b) => b.text.length - a.text.length).slice(0, MAX_CLAIMS);
}

/** What was not embedded is like nothing. */
const NOTHING = new Float32Array();
