/**
 * The night's page in `DREAMS.md` (SPEC 8.8): what was kept and why, what nearly was, and what the week was about. Written
 * for a person; nothing ever reads it back.
 *
 * @module
 */
import type { Now } from "../../base/clock.ts";
import type { OriginClass } from "../../provenance/origin.ts";
import type { DepartureRow } from "../../store/state/departures.ts";
import type { PromotionRow } from "../../store/state/promotions.ts";
import { formatAnchor } from "../../workspace/annotation.ts";
import { distinctQuestions } from "../candidate.ts";
import type { NearMiss } from "../near_misses.ts";
import type { Retirement, SweepReport } from "../report.ts";
import type { Theme } from "../rem/themes.ts";
import type { TurnTaintedNote } from "../turn_tainted.ts";
import { changeLines } from "./change_lines.ts";
import type { DirectiveDeed } from "../directives.ts";
import type { Evaluation } from "./evaluate.ts";
import { leftOutItems } from "./left_out.ts";
import { proposalMark, proposedItems } from "./proposed.ts";
import { diffBlock, plural, shown, shownPlace } from "./page_text.ts";
import type { PlannedOperation } from "./operation.ts";
import { advisedWords, modelLines, type PageModel, reflectionLines } from "./page_model.ts";
import type { Retirable } from "./retire.ts";

/** What the page tells. */
export interface NightPage {
  /** The number by which the page is known again. */
  readonly sweepId: number;
  /** The moment of the night. */
  readonly now: Now;
  /** Candidates looked at. */
  readonly candidates: number;
  /** What was done to `MEMORY.md`. */
  readonly operations: readonly PlannedOperation[];
  /** Entries that left for want of room. */
  readonly retired: readonly Retirable[];
  /** The same for people, and entries that could leave. */
  readonly retirements: Pick<SweepReport, "retired" | "mayRetire">;
  /** Entries that vanished while an agent was at work, and can be restored. */
  readonly vanished: readonly DepartureRow[];
  /** Preferences of the owner that became directives, or met close ones. */
  readonly directives: readonly DirectiveDeed[];
  /** Kept in an earlier night that ended before it could tell. */
  readonly recovered: readonly PromotionRow[];
  /** Entries were only appended, because a consolidated version was refused. */
  readonly isFallback: boolean;
  /** Preference-shaped claims that were not proposed before. */
  readonly proposals: readonly Evaluation[];
  /** Notes that only their turn keeps out, and that were not proposed before. */
  readonly turnTainted: readonly TurnTaintedNote[];
  /** The nearest misses, nearest first. */
  readonly nearMisses: readonly NearMiss[];
  /** The themes, strongest first. */
  readonly themes: readonly Theme[];
  /** Candidates by what stopped them. */
  readonly stopped: Readonly<Record<string, number>>;
  /** Lines that the owner vouched for since the last night. */
  readonly attested: readonly AttestedLine[];
  /** Lines from outside that were recalled, and how often. */
  readonly refused: { readonly lines: number; readonly recalls: number };
  /** What a language model had to do with it; `null` if none is configured. */
  readonly model: PageModel | null;
}

/** A line that the owner lifted. */
export interface AttestedLine {
  /** As it stands. */
  readonly text: string;
  /** `path#L3-L3`. */
  readonly citation: string;
  /** The class that it got. */
  readonly origin: OriginClass;
}

/** Shares are shown as whole per cent. */
const PERCENT = 100;

/** Returns the mark by which a night's page is known again. */
export function pageMark(sweepId: number): string {
  return `<!-- sweep: ${sweepId} -->`;
}

/** Returns the page, with a final line end. */
export function formatPage(page: NightPage): string {
  const sections = [
    [`## ${page.now.day}`, "", pageMark(page.sweepId), "", summary(page)],
    section("Kept", [...page.operations.map(keptLines), ...page.recovered.map(recoveredLines)]),
    diffLines(page),
    section("Directives in USER.md", page.directives.map(directiveLines)),
    section("Left to make room", page.retirements.retired.map(retiredLines)),
    section("Nearly", page.nearMisses.map(nearLines)),
    section("Proposed", proposedItems(page)),
    section("Vanished while an agent was at work", page.vanished.map(vanishedLines)),
    section("Trusted by you", attestedItems(page.attested)),
    section("Themes of the week", page.themes.map(themeLines)),
    section("Reflection", page.model === null ? [] : reflectionLines(page.model)),
    section("Language model", page.model === null ? [] : modelLines(page.model)),
    section("Left out", leftOutItems(page)),
  ];
  return `${sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function summary({ operations, candidates, isFallback, recovered }: NightPage): string {
  const count = (action: string) => operations.filter((operation) => operation.action === action).length;
  const how = isFallback && operations.length > 0
    ? " Entries were only appended tonight; nothing else was touched."
    : "";
  const late = recovered.length === 0
    ? ""
    : ` ${plural(recovered.length, "entry", "entries")} of an interrupted night stand too.`;
  const counts = ["added", "merged", "superseded"].filter((action) => count(action) > 0)
    .map((action) => `${count(action)} ${action}`);
  const pool = plural(candidates, "candidate", "candidates");
  const kept = candidates === 0
    ? "Nothing to weigh."
    : counts.length === 0
    ? `Kept none of ${pool}.`
    : `Kept ${operations.length} of ${pool}: ${counts.join(", ")}.`;
  return `${kept}${how}${late}`;
}

function section(title: string, items: readonly (readonly string[])[]): string[] {
  return items.length === 0 ? [] : [`### ${title}`, "", ...items.flat()];
}

function keptLines({ action, evaluation, prior, text, advised }: PlannedOperation): string[] {
  const { candidate, score } = evaluation;
  const sources = candidate.anchors.map((anchor) => shownPlace(formatAnchor(anchor))).join(", ");
  const how = {
    added: "",
    merged: " Joined to an entry that says the same.",
    superseded: ` Takes the place of: ${shown(prior?.entry.text ?? "")}`,
  }[action];
  return [
    `- ${shown(text)}`,
    `  ${evidenceSentence(evaluation)} Score ${score.score.toFixed(2)}. From ${sources}, ${
      writer(candidate.provenance.origin)
    }.${how}${advisedWords(advised, candidate.text)}`,
  ];
}

function recoveredLines({ text, score, source, promotedAt }: PromotionRow): string[] {
  return [`- ${shown(text)}`, `  Score ${score.toFixed(2)}. From ${shownPlace(source)}, kept at ${promotedAt}.`];
}

function evidenceSentence({ candidate: { evidence } }: Evaluation): string {
  const days = [...new Set(evidence.map(({ day }) => day))].sort();
  const last = days.at(-1) ?? "";
  if (days.length === 0) return "Not asked for yet.";
  const questions = plural(distinctQuestions(evidence), "question", "questions");
  return `Needed ${times(evidence.length)}, by ${questions} on ${plural(days.length, "day", "days")}, last on ${last}.`;
}

function writer(origin: string | null): string {
  return origin === "owner" ? "in your own words" : "written by the agent";
}

function diffLines(page: NightPage): string[] {
  const lines = changeLines(page);
  return lines.length === 0 ? [] : diffBlock(lines);
}

function nearLines({ key, text, score, needs, isHindered }: NearMiss): string[] {
  return [
    `- ${shown(text)}${isHindered ? ` ${proposalMark(key)}` : ""}`,
    // How clear an answer has to be is in the explanation; here it would only be in the way.
    `  Score ${score.toFixed(2)}. Needs ${
      needs.map((need) => shown(need.replace(/, at quality [\d.]+$/, ""))).join("; ")
    }. Keep it all the same: \`memory dream accept ${key}\``,
  ];
}

function directiveLines({ key, directive, source, outcome, others }: DirectiveDeed): string[] {
  const named = others.map((other) => `"${shown(other)}"`).join(", ");
  if (outcome === "doubt") {
    const ask = `If both hold: \`memory dream accept ${key}\``;
    return [
      `- ${shown(directive)} ${proposalMark(key)}`,
      `  Not written: ${named} is close to it. From ${shownPlace(source)}. ${ask}`,
    ];
  }
  if (outcome === "pruned") return [`- ${shown(directive)}`, "  Left the file: another one took its place long ago."];
  const instead = named === "" ? "" : ` Takes the place of ${named}.`;
  return [`- ${shown(directive)}`, `  In your own words, from ${shownPlace(source)}.${instead}`];
}

function retiredLines({ key, text, reason }: Retirement): string[] {
  return [`- ${shown(text)}`, `  ${reason}. Its line stays searchable. Bring it back: \`memory dream restore ${key}\``];
}

function vanishedLines({ entryKey, raw, session, departedAt }: DepartureRow): string[] {
  const who = session === null ? "" : `, in session ${shown(session)}`;
  return [
    `- ${shown(raw.replace(/^\s*[-*+]\s+/, "").replace(/<!--.*?-->/gs, ""))}`,
    `  Gone since ${departedAt}${who}. Bring it back: \`memory dream restore ${entryKey}\``,
  ];
}

/** Lines named one by one: a whole workspace may have been taken up again in one sitting. */
const ATTESTED_NAMED = 20;

function attestedItems(lines: readonly AttestedLine[]): string[][] {
  const named = lines.slice(0, ATTESTED_NAMED).map(({ text, citation, origin }) => [
    `- ${shown(text.replace(/^\s*[-*+]\s+/, ""))}`,
    `  From ${shownPlace(citation)}, as ${origin}.`,
  ]);
  const rest = lines.length - named.length;
  return rest === 0 ? named : [...named, [`- … and ${plural(rest, "line", "lines")} more`]];
}

function themeLines({ tag, entries, days, share, usualShare, evidence }: Theme): string[] {
  const percent = (value: number) => `${Math.round(value * PERCENT)} %`;
  return [
    `- ${shown(tag)}: ${plural(entries, "note", "notes")} on ${plural(days, "day", "days")}, ` +
    `${percent(share)} of the week's notes (usually ${percent(usualShare)}). ${evidence.map(shownPlace).join(", ")}`,
  ];
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
