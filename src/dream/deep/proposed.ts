/**
 * What a page proposes to the owner, each with the command that says yes (SPEC 8.7).
 *
 * @module
 */
import { formatAnchor } from "../../workspace/annotation.ts";
import type { Retirement } from "../report.ts";
import type { TurnTaintedNote } from "../turn_tainted.ts";
import type { Evaluation } from "./evaluate.ts";
import { shown, shownPlace } from "./page_text.ts";

/** Returns the mark of a proposal, so that it is made once. */
export function proposalMark(candidateKey: string): string {
  return `<!-- proposal: ${candidateKey} -->`;
}

/** What is proposed. */
export interface Proposed {
  /** Preference-shaped claims that were not proposed before. */
  readonly proposals: readonly Evaluation[];
  /** Notes that only their turn keeps out, and that were not proposed before. */
  readonly turnTainted: readonly TurnTaintedNote[];
  /** Entries that could leave. */
  readonly retirements: { readonly mayRetire: readonly Retirement[] };
}

/** Returns the items of the section, as lines. */
export function proposedItems({ proposals, turnTainted, retirements }: Proposed): string[][] {
  return [
    ...proposals.map(proposalLines),
    ...turnTainted.map(turnTaintedLines),
    ...retirements.mayRetire.map(mayRetireLines),
  ];
}

function mayRetireLines({ key, text, reason }: Retirement): string[] {
  return [`- ${shown(text)}`, `  Could leave to make room: ${reason}. Let it go: \`memory dream accept ${key}\``];
}

function proposalLines({ candidate }: Evaluation): string[] {
  return [
    `- ${shown(candidate.text)} ${proposalMark(candidate.key)}`,
    `  A preference, from ${
      shownPlace(formatAnchor(candidate.source))
    }. Make it a directive: \`memory dream accept ${candidate.key}\``,
  ];
}

/** Its words may be somebody else's: they are shown when the owner asks, and nowhere else. */
function turnTaintedLines({ key, source }: TurnTaintedNote): string[] {
  return [
    `- A note of the agent's at ${shownPlace(source)} ${proposalMark(key)}`,
    `  Made after it had read something from outside; nothing else keeps it out. Read it and say: \`memory dream accept ${key}\``,
  ];
}
