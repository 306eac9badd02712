import type { SearchAnswer } from "./search.ts";

/**
 * Returns an answer as an agent gets it (SPEC 4.5): untrusted results last, as citation and class without text. What
 * other lines of the same chunk say is shown. Who wants the text itself reads the lines, and answers for it.
 */
export function withholdUntrusted(answer: SearchAnswer): SearchAnswer {
  const { results } = answer.result;
  const places = results.keys().toArray();
  const order = [...places.filter((at) => !results[at]?.untrusted), ...places.filter((at) => results[at]?.untrusted)];
  const inOrder = <T>(list: readonly T[]): T[] => order.flatMap((at) => list.slice(at, at + 1));
  const trusted = inOrder(answer.trusted);
  const withheld = inOrder(results).map((hit, at) =>
    hit.untrusted ? { ...hit, snippet: trusted[at]?.snippet ?? "", withheld: true } : hit
  );
  return {
    ...answer,
    result: { ...answer.result, results: withheld },
    explanations: inOrder(answer.explanations),
    trusted,
    pieces: inOrder(answer.pieces),
  };
}
