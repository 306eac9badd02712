import type { App } from "../../app/app.ts";
import { selectDeps } from "../../app/select_deps.ts";
import type { LocalDay } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import type { RememberOrder } from "../../capture/remember/carry_out.ts";
import type { SessionKind } from "../../provenance/origin.ts";
import { select, type Selection } from "../../select/select.ts";
import { stripAnnotations } from "../../workspace/annotation.ts";
import { normaliseProjectKey, splitTriggers } from "../../workspace/annotation_values.ts";
import { normaliseClaim } from "../../workspace/claims.ts";
import type { CuratedEntry } from "../../workspace/curated.ts";
import { MEMORY_FILE, USER_FILE } from "../../workspace/layout.ts";
import { projectsOf } from "../_project_flags.ts";
import type { RememberFlags } from "./flags.ts";

/** What an order is read from. */
export interface OrderWords {
  /** The flags of the command. */
  readonly flags: RememberFlags;
  /** What to remember. */
  readonly text: string;
  /** The last day, or `null`. */
  readonly until: LocalDay | null;
  /** The kind of session that calls. */
  readonly sessionKind: SessionKind;
}

/**
 * Returns the order of a command line.
 *
 * @throws {MemoryError} usage or failed, if `--replaces` does not name one entry of the file that is meant
 */
export function readOrder(app: App, { flags, text, until, sessionKind }: OrderWords): RememberOrder {
  const projects = flags.fact ? projectsOf(flags, app.projectKey) : [];
  return {
    text,
    want: flags.fact ? "fact" : "directive",
    key: flags.key ?? null,
    replaces: flags.replaces === undefined ? null : entryKey(app, flags.replaces, flags.fact ? MEMORY_FILE : USER_FILE),
    until,
    isStanding: false,
    keepsClose: false,
    annotations: {
      // A key without normal form is handed on, to be refused as it was given.
      projects: projects.length === 0 ? null : projects.map((project) => normaliseProjectKey(project) ?? project),
      triggers: flags.trigger.flatMap(splitTriggers),
      importance: flags.importance ?? null,
    },
    from: { session: flags.session ?? null, channel: null, sender: null, observedAt: null, sessionKind },
  };
}

/** An entry leaves as a whole: who names only something that stands below it has not asked for that. */
function requireWhole(
  { kind, startLine, endLine }: Selection,
  { key, raw, startLine: first, text }: CuratedEntry,
  selector: string,
): void {
  const [head = "", ...below] = raw.split("\n");
  if (below.every((line) => line.trim() === "")) return;
  const isHead = kind === "text"
    ? normaliseClaim(stripAnnotations(head)).includes(normaliseClaim(selector)) ||
      normaliseClaim(text) === normaliseClaim(selector)
    : kind !== "lines" || (startLine <= first && endLine >= first);
  if (isHead) return;
  throw new MemoryError(`Cannot replace "${selector}": it is a part of the entry ${key} "${head.trim()}"`, {
    kind: "usage",
    hint: `change that part in an editor; the entry with all that is below it is replaced by --replaces ${key}`,
  });
}

function entryKey(app: App, selector: string, path: string): string {
  const selection = select({ ...selectDeps(app), files: () => [path] }, selector);
  const [entry, ...others] = selection.entries;
  if (selection.file.path !== path || entry === undefined) {
    throw new MemoryError(`Cannot replace "${selector}": it is no entry of ${path}`, {
      kind: "usage",
      hint: `see what stands there with: memory get ${path}`,
    });
  }
  if (others.length === 0) {
    requireWhole(selection, entry, selector);
    return entry.key;
  }
  const list = selection.entries.map(({ key, startLine, text }) =>
    `${key} ${path}#L${startLine}-L${startLine} "${text}"`
  );
  throw new MemoryError(`Cannot tell which entry "${selector}" means: ${list.length} match\n${list.join("\n")}`, {
    kind: "usage",
    hint: "name one by its key or by its line",
  });
}
