/**
 * What a selector means (SPEC 6), for every command that takes one: `get`, `trust`, `distrust`, `--related`, `--explain`.
 *
 * @module
 */
import { MemoryError, systemCode } from "../base/errors.ts";
import { type SourceAnchor, stripAnnotations } from "../workspace/annotation.ts";
import type { Claim } from "../workspace/claims.ts";
import type { ReadableArea } from "../workspace/confine_path.ts";
import type { CuratedEntry } from "../workspace/curated.ts";
import { type Choice, choicesByText, distinctChoices, onlyChoice, type Withheld } from "./choose.ts";
import { mayHold } from "./may_hold.ts";
import { parseSelector, type Selector } from "./parse_selector.ts";
import { readSelectedFile, type SelectedFile } from "./selected_file.ts";

/** What selecting works with. */
export interface SelectDeps extends ReadableArea {
  /** Returns the paths that keys and texts are looked for in; called only for those. */
  files(): Iterable<string>;
  /** Returns the path that a candidate was last seen at: it is looked at first. @default no candidate is known */
  pathOfClaim?(key: string): string | null;
  /** What is not printed where several are meant. @default everything is */
  readonly withheld?: Withheld;
}

/** The lines that a selector means. */
export interface Selection {
  /** The file, read when the selector was resolved. */
  readonly file: SelectedFile;
  /** By its form: a whole file, lines, a key or text. */
  readonly kind: Selector["kind"];
  /** 1-based; 1 for an empty file. */
  readonly startLine: number;
  /** 1-based, inclusive; 0 for an empty file. */
  readonly endLine: number;
  /** The raw lines, without line ends. */
  readonly lines: readonly string[];
  /** Claims that these lines touch; none in a curated file. */
  readonly claims: readonly Claim[];
  /** Entries that these lines touch; only in a curated file. */
  readonly entries: readonly CuratedEntry[];
  /** Written `path:3`: a reader that goes on begins there. */
  readonly isStart: boolean;
}

/** How to select. */
export interface SelectOptions {
  /** Places that say the same in the same words are one thing, and the first stands for all. @default false */
  readonly mayRepeat?: boolean;
}

/**
 * Returns what one selector means, as the files are now.
 *
 * Text is compared with claims, with curated entries, and with lines that are neither. A supersession key means the
 * curated entry that has it; if there is none, the claim.
 *
 * @throws {MemoryError} usage: malformed, or several things are meant, which are listed; failed: nothing is meant, or the
 * file may not be read
 */
export function select(deps: SelectDeps, selector: string, options: SelectOptions = {}): Selection {
  const found = selectAmong(deps, selector, { ...options, beside: [], otherwise: [] });
  if (!("file" in found)) throw new Error("A selector means something that was not among what it was looked for in");
  return found;
}

/** What a selector may mean that stands in no file. */
export interface Unfiled<C extends Choice> {
  /** As good as what stands in files. */
  readonly beside: readonly C[];
  /** What is looked at if nothing else is meant. */
  readonly otherwise: readonly C[];
}

/**
 * Returns what one selector means among the files and some things that stand in none of them.
 *
 * @throws {MemoryError} as {@linkcode select}
 */
export function selectAmong<C extends Choice>(
  deps: SelectDeps,
  selector: string,
  options: SelectOptions & Unfiled<C>,
): Selection | C {
  const wanted = parseSelector(selector, (path) => isFile(deps, path));
  if (wanted.kind === "path") return wholeFile(readSelectedFile(deps, wanted.path), wanted.kind);
  if (wanted.kind === "lines") return linesOf(readSelectedFile(deps, wanted.path), wanted);
  const look: Look = { deps, unread: new Map() };
  const near = choicesFor(look, wanted, options.beside);
  const choices = near.length > 0 ? near : unfiled(wanted, options.otherwise);
  const found = onlyChoice(options.mayRepeat === true ? distinctChoices(choices) : choices, selector, deps.withheld);
  if (found === null) throw nothing(selector, look.unread);
  if (!("file" in found)) return found;
  const { startLine, endLine } = found.anchor;
  return selection(found.file, { kind: wanted.kind, startLine, endLine, isStart: false });
}

/** Something that a key or a text may mean, with its file. */
interface PlacedChoice extends Choice {
  readonly anchor: SourceAnchor;
  readonly file: SelectedFile;
  readonly supersessionKey: string | null;
}

/** A look through the files. */
interface Look {
  readonly deps: SelectDeps;
  /** Paths that are there and could not be read, with the system's code. */
  readonly unread: Map<string, string>;
}

/** A selector that names no place. */
type Wanted = Exclude<Selector, { readonly kind: "path" | "lines" }>;

function unfiled<C extends Choice>(wanted: Wanted, others: readonly C[]): C[] {
  if (wanted.kind === "text") return choicesByText(others, wanted.text);
  return wanted.kind === "supersession" ? [] : others.filter(({ key }) => key === wanted.key);
}

function choicesFor<C extends Choice>(look: Look, wanted: Wanted, beside: readonly C[]): (PlacedChoice | C)[] {
  switch (wanted.kind) {
    case "claim":
      return claimChoices(look, wanted.key);
    case "entry":
      return statements(look).filter(({ key }) => key === wanted.key);
    case "supersession": {
      const having = statements(look, wanted.name).filter((it) => it.supersessionKey === wanted.name);
      const entries = having.filter(({ key }) => key?.startsWith("e:"));
      return entries.length > 0 ? entries : having;
    }
    case "text":
      return choicesByText([...statements(look, wanted.text), ...beside], wanted.text);
  }
}

function claimChoices(look: Look, key: string): PlacedChoice[] {
  const { deps } = look;
  const last = deps.pathOfClaim?.(key) ?? null;
  const inLast = last === null || !isFile(deps, last) ? [] : statementsOf(readSelectedFile(deps, last));
  const found = inLast.filter((it) => it.key === key);
  // A path is part of the key, so equal claims of one file are one claim.
  return (found.length > 0 ? found : statements(look).filter((it) => it.key === key)).slice(0, 1);
}

/** Returns every statement of the files that may hold a text. */
function statements({ deps, unread }: Look, text = ""): PlacedChoice[] {
  const choices: PlacedChoice[] = [];
  const may = mayHold(text);
  for (const path of deps.files()) {
    const file = fileIfThere(deps, path, unread);
    if (file !== null && may(file.text)) choices.push(...statementsOf(file));
  }
  return choices;
}

function statementsOf(file: SelectedFile): PlacedChoice[] {
  const { path } = file;
  const taken = new Set<number>();
  const stated = [...file.claims(), ...file.entries()].map(({ key, text, startLine, endLine, annotations }) => {
    for (let line = startLine; line <= endLine; line++) taken.add(line);
    return { key, text, anchor: { path, startLine, endLine }, file, supersessionKey: annotations.key };
  });
  const others = file.lines().filter((line) => line.kind !== "blank" && !taken.has(line.number)).map((line) => ({
    key: null,
    text: stripAnnotations(line.content),
    anchor: { path, startLine: line.number, endLine: line.number },
    file,
    supersessionKey: null,
  }));
  return [...stated, ...others];
}

function wholeFile(file: SelectedFile, kind: Selector["kind"]): Selection {
  return selection(file, { kind, startLine: 1, endLine: file.lines().length, isStart: false });
}

function linesOf(file: SelectedFile, wanted: Extract<Selector, { readonly kind: "lines" }>): Selection {
  const total = file.lines().length;
  if (wanted.startLine > total) {
    throw new MemoryError(`Cannot find line ${wanted.startLine} of "${wanted.path}": it has ${total} lines`, {
      hint: `read its end with: memory get ${wanted.path}:${Math.max(1, total - END_LINES)}`,
    });
  }
  return selection(file, { ...wanted, endLine: Math.min(wanted.endLine, total) });
}

/** Lines before the last one at which the hint begins to read: about a screen. */
const END_LINES = 20;

type Range = Pick<Selection, "kind" | "startLine" | "endLine" | "isStart">;

function selection(file: SelectedFile, { kind, startLine, endLine, isStart }: Range): Selection {
  const touches = (it: { readonly startLine: number; readonly endLine: number }) =>
    it.startLine <= endLine && it.endLine >= startLine;
  return {
    file,
    kind,
    startLine,
    endLine,
    isStart,
    lines: file.lines().slice(startLine - 1, endLine).map(({ text }) => text),
    claims: file.claims().filter(touches),
    entries: file.entries().filter(touches),
  };
}

function isFile(deps: SelectDeps, path: string): boolean {
  return fileIfThere(deps, path) !== null;
}

/** Named by its path a file that cannot be read is an error; where all are looked through it is noted in `unread`. */
function fileIfThere(deps: SelectDeps, path: string, unread?: Map<string, string>): SelectedFile | null {
  try {
    return readSelectedFile(deps, path);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    const code = systemCode(error);
    if (code !== undefined) unread?.set(path, code);
    return null;
  }
}

/** Nobody finds a line by the letters of its key. */
const IS_KEY = /^[ceik]:\S+$/i;

function nothing(selector: string, unread: ReadonlyMap<string, string>): MemoryError {
  const [first, ...others] = unread;
  if (first === undefined) {
    return new MemoryError(`Cannot find what "${selector}" means: no line, entry or key of the memory is that`, {
      hint: `find lines with: memory search "${IS_KEY.test(selector) ? "<words>" : selector}"`,
    });
  }
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return new MemoryError(
    `Cannot find what "${selector}" means: nothing that could be read is that, and "${first[0]}" (${
      first[1]
    })${more} ` +
      "could not be read",
    { hint: "see all of them with: memory index" },
  );
}
