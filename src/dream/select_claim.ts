/**
 * Which claim a selector means (SPEC 6, selectors): a candidate's key, an entry's key, lines of a file, or text.
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import { pathRule } from "../provenance/tier.ts";
import type { CandidateRow } from "../store/state/candidates.ts";
import { formatAnchor, parseAnchor, type SourceAnchor } from "../workspace/annotation.ts";
import { type Claim, normaliseClaim } from "../workspace/claims.ts";
import { MEMORY_FILE } from "../workspace/layout.ts";
import { readMemoryFile } from "./deep/memory_file.ts";
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
 * Returns the one claim that a selector means.
 *
 * @param selector `c:…`, `e:…`, `k:name`, `path:3`, `path:3-5`, `path#L3-L5`, or text; a line of `MEMORY.md` stands for the
 * claim that made its entry
 * @throws {MemoryError} usage, listing all, if it means several
 */
export function selectClaim(deps: DreamDeps, selector: string): Selected {
  const wanted = selector.trim();
  const read = fileReader(deps.layout);
  const lines = parseLines(wanted, (path) => "claims" in read(path));
  if (lines !== null && lines.path !== MEMORY_FILE) return byLines(read, lines, wanted);
  const all = everyClaim(deps, read);
  if (lines !== null) return byMemoryLine(deps, all, lines);
  if (/^c:[0-9a-f]{12}$/.test(wanted)) return only(all.filter(({ key }) => key === wanted), wanted);
  if (/^e:[0-9a-f]{12}$/.test(wanted)) return byEntry(deps, all, wanted);
  if (/^k:\S+$/.test(wanted)) return only(all.filter((it) => it.supersessionKey === wanted.slice("k:".length)), wanted);
  const text = normaliseClaim(wanted);
  if (text === "") return { kind: "unknown", reason: "an empty text means no claim" };
  const equal = all.filter((it) => normaliseClaim(it.text) === text);
  return only(equal.length > 0 ? equal : all.filter((it) => normaliseClaim(it.text).includes(text)), wanted);
}

/** A claim from a table or a file. */
interface Choice {
  readonly key: string;
  readonly text: string;
  readonly supersessionKey: string | null;
  readonly anchor: SourceAnchor;
  readonly claim: Claim | null;
}

/** Stored candidates, and claims of every indexed note that nobody stored; each key once. */
function everyClaim({ state, index }: DreamDeps, read: FileReader): Choice[] {
  const choices = new Map<string, Choice>(state.candidates.all().map((row) => [row.key, stored(row)]));
  for (const path of index.sources.all().keys()) {
    if (pathRule(path).tier !== "episodic") continue;
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

function parseLines(selector: string, hasFile: (path: string) => boolean): SourceAnchor | null {
  const anchor = citedLines(selector, hasFile) ?? parseAnchor(selector);
  if (anchor !== null) return anchor;
  const match = /^(\S.*?):(\d+)(?:-(\d+))?$/s.exec(selector);
  const path = match?.[1];
  // "port:18790" is text; a selector of lines names a Markdown file.
  if (path === undefined || !path.endsWith(".md")) return null;
  const startLine = Number(match?.[2]);
  return { path, startLine, endLine: Number(match?.[3] ?? startLine) };
}

/** A citation names a path as it is, an annotation with codes such as `%3B`: the file that is there decides. */
function citedLines(selector: string, hasFile: (path: string) => boolean): SourceAnchor | null {
  const match = /^(.+)#L(\d{1,9})(?:-L?(\d{1,9}))?$/s.exec(selector);
  const path = match?.[1];
  if (path === undefined || !hasFile(path)) return null;
  const startLine = Number(match?.[2]);
  return { path, startLine, endLine: Number(match?.[3] ?? startLine) };
}

function byLines(read: FileReader, { path, startLine, endLine }: SourceAnchor, selector: string): Selected {
  if (pathRule(path).tier !== "episodic") return { kind: "unknown", reason: `"${path}" holds no claims` };
  const file = read(path);
  if (!("claims" in file)) return { kind: "unknown", reason: file.reason };
  const claims = file.claims().filter((claim) => claim.startLine <= endLine && claim.endLine >= startLine);
  if (claims.length === 0) return { kind: "unknown", reason: `no claim stands at "${selector}"` };
  return only([...new Map(claims.map((claim) => [claim.key, live(claim)])).values()], selector);
}

function byMemoryLine(deps: DreamDeps, all: readonly Choice[], { startLine }: SourceAnchor): Selected {
  const { entries } = readMemoryFile(deps.layout, deps.originsOf).file;
  const entry = entries.find((it) => it.startLine <= startLine && startLine <= it.endLine);
  if (entry === undefined) return { kind: "unknown", reason: `no entry stands at line ${startLine} of ${MEMORY_FILE}` };
  return byEntry(deps, all, entry.key);
}

/** An entry of `MEMORY.md` stands for the claim that made it. */
function byEntry({ state }: DreamDeps, all: readonly Choice[], entryKey: string): Selected {
  const key = state.promotions.ofEntry(entryKey).at(-1)?.candidateKey;
  if (key === undefined) return { kind: "unknown", reason: "no sweep has written this entry" };
  return only(all.filter((it) => it.key === key), entryKey);
}

function only(choices: readonly Choice[], selector: string): Selected {
  const [first, ...others] = choices;
  if (first === undefined) return { kind: "unknown", reason: "no claim matches" };
  if (others.length === 0) return { kind: "claim", key: first.key, claim: first.claim };
  const list = choices.slice(0, LISTED).map(({ key, anchor, text }) => `${key} ${formatAnchor(anchor)} "${text}"`);
  const rest = choices.length > LISTED ? [`and ${choices.length - LISTED} more`] : [];
  throw new MemoryError(
    `Cannot tell which claim "${selector}" means: ${choices.length} match\n${[...list, ...rest].join("\n")}`,
    {
      kind: "usage",
      hint: "name one by its key or by its lines",
    },
  );
}

/** Claims named in the message, at most: a word that is everywhere would fill the screen. */
const LISTED = 20;
