import { terminalText } from "../../base/text/display.ts";
import type { QueryTerm } from "../../base/text/query_terms.ts";
import { explanationLines } from "../../lanes/search/explain_hit.ts";
import type { SearchHit } from "../../lanes/search/hit.ts";
import type { SearchAnswer } from "../../lanes/search/search.ts";
import type { TextStyle } from "../_style.ts";
import { highlight } from "./highlight.ts";
import { originText } from "./origin_text.ts";

/** Returns the hits with their citation, score and class; untrusted ones framed as somebody else's words. */
export function searchText(answer: SearchAnswer, isExplained: boolean, style: TextStyle): string {
  const { results } = answer.result;
  if (results.length === 0) return style.dim("Nothing found");
  return results.map((hit, at) => {
    const explanation = isExplained ? answer.explanations[at] : undefined;
    return hitLines(hit, answer.question.terms, style)
      .concat(explanation === undefined ? [] : explanationLines(explanation).map((line) => `  ${style.dim(line)}`))
      .join("\n");
  }).join("\n\n");
}

function hitLines(hit: SearchHit, terms: readonly QueryTerm[], style: TextStyle): string[] {
  const facts = [
    hit.score.toFixed(2),
    ...(hit.tier === "curated" ? ["curated"] : []),
    ...(hit.observedAt === null ? [] : [hit.observedAt.slice(0, ISO_DAY_CHARS)]),
    ...hit.project,
  ];
  const citation = style.bold(style.cyan(terminalText(hit.citation)));
  // The bar at the left is the frame: a text cannot imitate it, since each of its own lines stands behind one.
  const bar = hit.untrusted ? style.red("│ ") : "  ";
  return [
    `${citation}  ${style.dim(terminalText(facts.join("  ")))}  ${originText(hit.origin, style)}`,
    ...(hit.withheld ? [bar + style.dim(withheldText(hit))] : []),
    ...(hit.withheld && hit.snippet === ""
      ? []
      : terminalText(hit.snippet).split("\n").map((line) => bar + highlight(line, terms, style.yellow))),
  ];
}

function withheldText({ citation, snippet }: SearchHit): string {
  const what = snippet === "" ? "somebody else's words" : "with somebody else's words among them";
  return `${what}, not shown unasked; read them with: memory get ${terminalText(citation)}`;
}

/** Chars of `YYYY-MM-DD` at the start of an ISO time. */
const ISO_DAY_CHARS = 10;
