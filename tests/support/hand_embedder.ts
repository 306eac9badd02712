/**
 * An embedder whose vectors can be worked out by hand, for tests of everything that uses vectors.
 *
 * @module
 */
import type { Embedder, TextRole } from "../../src/embed/embedder.ts";

/** The axes: a text has as much of an axis as it has words or characters of it. Every group is one meaning. */
export const HAND_AXES: readonly (readonly string[])[] = [
  ["port", "ports", "18789", "端口", "监听"],
  ["gateway", "gateways", "网关"],
  ["tea", "oolong", "茶", "乌龙"],
  ["database", "postgres", "数据库", "迁移"],
  ["deploy", "deploys", "release", "部署", "发布"],
  ["alice", "爱丽丝"],
  ["morning", "早上", "早晨"],
];

/** How many texts an embedder was given, and in which role; grows with every call. */
export interface HandCall {
  readonly texts: readonly string[];
  readonly role: TextRole;
}

/** What differs from an embedder that always answers. */
export interface HandOptions {
  /** @default "hand 1" */
  readonly fingerprint?: string;
  /** @default false */
  readonly isExplicit?: boolean;
  /** Thrown by the call with this number, counted from 1, and all later ones. */
  readonly failure?: { readonly fromCall: number; readonly error: Error };
}

/** Embedder and what it was asked. */
export interface HandEmbedder extends Embedder {
  /** Every call of `embed`, in order. */
  readonly calls: readonly HandCall[];
}

/**
 * Returns the embedder. The vector of a text counts, for each axis, the occurrences of its terms, with one more axis at the
 * end that is 1 if nothing else is there and 0.1 otherwise; then it is scaled to length 1. So "gateway port" and 网关端口
 * have the same vector, "tea" is almost at a right angle to both, and a text of unknown words equals any other such text.
 */
export function handEmbedder(options: HandOptions = {}): HandEmbedder {
  const calls: HandCall[] = [];
  return {
    name: "hand",
    fingerprint: options.fingerprint ?? "hand 1",
    dimensions: HAND_AXES.length + 1,
    isExplicit: options.isExplicit ?? false,
    calls,
    embed(texts, role) {
      calls.push({ texts: [...texts], role });
      const { failure } = options;
      if (failure !== undefined && calls.length >= failure.fromCall) return Promise.reject(failure.error);
      return Promise.resolve(texts.map(handVector));
    },
    close: () => Promise.resolve(),
  };
}

/** Returns the vector of one text. */
export function handVector(text: string): Float32Array {
  const lower = text.toLowerCase();
  const counts = HAND_AXES.map((terms) => terms.reduce((sum, term) => sum + occurrences(lower, term), 0));
  const isKnown = counts.some((count) => count > 0);
  const vector = Float32Array.from([...counts, isKnown ? 0.1 : 1]);
  const length = Math.hypot(...vector);
  return vector.map((each) => each / length);
}

/** Latin terms count as whole words, so that "ports" is not also "port"; Chinese ones wherever they stand. */
function occurrences(text: string, term: string): number {
  const pattern = /^[a-z0-9]+$/.test(term)
    ? new RegExp(`(?<![a-z0-9])${term}(?![a-z0-9])`, "g")
    : new RegExp(term, "g");
  return [...text.matchAll(pattern)].length;
}
