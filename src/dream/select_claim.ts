/**
 * Which claim a selector means (SPEC 6, selectors): a candidate's key, an entry's key, lines of a file, or text.
 *
 * @module
 */
import { readCurated } from "../curate/read_curated.ts";
import { pathRule } from "../provenance/tier.ts";
import { type Choice as Named, choicesByText, onlyChoice } from "../select/choose.ts";
import { parseSelector, type Selector } from "../select/parse_selector.ts";
import type { CandidateRow } from "../store/state/candidates.ts";
import type { SourceAnchor } from "../workspace/annotation.ts";
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
  const all = everyClaim(deps, read);
  switch (wanted.kind) {
    case "claim":
      return only(all.filter(({ key }) => key === wanted.key), selector);
    case "entry":
      return byEntry(deps, all, wanted.key);
    case "supersession":
      return only(all.filter((it) => it.supersessionKey === wanted.name), selector);
    case "text":
      return only(choicesByText(all, wanted.text), selector);
  }
}

/** A claim from a table or a file. */
interface Choice extends Named {
  readonly key: string;
  readonly supersessionKey: string | null;
  readonly claim: Claim | null;
}

/** Stored candidates, and claims of every indexed note that nobody stored; each key once. */
function everyClaim({ state, index }: DreamDeps, read: FileReader): Choice[] {
  const choices = new Map<string, Choice>(state.candidates.all().map((row) => [row.key, stored(row)]));
  for (const path of index.sources.all().keys()) {
    if (!holdsClaims(path)) continue;
    const file = read(path);
    for (const claim of "claims" in file ? file.claims() : []) choices.set(claim.key, live(claim));
  }
  return [...choices.values()];
}

function stored({ key, path, text, startLine, endLine, supersessionKey }: CandidateRow): Choice {
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
  if (path === MEMORY_FILE) return byMemoryLine(deps, everyClaim(deps, read), startLine);
  if (!holdsClaims(path)) return { kind: "unknown", reason: `"${path}" holds no claims` };
  const file = read(path);
  if (!("claims" in file)) return { kind: "unknown", reason: file.reason };
  const claims = file.claims().filter((claim) => claim.startLine <= endLine && claim.endLine >= startLine);
  if (claims.length === 0) return { kind: "unknown", reason: `no claim stands at "${selector.trim()}"` };
  return only([...new Map(claims.map((claim) => [claim.key, live(claim)])).values()], selector);
}

const ALL_LINES = { startLine: 1, endLine: Number.POSITIVE_INFINITY };

function byMemoryLine(deps: DreamDeps, all: readonly Choice[], line: number): Selected {
  const { entries } = readCurated(MEMORY_FILE, deps.layout, deps.originsOf).file;
  const entry = entries.find((it) => it.startLine <= line && line <= it.endLine);
  if (entry === undefined) return { kind: "unknown", reason: `no entry stands at line ${line} of ${MEMORY_FILE}` };
  return byEntry(deps, all, entry.key);
}

/** An entry of `MEMORY.md` stands for the claim that made it. */
function byEntry({ state }: DreamDeps, all: readonly Choice[], entryKey: string): Selected {
  const key = state.promotions.ofEntry(entryKey).at(-1)?.candidateKey;
  if (key === undefined) return { kind: "unknown", reason: "no sweep has written this entry" };
  return only(all.filter((it) => it.key === key), entryKey);
}

function only(choices: readonly Choice[], selector: string): Selected {
  const choice = onlyChoice(choices, selector);
  return choice === null
    ? { kind: "unknown", reason: "no claim matches" }
    : { kind: "claim", key: choice.key, claim: choice.claim };
}

/** What was said is noted as claims in diaries; the transcripts themselves hold none. */
function holdsClaims(path: string): boolean {
  const { tier, isSession } = pathRule(path);
  return tier === "episodic" && !isSession;
}
