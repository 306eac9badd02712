import { escapeHidden } from "../../base/text/display.ts";
import type { DerivedCounts, ForgetAnswer } from "../_forget/answer.ts";
import type { TextStyle } from "../_style.ts";
import { count } from "./count.ts";

/** Returns the preview of a forget, or its receipt: without the text, once that is gone. */
export function forgetText(answer: ForgetAnswer, style: TextStyle): string {
  // Who declined has just seen what would go.
  if (answer.reason === "declined") return style.dim("Nothing was changed.");
  const blocks = answer.applied ? receipt(answer, style) : preview(answer, style);
  return blocks.filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n");
}

function preview(
  { removed, stored, derived, left, similar, reason, token }: ForgetAnswer,
  style: TextStyle,
): string[][] {
  if (removed.length + stored.length === 0) {
    return [["Nothing to forget: no line is meant"], stayLines("Stays", left, style)];
  }
  const heads: Readonly<Record<string, string>> = {
    chosen: "Would go",
    copy: "The same text elsewhere",
    report: "Told of by the dream",
  };
  const groups = Object.entries(heads).map(([why, head]) => {
    const lines = removed.filter((it) => it.why === why);
    return lines.length === 0 ? [] : [style.bold(head), ...lines.flatMap((it) => lineRows(it.path, it.line, it.text))];
  });
  return [
    ...groups,
    storedLines(stored, style),
    derivedLines("And with it", derived, style),
    stayLines("Stays", left, style),
    stayLines("Says nearly the same, and stays", similar, style),
    endLines(reason, token, style),
  ];
}

function endLines(reason: ForgetAnswer["reason"], token: string | null, style: TextStyle): string[] {
  if (reason === null) return [];
  const ends: Readonly<Record<string, string>> = {
    preview: `Nothing was changed. --apply does it, and --token ${token} makes sure of these lines.`,
    owner: "Nothing was changed: these lines are not this session's, so the owner has been asked.",
    nothing: "Nothing was changed.",
  };
  return [style.dim(ends[reason] ?? "")];
}

function receipt(
  { removed, stored, derived, complete, left, deleted, outOfReach }: ForgetAnswer,
  style: TextStyle,
): string[][] {
  const places = [...new Set(removed.map(({ path }) => path))];
  const head = complete ? style.green("Forgotten") : style.yellow("Forgotten, not complete yet");
  return [
    [
      ...removed.length === 0 && stored.length > 0 ? [] : [
        `${head}  ${count(removed.length, "passage")} of ${count(places.length, "file")}: ${
          places.map(escapeHidden).join(", ")
        }`,
      ],
      ...stored.length === 0
        ? []
        : [`${head}  ${stored.length} that stood in no file: ${stored.map(({ key }) => key).join(", ")}`],
    ],
    derivedLines("Gone with it", derived, style),
    deleted.length === 0 ? [] : [style.bold("Deleted"), ...deleted.map((path) => `  ${escapeHidden(path)}`)],
    left.length === 0 ? [] : [
      style.bold("Stays"),
      ...left.map(({ path, line, reason }) => `  ${placeOf(path, line)}  ${style.dim(reason)}`),
    ],
    [
      style.bold("Out of reach"),
      ...outOfReach.flatMap(({ what, paths }) => [`  ${what}`, ...paths.map((path) => `    ${escapeHidden(path)}`)]),
    ],
  ];
}

/** What stands in no file, under its key. */
function storedLines(stored: ForgetAnswer["stored"], style: TextStyle): string[] {
  if (stored.length === 0) return [];
  const rows = stored.map(({ kind, key, text }) =>
    `  ${key}  ${style.dim(STORED_NAMES[kind] ?? kind)}  ${escapeHidden(text)}`
  );
  return [style.bold("In no file, would go as well"), ...rows];
}

const STORED_NAMES: Readonly<Record<string, string>> = {
  intent: "intent",
  candidate: "claim of the dream",
  entry: "earlier entry",
};

const DERIVED_NAMES: Readonly<Partial<Record<keyof DerivedCounts, string>>> = {
  candidates: "candidate",
  recalls: "recall",
  promotions: "promotion on record",
  departures: "earlier entry on record",
  reports: "report of a sweep",
  preImages: "earlier version of a file",
  chunks: "piece of the index",
  vectors: "vector",
  taints: "tainted text",
  sessionTexts: "tool output kept as hashes",
  orders: "order given in a chat",
  intents: "intent",
  injections: "note that it was given to an agent",
};

function derivedLines(head: string, derived: DerivedCounts, style: TextStyle): string[] {
  const rows = Object.entries(DERIVED_NAMES).flatMap(([name, noun]) => {
    const number = derived[name as keyof DerivedCounts];
    return number > 0 && noun !== undefined ? [`  ${number} × ${noun}`] : [];
  });
  return rows.length === 0 ? [] : [style.bold(head), ...rows];
}

function stayLines(head: string, left: ForgetAnswer["left"], style: TextStyle): string[] {
  if (left.length === 0) return [];
  const shown = left.slice(0, SHOWN).flatMap(({ path, line, text, reason }) => [
    ...lineRows(path, line, text),
    `    ${style.dim(reason)}`,
  ]);
  const rest = left.length - SHOWN;
  return [style.bold(head), ...shown, ...rest > 0 ? [style.dim(`  and ${rest} more`)] : []];
}

/** Lines that stay and are shown one by one: they are for comparison only. */
const SHOWN = 10;

function lineRows(path: string, line: number, text: string): string[] {
  return text.replace(/(?:\r?\n)+$/, "").split("\n").map((row, at) =>
    `  ${placeOf(path, line === 0 ? 0 : line + at)}  ${escapeHidden(row)}`
  );
}

/** What stands in no file has a key for its path and no line. */
function placeOf(path: string, line: number): string {
  return line === 0 ? escapeHidden(path) : `${escapeHidden(path)}:${line}`;
}
