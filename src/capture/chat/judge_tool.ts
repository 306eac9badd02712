/**
 * What the answer of a tool does to what is said later (SPEC 4.5): for the hook of a tool that came back, and for its line
 * in a transcript.
 *
 * @module
 */
import { hasUntrustedMark } from "../../provenance/mark.ts";
import {
  classifyTool,
  type ToolCall,
  type ToolClass,
  type ToolSettings,
} from "../../provenance/tools/classify_tool.ts";
import { graver, type ToolVerdict, turn } from "../../provenance/tools/verdict.ts";
import { outputText } from "../../base/text/output_text.ts";
import { pathRule } from "../../provenance/tier.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import { normaliseClaim } from "../../workspace/claims.ts";
import type { DiskFacts } from "../../workspace/disk_facts.ts";
import { answerHash, claimsOfAnswer } from "../../workspace/injected_hashes.ts";
import { ledgerUnits } from "../../workspace/ledger_units.ts";

/** What tells. */
export interface JudgeDeps {
  /** What name and input of the call decide, where it is known already. @default asked */
  readonly found?: ToolClass | undefined;
  /** Returns the texts of which the answer consists, asked only about tools that may be our own. @default the output */
  readonly texts?: (() => readonly string[]) | undefined;
  /** Not all that tools gave is known any more: the agent's later words are untrusted anyway. @default false */
  readonly isLost?: boolean;
  /** The user's own say about tools. */
  readonly tools: ToolSettings;
  /** Where paths lead. */
  readonly facts: DiskFacts;
  /** Texts that are untrusted wherever they turn up. */
  readonly state: Pick<StateStore, "taints" | "meta">;
  /** Where lines of the memory come from. */
  readonly originsOf: OriginReader;
  /** Returns whether a claim, or an answer, was handed to the session before; asked only about tools that may be our own. */
  readonly wasHandedOut: (hash: string) => boolean;
}

/** Lines of an output that are compared with untrusted lines of the memory; marks are looked for in all of it. */
const MOST_LINES = 1_000;

/** Text of one input: what an agent writes into a file at once, in UTF-16 units. */
export const MOST_INPUT = 200_000;

/** Returns what name and input of a call decide alone. */
export function classOfCall(deps: Pick<JudgeDeps, "tools" | "facts">, call: ToolCall): ToolClass {
  return classifyTool(call, deps.facts, deps.tools);
}

/** Returns what the answer of a call does. */
export function judgeTool(deps: JudgeDeps, call: ToolCall, output: string): ToolVerdict {
  const found = deps.found ?? classOfCall(deps, call);
  if (found.mayBeOwn && isOwnAnswer(deps, call, deps.texts?.() ?? [output])) {
    return { taint: "none", reason: "memory itself" };
  }
  if (found.taint !== "text") return found;
  const known = found.workspaceFile === null ? found : byOrigins(deps, found.workspaceFile, output);
  // Of an agent that nobody vouches for any more nothing is learnt from it, and it is most of the work of a long session.
  if (deps.isLost) return known;
  return graver(known, fromUntrusted(deps, output) ?? known);
}

/** Our own tools are known by their name and by what they gave, which we logged, or were given (SPEC 4.5). */
function isOwnAnswer({ wasHandedOut, state }: JudgeDeps, { input }: ToolCall, texts: readonly string[]): boolean {
  const given = normaliseClaim(outputText(input, MOST_INPUT).text);
  const said = texts.filter((text) => text.trim() !== "");
  return said.length > 0 && said.every((text) => {
    if (wasHandedOut(answerHash(state.meta.hmacKey, text))) return true;
    const claims = claimsOfAnswer(text);
    return claims.length > 0 &&
      claims.every((claim) => wasHandedOut(claim.claimHash) || given.includes(normaliseClaim(claim.text)));
  });
}

/** Files of the workspace count by their lines' origins; of more lines than are looked at what repeats them counts. */
function byOrigins({ facts, originsOf }: JudgeDeps, file: string, output: string): ToolVerdict {
  const path = facts.workspacePath(file);
  const rule = pathRule(path);
  // Sources that lie in a workspace are no memory: nobody notes where their lines come from.
  if (rule.origin === "untrusted" && !rule.isImport && !rule.isOutside) return { taint: "text", reason: "a file" };
  const lines = ledgerUnits({ path, text: output }).map(({ raw }) => raw);
  const isUntrusted = originsOf(path, lines.slice(0, MOST_LINES)).some(({ origin }) => origin === "untrusted");
  if (isUntrusted) return turn("untrusted lines of the memory");
  if (lines.length > MOST_LINES) return { taint: "text", reason: "more lines of the memory than are looked at" };
  return { taint: "none", reason: "lines of the memory" };
}

/** An output that holds what the memory has as untrusted brings it in again, whichever tool read it. */
function fromUntrusted({ state }: JudgeDeps, output: string): ToolVerdict | null {
  if (state.taints.isEmpty()) return null;
  const isUntrusted = hasUntrustedMark(output) ||
    state.taints.copiesIn(output.split("\n", MOST_LINES)).includes("untrusted");
  return isUntrusted ? turn("untrusted lines of the memory") : null;
}
