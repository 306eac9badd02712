/**
 * Which claim a selector means (SPEC 6, selectors): a candidate's key, an entry's key, lines of a file, or text.
 *
 * @module
 */
import { readCurated } from "../curate/read_curated.ts";
import { pathRule } from "../provenance/tier.ts";
import { type Choice as Named, choicesByText, onlyChoice } from "../select/choose.ts";
import { parseSelector, type Selector } from "../select/parse_selector.ts";
import { mayHold } from "../select/may_hold.ts";
import type { NamedClaim } from "../store/state/candidate_views.ts";
import { type SourceAnchor, stripAnnotations } from "../workspace/annotation.ts";
import type { Claim } from "../workspace/claims.ts";
import { refuseOutside } from "../workspace/confine_path.ts";
import { MEMORY_FILE } from "../workspace/layout.ts";
import { type FileReader, fileReader } from "./live_file.ts";
import type { DreamDeps } from "./night.ts";

/** What a selector means. */
export type Selected =
  | {
    readonly kind: "claim";
    readonly key: string; /** The live claim, if it stands in a file. */
    readonly claim: Claim | null;
  }
  | { readonly kind: "unknown"; readonly reason: string };

/**
 * Returns the one claim that a selector means. Unlike elsewhere a claim may be meant whose line is gone, and a line of
 * `MEMORY.md` stands for the claim that made its entry.
 *
 * @param selector `c:…`, `e:…`, `k:name`, `path`, `path:3`, `path:3-5`, `path#L3-L5`, or text
 * @throws {MemoryError} usage: malformed, or it means several, which are all listed; failed: it leads out of the workspace
 */
export function selectClaim(deps: DreamDeps, selector: string): Selected {
  if (selector.trim() === "") return { kind: "unknown", reason: "an empty text means no claim" };
  const read = fileReader(deps.layout);
  const wanted = parseSelector(selector, (path) => "claims" in read(path));
  if (wanted.kind === "path" || wanted.kind === "lines") {
    refuseOutside(deps, wanted.path);
    return byPlace(deps, read, { wanted, selector });
  }
  switch (wanted.kind) {
    case "claim":
      return byKey(deps, read, { key: wanted.key, selector });
    case "entry":
      return byEntry(deps, read, wanted.key);
    case "supersession":
      return only(deps, claimsUnder(deps, read, wanted.name), selector);
    case "text":
      return only(deps, claimsWith(deps, read, wanted.text), selector);
  }
}

/** A claim from a table or a file. */
interface Choice extends Named {
  readonly key: string;
  readonly supersessionKey: string | null;
  readonly claim: Claim | null;
}

interface KeyedSelector {
  readonly key: string;
  /** As it was typed. */
  readonly selector: string;
}

/** A key is made of path and words, so a stored claim can stand in its own file only; what nobody stored, in any. */
function byKey(deps: DreamDeps, read: FileReader, { key, selector }: KeyedSelector): Selected {
  const [row] = deps.state.candidates.get([key]);
  const notes = notesOf(deps);
  const paths = row === undefined ? notes : notes.filter((path) => path === row.path);
  const found = liveClaims(read, paths, { isMeant: (claim) => claim.key === key });
  return only(deps, joined(row === undefined ? [] : [row], found), selector);
}

/** Claims to which their file gives a supersession key, or the table if they stand in none. */
function claimsUnder(deps: DreamDeps, read: FileReader, name: string): Choice[] {
  const rows = deps.state.candidateViews.named().filter((row) => row.supersessionKey === name);
  const inTable = new Set(rows.map(({ key }) => key));
  const places = new Set(rows.map(({ path }) => path));
  const found = liveClaims(read, notesOf(deps), {
    mayHold: (lines, path) => places.has(path) || lines.some((line) => line.includes(name)),
    isMeant: ({ key, annotations }) => annotations.key === name || inTable.has(key),
  });
  return joined(rows, found).filter((it) => it.supersessionKey === name);
}

/** Claims that say a text, or hold it; only files and rows that have its words are taken apart. */
function claimsWith(deps: DreamDeps, read: FileReader, text: string): Choice[] {
  const hasWords = mayHold(text);
  const rows = deps.state.candidateViews.named().filter((row) => hasWords(row.text));
  const found = liveClaims(read, notesOf(deps), {
    mayHold: (lines) => hasWords(lines.map(stripAnnotations).join("\n")),
    isMeant: (claim) => hasWords(claim.text),
  });
  return choicesByText(joined(rows, found), text);
}

/** Stored claims, each as its file has it, then the others in the order of the files; each key once. */
function joined(rows: readonly NamedClaim[], found: readonly Choice[]): Choice[] {
  const live = new Map(found.map((choice) => [choice.key, choice]));
  const known = new Map(rows.map((row) => [row.key, live.get(row.key) ?? stored(row)]));
  return [...new Map([...known, ...live]).values()];
}

/** Every indexed note that may hold claims. */
function notesOf({ index }: DreamDeps): string[] {
  return [...index.sources.all().keys()].filter(holdsClaims);
}

interface Wanted {
  /** Whether a file of such lines is worth taking apart. @default it is */
  readonly mayHold?: (lines: readonly string[], path: string) => boolean;
  readonly isMeant: (claim: Claim) => boolean;
}

function liveClaims(read: FileReader, paths: readonly string[], { mayHold = () => true, isMeant }: Wanted): Choice[] {
  return paths.flatMap((path) => {
    const file = read(path);
    return "claims" in file && mayHold(file.rows, path) ? file.claims().filter(isMeant).map(live) : [];
  });
}

function stored({ key, path, text, startLine, endLine, supersessionKey }: NamedClaim): Choice {
  return { key, text, supersessionKey, anchor: { path, startLine, endLine }, claim: null };
}

function live(claim: Claim): Choice {
  const { key, path, text, startLine, endLine, annotations } = claim;
  return { key, text, supersessionKey: annotations.key, anchor: { path, startLine, endLine }, claim };
}

interface Place {
  readonly wanted: Extract<Selector, { readonly kind: "path" | "lines" }>;
  readonly selector: string;
}

function byPlace(deps: DreamDeps, read: FileReader, { wanted, selector }: Place): Selected {
  const { path, startLine, endLine }: SourceAnchor = wanted.kind === "lines" ? wanted : { ...wanted, ...ALL_LINES };
  if (path === MEMORY_FILE) return byMemoryLine(deps, read, startLine);
  if (!holdsClaims(path)) return { kind: "unknown", reason: `"${path}" holds no claims` };
  const file = read(path);
  if (!("claims" in file)) return { kind: "unknown", reason: file.reason };
  const claims = file.claims().filter((claim) => claim.startLine <= endLine && claim.endLine >= startLine);
  if (claims.length === 0) return { kind: "unknown", reason: `no claim stands at "${selector.trim()}"` };
  return only(deps, [...new Map(claims.map((claim) => [claim.key, live(claim)])).values()], selector);
}

const ALL_LINES = { startLine: 1, endLine: Number.POSITIVE_INFINITY };

function byMemoryLine(deps: DreamDeps, read: FileReader, line: number): Selected {
  const { entries } = readCurated(MEMORY_FILE, deps.layout, deps.originsOf).file;
  const entry = entries.find((it) => it.startLine <= line && line <= it.endLine);
  if (entry === undefined) return { kind: "unknown", reason: `no entry stands at line ${line} of ${MEMORY_FILE}` };
  return byEntry(deps, read, entry.key);
}

/** An entry of `MEMORY.md` stands for the claim that made it. */
function byEntry(deps: DreamDeps, read: FileReader, entryKey: string): Selected {
  const key = deps.state.promotions.ofEntry(entryKey).at(-1)?.candidateKey;
  if (key === undefined) return { kind: "unknown", reason: "no sweep has written this entry" };
  return byKey(deps, read, { key, selector: entryKey });
}

function only({ withheld }: DreamDeps, choices: readonly Choice[], selector: string): Selected {
  const choice = onlyChoice(choices, selector, withheld);
  return choice === null
    ? { kind: "unknown", reason: "no claim matches" }
    : { kind: "claim", key: choice.key, claim: choice.claim };
}

/** What was said is noted as claims in diaries; the transcripts themselves hold none. */
function holdsClaims(path: string): boolean {
  const { tier, isSession } = pathRule(path);
  return tier === "episodic" && !isSession;
}
