import { stripControls } from "../../base/text/display.ts";
import { explanationLines, type HitExplanation } from "../../lanes/search/explain_hit.ts";
import type { SearchHit } from "../../lanes/search/hit.ts";
import type { SearchAnswer } from "../../lanes/search/search.ts";
import type { TextStyle } from "../_style.ts";
import { originText } from "./origin_text.ts";

/** Returns the hits with their citation, score and class; untrusted ones framed as somebody else's words. */
export function searchText(answer: SearchAnswer, isExplained: boolean, style: TextStyle): string {
  const { results } = answer.result;
  if (results.length === 0) return style.dim("Nothing found");
  return results.map((hit, at) => hitText(hit, isExplained ? answer.explanations[at] : undefined, style)).join("\n\n");
}

function hitText(hit: SearchHit, explanation: HitExplanation | undefined, style: TextStyle): string {
  const facts = [
    hit.score.toFixed(2),
    ...(hit.tier === "curated" ? ["curated"] : []),
    ...(hit.observedAt === null ? [] : [hit.observedAt.slice(0, ISO_DAY_CHARS)]),
    ...hit.project,
  ];
  // The bar at the left is the frame: it cannot be imitated by a text, whose own lines all stand behind one.
  const bar = hit.untrusted ? style.red("│ ") : "  ";
  return [
    `${style.bold(style.cyan(stripControls(hit.citation)))}  ${style.dim(stripControls(facts.join("  ")))}  ${
      originText(hit.origin, style)
    }`,
    ...stripControls(hit.snippet).split("\n").map((line) => bar + line),
    ...(explanation === undefined ? [] : explanationLines(explanation).map((line) => `  ${style.dim(line)}`)),
  ].join("\n");
}

/** Chars of `YYYY-MM-DD` at the start of an ISO time. */
const ISO_DAY_CHARS = 10;
