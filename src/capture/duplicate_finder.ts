/**
 * Finds claims that a day's diary has already.
 *
 * @module
 */
import { statSync } from "node:fs";
import { errorCode, MemoryError } from "../base/errors.ts";
import {
  isAtLeastAsTrusted,
  type LineOrigin,
  type LineState,
  type OriginClass,
  type SessionKind,
} from "../provenance/origin.ts";
import type { OriginReader } from "../store/state/origin_reader.ts";
import { stripAnnotations } from "../workspace/annotation.ts";
import { normaliseClaim } from "../workspace/claims.ts";
import { absolute, type WorkspaceLayout } from "../workspace/layout.ts";
import { readTextFile } from "../workspace/read_text.ts";
import { realTarget } from "../workspace/real_target.ts";
import { type MarkdownLine, scanMarkdown } from "../workspace/scan_markdown.ts";
import { writeFailure } from "../workspace/write_failure.ts";
import { claimFilter } from "./claim_filter.ts";

/** A claim about to be written, without marker and annotations. */
export interface NewClaim {
  /** One line, as `noteText` gives it. */
  readonly text: string;
  /** The class that it would be booked with. */
  readonly origin: OriginClass;
  /** The kind that it would be booked with. */
  readonly sessionKind: SessionKind;
  /** It would have to wait for the end of a turn. */
  readonly isPending: boolean;
}

/** The line that has the claim. */
export interface Duplicate {
  /** 1-based. */
  readonly line: number;
  /** Of the line that is there. */
  readonly origin: OriginClass;
  /** Of the line that is there. */
  readonly sessionKind: SessionKind;
  /** Of the line that is there. */
  readonly state: LineState;
}

/** Tells which line of a diary has a claim. */
export type DuplicateFinder = (claim: NewClaim) => Duplicate | null;

/**
 * Reads a diary once and returns what finds, of a claim, the first bullet with the same normalised text that is worth at
 * least as much, or `null`: equal or higher trust, an interactive session if the new one is, no echo, and pending only if
 * the new one is. A line worth less never keeps a better one out (SPEC 7.1).
 *
 * @throws {MemoryError} failed, when the diary cannot be read or its link leads nowhere: then it cannot be appended to
 */
export function duplicateFinder(
  deps: { readonly layout: WorkspaceLayout; readonly originsOf: OriginReader },
  path: string,
): DuplicateFinder {
  const text = textOf(deps.layout, path);
  const mayHold = claimFilter(text);
  let byClaim: ReadonlyMap<string, readonly MarkdownLine[]> | undefined;
  return (claim) => {
    const wanted = normaliseClaim(claim.text);
    if (!mayHold(wanted)) return null;
    const lines = (byClaim ??= bulletsByClaim(text)).get(wanted) ?? [];
    const origins = deps.originsOf(path, lines.map((line) => line.text));
    for (const [at, line] of lines.entries()) {
      const origin = origins[at];
      if (origin !== undefined && isWorthAsMuch(origin, claim)) {
        const { sessionKind, state } = origin;
        return { line: line.number, origin: origin.origin, sessionKind, state };
      }
    }
    return null;
  };
}

function bulletsByClaim(text: string): ReadonlyMap<string, readonly MarkdownLine[]> {
  const bullets = scanMarkdown(text).filter((line) => line.kind === "bullet");
  return Map.groupBy(bullets, (line) => normaliseClaim(stripAnnotations(line.content)));
}

/** What a line is worth. */
export type Worth = Pick<LineOrigin, "origin" | "sessionKind" | "state">;

/** A larger diary is not searched for duplicates; the note is then simply appended. */
const MAX_SEARCHED_BYTES = 16 * 1024 * 1024;

/** Returns whether a line that says the same makes the claim superfluous. */
export function isWorthAsMuch(line: Worth, claim: NewClaim): boolean {
  if (line.state === "echo" || (line.state === "pending" && !claim.isPending)) return false;
  if (claim.sessionKind === "interactive" && line.sessionKind !== "interactive") return false;
  return isAtLeastAsTrusted(line.origin, claim.origin);
}

function textOf(layout: WorkspaceLayout, path: string): string {
  const absPath = absolute(layout, path);
  try {
    const target = realTarget(absPath, layout.root);
    // A pipe or device of that name would not end; appending to it is refused with the right words.
    if (!statSync(target, { throwIfNoEntry: false })?.isFile()) return "";
    const file = readTextFile(target, { maxBytes: MAX_SEARCHED_BYTES });
    return file.kind === "text" ? file.text : "";
  } catch (error) {
    const isUnread = error instanceof MemoryError && errorCode(error.cause) !== undefined;
    throw writeFailure("append to", absPath, isUnread ? error.cause : error);
  }
}
