/**
 * The table of tiers (SPEC 3.3) and the rule of a path (SPEC 4.2): the one place that says what a file may become. Only
 * the path is looked at, never the file.
 *
 * @module
 */
import { isLocalDay, type LocalDay } from "../base/clock.ts";

/** What a file is for; decides who writes it and whether it may reach an agent unasked. */
export type Tier = "instructions" | "curated" | "episodic" | "prospective" | "review";

/** When text of a tier may be put before an agent without a question for it. */
export type Injection = "always" | "withinBudget" | "onTrigger" | "never";

/** Who writes a tier and when it may be injected. */
export interface TierRule {
  /** For people, as a phrase. */
  readonly writers: string;
  /** See {@linkcode Injection}. */
  readonly injection: Injection;
}

/** SPEC 3.3, one row a tier. */
export const TIERS: Readonly<Record<Tier, TierRule>> = {
  instructions: { writers: "people", injection: "always" },
  curated: { writers: "the dream and the owner's explicit order", injection: "withinBudget" },
  episodic: { writers: "agents and capture", injection: "never" },
  prospective: { writers: "intents", injection: "onTrigger" },
  review: { writers: "the dream", injection: "never" },
};

/** What a path alone says about the lines of a file. */
export interface PathRule {
  /** Row of {@linkcode TIERS} that holds for the file. */
  readonly tier: Tier;
  /** Whether the file belongs in the index if it exists. */
  readonly isIndexed: boolean;
  /** Whether age never lowers its score: everything that is not dated. */
  readonly isEvergreen: boolean;
  /** The local day of a dated file, else `null`. */
  readonly day: LocalDay | null;
  /** `ledger`: the line's row decides; otherwise every line has this class, unless attested. */
  readonly origin: "ledger" | "untrusted" | "system";
  /** Under `memory/imports/`. */
  readonly isImport: boolean;
  /** Not inside the workspace: an extra path of the user's config. */
  readonly isOutside: boolean;
  /** A redacted transcript of the data folder: searched only on request, never a source of candidates. */
  readonly isSession: boolean;
}

/** Start of the paths of transcripts, which lie in `sessions/` of the data folder and not in the workspace (SPEC 3, 7.4). */
export const SESSIONS_PREFIX = "@sessions/";

/**
 * Returns the rule of a path.
 *
 * Order (SPEC 4.2): outside, transcripts, imports, the dream's own reports, named files of the root, the rest of `memory/`, anything
 * else. Case counts, except that OpenClaw's `dreams.md` is `DREAMS.md`. A path that is not in plain form (`.`, `..` or
 * an empty segment) fails closed, as outside.
 *
 * @param path relative to the workspace with `/` between segments; an absolute path is outside
 */
export function pathRule(path: string): PathRule {
  const segments = path.split("/");
  if (isOutsidePath(path, segments)) return { ...OTHER, isIndexed: true, isOutside: true };
  const [first, second] = segments;
  if (path.startsWith(SESSIONS_PREFIX)) return { ...noted(segments), isSession: true };
  if (first === "memory" && segments.length > 1) {
    // On a file system without case `Imports` is the same folder; where it is another one, less trust does no harm.
    const folder = segments.length > 2 ? second?.toLowerCase() : undefined;
    if (folder === "imports") return imported(segments);
    if (folder === "dreaming" || folder === ".dreams") return REVIEW;
    return noted(segments);
  }
  return (segments.length === 1 && Object.hasOwn(ROOT_FILES, path) ? ROOT_FILES[path] : undefined) ?? OTHER;
}

const DATED_NAME = /^(\d{4}-\d{2}-\d{2})(?:-[^/]+)?\.md$/;

const OTHER: PathRule = {
  tier: "episodic",
  isIndexed: false,
  isEvergreen: true,
  day: null,
  origin: "untrusted",
  isImport: false,
  isOutside: false,
  isSession: false,
};
const REVIEW: PathRule = { ...OTHER, tier: "review", origin: "system" };
const CURATED: PathRule = { ...OTHER, tier: "curated", isIndexed: true, origin: "ledger" };

const ROOT_FILES: Readonly<Record<string, PathRule>> = {
  "AGENTS.md": { ...OTHER, tier: "instructions", origin: "ledger" },
  "MEMORY.md": CURATED,
  "USER.md": CURATED,
  "DREAMS.md": REVIEW,
  // OpenClaw keeps an existing file of this name as its dream diary.
  "dreams.md": REVIEW,
};

function isOutsidePath(path: string, segments: readonly string[]): boolean {
  if (path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith("\\\\")) return true;
  return segments.some((segment) => segment === "" || segment === "." || segment === "..");
}

function imported(segments: readonly string[]): PathRule {
  return { ...noted(segments), origin: "untrusted", isImport: true };
}

function noted(segments: readonly string[]): PathRule {
  const name = segments.at(-1) ?? "";
  const day = dayOf(name);
  const isIndexed = name.endsWith(".md") && !segments.some((segment) => segment.startsWith("."));
  return { ...OTHER, origin: "ledger", isIndexed, day, isEvergreen: day === null };
}

function dayOf(name: string): LocalDay | null {
  const day = DATED_NAME.exec(name)?.[1];
  return day !== undefined && isLocalDay(day) ? day : null;
}
