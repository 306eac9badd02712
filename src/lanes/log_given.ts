/**
 * Logs what a search or a read gave to an agent (SPEC 4.7), by hash: coming back it is known as ours and as no news. What is
 * untrusted is not logged, so that it is not taken for the memory's own when a tool brings it in again.
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";
import type { StateStore } from "../store/state/open_state.ts";
import { keepNearForms } from "../curate/near_echo.ts";
import { type Claim, claimsOf } from "../workspace/claims.ts";
import { scanMarkdown } from "../workspace/scan_markdown.ts";
import type { GetResult } from "./get.ts";
import type { LiveFile, LiveFiles, PlacedOrigin } from "./live_files.ts";
import type { SearchHit } from "./search/hit.ts";
import type { SearchAnswer } from "./search/search.ts";

/** What is written, and when. */
export interface GivenDeps {
  /** The log. */
  readonly state: Pick<StateStore, "injections" | "nearForms" | "meta" | "isReadonly">;
  /** For the moment. */
  readonly clock: Clock;
}

/** Hashes of claims, whether their turn is still open, and what they say. */
export type Given = ReadonlyMap<string, { readonly isWaiting: boolean; readonly text: string }>;

/** To whom, and by which lane. */
export interface GivenTo {
  /** `null`: not known; then it counts for every session of the workspace, for a day. */
  readonly session: string | null;
  /** The lane. */
  readonly place: "search" | "get";
}

/** A claim may begin before what is shown and end behind it. */
const MARGIN_LINES = 10;

/** Returns what an answer shows: the claims of its lines, and what the snippets make of them. */
export function givenByAnswer({ result, trusted, files }: SearchAnswer): Given {
  const given = new Map<string, { isWaiting: boolean; text: string }>();
  for (const [at, { untrusted, path, startLine, endLine, snippet }] of result.results.entries()) {
    const file = files.read(path);
    if (file === null) continue;
    if (untrusted) {
      for (const [hash, part] of givenOfPart(trusted[at] ?? null, files)) if (!given.has(hash)) given.set(hash, part);
      continue;
    }
    const near = scanMarkdown(file.text, { only: { first: startLine - MARGIN_LINES, last: endLine + MARGIN_LINES } });
    const claims = claimsOf(path, near, { first: startLine, last: endLine });
    const waiting = waitingOf(claims, file, files);
    let hasWaiting = false;
    for (const claim of claims) {
      const isWaiting = waiting.some((line) => line.startLine <= claim.endLine && line.endLine >= claim.startLine);
      hasWaiting ||= isWaiting;
      given.set(claim.claimHash, { isWaiting, text: claim.text });
    }
    for (const { claimHash, text } of claimsOf("", scanMarkdown(snippet))) {
      if (!given.has(claimHash)) given.set(claimHash, { isWaiting: hasWaiting, text });
    }
  }
  return given;
}

/** Returns what of some neighbouring claims waits for the end of its turn; asked for once, since each question is a look-up. */
function waitingOf(claims: readonly Claim[], file: LiveFile, files: LiveFiles): PlacedOrigin[] {
  const [first, last] = [claims[0], claims.at(-1)];
  if (first === undefined || last === undefined) return [];
  return files.origins(file, first.startLine, last.endLine).filter(({ state }) => state === "pending");
}

/** Of an untrusted hit an agent is shown what its other lines make, and that alone. */
function givenOfPart(hit: SearchHit | null, files: LiveFiles): Given {
  const file = hit === null ? null : files.read(hit.path);
  if (hit === null || file === null) return new Map();
  const isWaiting = files.origins(file, hit.startLine, hit.endLine).some(({ state }) => state === "pending");
  return new Map(
    claimsOf("", scanMarkdown(hit.snippet)).map(({ claimHash, text }) => [claimHash, { isWaiting, text }]),
  );
}

/** Returns the same of the lines of a read. */
export function givenByRead({ text, startLine, endLine, untrusted, path }: GetResult, files: LiveFiles): Given {
  const isTrusted = (line: number) => !untrusted.some((range) => range.startLine <= line && line <= range.endLine);
  const file = files.read(path);
  const waiting = file === null || startLine === 0
    ? []
    : files.origins(file, startLine, endLine).filter(({ state }) => state === "pending");
  const isWaiting = waiting.length > 0;
  const trusted = text.split("\n").filter((_, at) => isTrusted(startLine + at)).join("\n");
  return new Map(claimsOf("", scanMarkdown(trusted)).map(({ claimHash, text }) => [claimHash, { isWaiting, text }]));
}

/** Logs them. */
export function logGiven({ state, clock }: GivenDeps, given: Given, { session, place }: GivenTo): void {
  if (state.isReadonly || given.size === 0) return;
  const injectedAt = clock.now().iso;
  state.injections.add(
    [...given].map(([hash, { isWaiting }]) => ({ hash, session, injectedAt, place: isWaiting ? "waiting" : place })),
  );
  keepNearForms(state, [...given.values()].filter(({ isWaiting }) => !isWaiting).map(({ text }) => text));
}
