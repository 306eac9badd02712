/**
 * The statements in a stretch of a file that lane 2 may use, each whole and as the file is now.
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import { visibleText } from "../../base/text/display.ts";
import { codePoints } from "../../base/text/measure.ts";
import { leastTrusted, type LineOrigin } from "../../provenance/origin.ts";
import { pathRule } from "../../provenance/tier.ts";
import { stripAnnotations } from "../../workspace/annotation.ts";
import { claimsOf, type LineRange } from "../../workspace/claims.ts";
import type { CuratedEntry, CuratedFile } from "../../workspace/curated.ts";
import { type MarkdownLine, scanMarkdown } from "../../workspace/scan_markdown.ts";
import { visibleLines } from "../../workspace/visible_lines.ts";
import { judgePiece } from "../judge_piece.ts";
import type { LiveFile, LiveFiles } from "../live_files.ts";
import { type FoundClaim, MOST_CLAIM_CHARS, type StandingClaim } from "./found_claim.ts";
import type { MayUse } from "./may_use.ts";

/** What decides which statements are used. */
export interface ReadContext {
  /** As they are now, with their origins. */
  readonly files: LiveFiles;
  /** Asked for every line. */
  readonly mayUse: MayUse;
  /** What expired before it is left out. */
  readonly today: LocalDay;
  /** Curated entries of other projects are left out. */
  readonly activeProjects: ReadonlySet<string>;
}

/** A statement as it was read, with what decides about it. */
export interface ReadClaim extends StandingClaim {
  /** The last day on which it holds, or `null`. */
  readonly expires: LocalDay | null;
  /** Of a curated file, else `null`. */
  readonly entry: CuratedEntry | null;
  /** Projects that it is of, as annotated; `null`: of none. */
  readonly projects: readonly string[] | "invalid" | null;
}

/** Reads files of one answer; each is taken apart once. */
export class ClaimReader {
  readonly #pages = new Map<string, readonly MarkdownLine[]>();
  readonly #leftOut = new Map<string, number>();
  readonly #judged = new Map<string, FoundClaim | null>();

  /** Reads for one answer. */
  constructor(readonly context: ReadContext) {}

  /** What was left out up to now, by the reason. */
  get leftOut(): ReadonlyMap<string, number> {
    return this.#leftOut;
  }

  /** Returns the statements that touch these lines of a file; none of a file that cannot be read. */
  read(path: string, range: LineRange): ReadClaim[] {
    const file = this.context.files.read(path);
    if (file === null) return [];
    const rule = pathRule(file.ownPath);
    if (rule.tier === "curated") return entriesIn(file, this.context.files.curated(file), range);
    return rule.isSession ? this.#said(file, range, rule.day) : this.#claims(file, range, rule.day);
  }

  /** Returns a statement that this reader gave, if it may be used, else `null`. Each is asked about once. */
  judge(claim: ReadClaim): FoundClaim | null {
    const key = `${claim.path}#${claim.startLine}-${claim.endLine}`;
    const known = this.#judged.get(key);
    if (known !== undefined) return known;
    const found = this.#judgeAnew(claim);
    this.#judged.set(key, found);
    return found;
  }

  #judgeAnew(claim: ReadClaim): FoundClaim | null {
    const file = this.context.files.read(claim.path);
    if (file === null) return null;
    const origins = this.context.files.origins(file, claim.startLine, claim.endLine);
    const reason = this.#whyNot(file, claim, origins);
    if (reason !== null) {
      this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1);
      return null;
    }
    const { expires: _, entry: __, projects: ___, ...standing } = claim;
    return {
      ...standing,
      origin: origins.map(({ origin }) => origin).reduce(leastTrusted),
      observedAt: latest(origins),
    };
  }

  #whyNot(
    file: LiveFile,
    { text, entry, expires, projects }: ReadClaim,
    origins: readonly LineOrigin[],
  ): string | null {
    if (text === "" || text.includes("<!--")) return "a person does not see it";
    if (codePoints(text) > MOST_CLAIM_CHARS) return `it is longer than ${MOST_CLAIM_CHARS} chars`;
    if (origins.length === 0) return "its origin is not known";
    const refused = origins.map((line) => this.context.mayUse(file.ownPath, line)).find(({ passes }) => !passes);
    if (refused !== undefined) return refused.reason;
    if (expires !== null && expires < this.context.today) return "it is expired";
    if (entry === null) return this.#whyNotOf(projects);
    return origins.map((origin) => judgePiece(file.ownPath, { entry }, { origin, context: this.context }))
      .find(({ passes }) => !passes)?.reason ?? null;
  }

  /** A line of a diary is asked for its project as an entry is. */
  #whyNotOf(projects: ReadClaim["projects"]): string | null {
    if (projects === "invalid") return "its project annotation cannot be read";
    const idle = projects?.find((key) => !this.context.activeProjects.has(key));
    return idle === undefined ? null : `project "${idle}" is not active`;
  }

  #claims(file: LiveFile, range: LineRange, day: LocalDay | null): ReadClaim[] {
    return claimsOf(file.path, this.#near(file, range) ?? this.#visible(file), range).map(
      ({ path, startLine, endLine, text, headings, annotations: { expires, projects } }) => ({
        path,
        startLine,
        endLine,
        text: oneLine(text),
        context: headings.join(" "),
        place: "notes",
        day,
        entryKey: null,
        expires,
        projects,
        entry: null,
      }),
    );
  }

  /** What was said, line by line; what only asks answers nothing. */
  #said(file: LiveFile, { first, last }: LineRange, day: LocalDay | null): ReadClaim[] {
    return (this.#near(file, { first, last }) ?? this.#visible(file))
      .filter(({ number, kind }) => number >= first && number <= last && (kind === "bullet" || kind === "text"))
      .map(({ number, content }) => ({
        path: file.path,
        startLine: number,
        endLine: number,
        text: oneLine(stripAnnotations(content)),
        context: "",
        place: "transcript" as const,
        day,
        entryKey: null,
        expires: null,
        projects: null,
        entry: null,
      }))
      .filter(({ text }) => !QUESTION.test(text));
  }

  /**
   * The lines around a range on which its statements depend, for a tenth of the work, or `null` where only the whole file
   * tells: what a comment hides may begin and end far away.
   */
  #near(file: LiveFile, { first, last }: LineRange): readonly MarkdownLine[] | null {
    if (this.#pages.has(file.path) || file.text.includes("<!--")) return null;
    const only = { first: Math.max(1, first - NEAR_LINES), last: Math.min(file.lines.length, last + NEAR_LINES) };
    const lines = scanMarkdown(file.text, { only });
    const isBegun = only.first === 1 || lines.some(({ number, kind }) => number <= first && kind === "bullet");
    const isEnded = only.last === file.lines.length ||
      lines.some(({ number, kind }) => number > last && kind === "bullet");
    return isBegun && isEnded ? lines : null;
  }

  /** The lines of a file; those of which a person sees nothing are blank. */
  #visible(file: LiveFile): readonly MarkdownLine[] {
    const known = this.#pages.get(file.path);
    if (known !== undefined) return known;
    const lines = scanMarkdown(file.text);
    const seen = visibleLines(lines);
    const shown = lines.map((line, at) =>
      seen[at] === null && line.text.trim() !== "" && line.kind !== "comment"
        ? { ...line, kind: "comment" as const }
        : line
    );
    this.#pages.set(file.path, shown);
    return shown;
  }
}

function entriesIn(file: LiveFile, { entries }: CuratedFile, { first, last }: LineRange): ReadClaim[] {
  return entries
    .filter((entry) => entry.startLine <= last && entry.endLine >= first)
    .map((entry) => ({
      path: file.path,
      startLine: entry.startLine,
      endLine: entry.endLine,
      text: oneLine(entry.text),
      context: entry.heading ?? "",
      place: "curated",
      day: entry.annotations.observed,
      entryKey: entry.key,
      expires: entry.annotations.expires,
      projects: entry.annotations.projects,
      entry,
    }));
}

/** An item stands as near as this above and below nearly every line of a diary. */
const NEAR_LINES = 16;

/** In any of the languages of recall intent. */
const QUESTION = /[?？]["'”’)）」』]*$/;

function oneLine(text: string): string {
  return visibleText(text).replace(/\s+/g, " ").trim();
}

function latest(origins: readonly LineOrigin[]): string | null {
  return origins.map(({ observedAt }) => observedAt).filter((at) => at !== null)
    .reduce<string | null>((best, at) => best === null || Date.parse(at) > Date.parse(best) ? at : best, null);
}
