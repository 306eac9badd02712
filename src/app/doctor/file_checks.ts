/**
 * The Markdown itself: copies that synchronisers made, files that cannot be read, grammar, annotations, budgets.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { causeChain } from "../../base/errors.ts";
import { bootstrap } from "../../lanes/bootstrap.ts";
import { SESSIONS_PREFIX } from "../../provenance/tier.ts";
import { parseCurated } from "../../workspace/curated.ts";
import { absolute, MEMORY_FILE, USER_FILE } from "../../workspace/layout.ts";
import { isConflictCopy } from "../../workspace/left_out_names.ts";
import { type FileList, listFiles, MAX_FILE_BYTES, type PathNote } from "../../workspace/list_files.ts";
import type { WorkspaceLayout } from "../../workspace/layout.ts";
import { readTextFile } from "../../workspace/read_text.ts";
import { scanMarkdown } from "../../workspace/scan_markdown.ts";
import type { App } from "../app.ts";
import { curatedFacts } from "../status/curated_facts.ts";
import { malformedAnnotations } from "../status/malformed_annotations.ts";
import { type Check, type Finding, shellWord, stated } from "./finding.ts";

/** Where the files are, and which paths outside belong to them. */
export interface FilesAsked {
  /** Where they lie. */
  readonly layout: WorkspaceLayout;
  /** See `App.extraPaths`. */
  readonly extraPaths: readonly string[];
}

/** Returns what keeps files from being read, and which exist twice. */
export function filesCheck({ layout, extraPaths }: FilesAsked): Check {
  const list = listFiles(layout, { extraPaths });
  return {
    area: "files",
    summary: `${list.files.length} can be read`,
    findings: [
      ...list.failures.map((note) => unreadable(layout, note)),
      ...list.skipped.map((note) => skipped(layout, note)),
      ...list.files.flatMap(({ path }) => likelyCopy(layout, path)),
    ],
  };
}

function unreadable(layout: WorkspaceLayout, { path, reason }: PathNote): Finding {
  const file = `${path}/` === SESSIONS_PREFIX ? layout.sessionsDir : absolute(layout, path);
  return stated({
    id: "file-unreadable",
    severity: "broken",
    place: path === "" ? layout.root : path,
    message: `It cannot be read: ${reason}`,
    command: `ls -ld ${shellWord(file)}`,
  });
}

function skipped(layout: WorkspaceLayout, { path, reason }: PathNote): Finding {
  const file = absolute(layout, path);
  if (isConflictCopy(basename(path))) return copyFinding(layout, path, originalOf(path));
  return stated({
    id: "file-left-out",
    severity: reason === "a folder that a program fills" ? "note" : "warning",
    place: path,
    message: `It is left out: ${reason}`,
    command: `ls -ld ${shellWord(file)}`,
  });
}

/** Returns the name of the file that a copy was made of, as far as the copy's name tells. */
function originalOf(path: string): string {
  const name = basename(path)
    .replace(/\.sync-conflict-[^.]*/, "")
    .replace(/_conflict-\d{8}[^.]*/, "")
    .replace(/\.conflict\d*(?=\.md$)/i, "")
    .replace(/ *\([^)]*(?:conflicted copy|SFConflict|冲突)[^)]*\)/i, "");
  return join(dirname(path), name);
}

/** iCloud numbers copies; git's tools of merging name theirs by side. Both are fair names of notes, so the other must be there. */
const NUMBERED = /^(.+) \d{1,2}\.md$/;
const SIDED = /^(.+)[._](?:BACKUP|BASE|LOCAL|REMOTE)[._]\d+\.md$/;

function likelyCopy(layout: WorkspaceLayout, path: string): Finding[] {
  const name = basename(path);
  const stem = NUMBERED.exec(name)?.[1] ?? SIDED.exec(name)?.[1];
  if (stem === undefined) return [];
  const original = join(dirname(path), `${stem}.md`);
  return existsSync(absolute(layout, original)) ? [copyFinding(layout, path, original)] : [];
}

function copyFinding(layout: WorkspaceLayout, path: string, original: string): Finding {
  const [first, second] = [original, path].map((each) => shellWord(absolute(layout, each)));
  return stated({
    id: "conflict-copy",
    severity: "warning",
    place: path,
    message: `A synchroniser or a merge left it beside "${original}": take over what is missing there, then delete it`,
    command: `diff ${first} ${second}`,
  });
}

/** Returns what of the files cannot be understood. */
export function grammarCheck({ layout, extraPaths }: FilesAsked): Check {
  const list: FileList = listFiles(layout, { extraPaths });
  const { malformed } = malformedAnnotations(list.files);
  const annotations = malformed.map(({ path, line, problem }) =>
    stated({
      id: "annotation-malformed",
      severity: "warning",
      place: `${path}:${line}`,
      message: `An annotation that cannot be read says nothing: ${problem}`,
      command: editCommand(layout, path, line),
    })
  );
  const markers = list.files.flatMap(({ path, absPath }) => conflictMarkers(layout, path, absPath));
  const findings = [
    ...annotations,
    ...markers,
    ...[MEMORY_FILE, USER_FILE].flatMap((path) => curatedGrammar(layout, path)),
  ];
  const summary = findings.length === 0
    ? "every annotation and every entry can be read"
    : `${findings.length} lines say nothing`;
  return { area: "grammar", summary, findings };
}

function editCommand(layout: WorkspaceLayout, path: string, line: number): string {
  return `"\${EDITOR:-vi}" +${line} ${shellWord(absolute(layout, path))}`;
}

/** The three marks that git leaves together in a file that it could not merge. */
const MARKS = [/^<{7} /m, /^={7}$/m, /^>{7} /m] as const;

function conflictMarkers(layout: WorkspaceLayout, path: string, absPath: string): Finding[] {
  const text = textOf(absPath);
  if (text === null || !MARKS.every((mark) => mark.test(text))) return [];
  const line = text.slice(0, text.search(MARKS[0])).split("\n").length;
  return [stated({
    id: "merge-unfinished",
    severity: "broken",
    place: `${path}:${line}`,
    message: "A merge was not finished: the lines of both sides stand in the file",
    command: editCommand(layout, path, line),
  })];
}

function curatedGrammar(layout: WorkspaceLayout, path: string): Finding[] {
  const text = textOf(absolute(layout, path));
  if (text === null) return [];
  const hidden = parseCurated(text).commentedOut.map((line) =>
    stated({
      id: "entry-hidden",
      severity: "warning",
      place: `${path}:${line}`,
      message: "What stands in a comment of several lines is no entry and is given to nobody",
      command: editCommand(layout, path, line),
    })
  );
  const fence = openFence(text);
  return fence === null ? hidden : [
    ...hidden,
    stated({
      id: "fence-open",
      severity: "warning",
      place: `${path}:${fence}`,
      message: "A code fence is never closed: other programs read all that follows as code",
      command: editCommand(layout, path, fence),
    }),
  ];
}

/** Returns the line of the first fence that is opened and never closed, or `null`: what follows it is read as text. */
function openFence(text: string): number | null {
  return scanMarkdown(text).find(({ kind, text: line }) => kind === "text" && FENCE.test(line))?.number ?? null;
}

const FENCE = /^ {0,3}(?:`{3}|~{3})/;

function textOf(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    const read = readTextFile(path, { maxBytes: MAX_FILE_BYTES });
    return read.kind === "text" ? read.text : null;
  } catch (error) {
    // It is among the files that cannot be read.
    if (causeChain(error).length === 0) throw error;
    return null;
  }
}

/** Returns how the budgets are used, and what a session does not get because of them. */
export function budgetCheck(app: App): Check {
  const uses = curatedFacts(app);
  const over = uses.filter(({ chars, budgetChars }) => chars > budgetChars).map(({ path, chars, budgetChars }) =>
    stated({
      id: "budget-over",
      severity: "warning",
      place: path,
      message: `It has ${chars} chars of entries and may have ${budgetChars}: the dream adds nothing to it`,
      command: editCommand(app.layout, path, 1),
    })
  );
  const { layout, originsOf, state, clock, config } = app;
  const deps = { layout, originsOf, state, clock, settings: config.bootstrap, activeProjects: app.projectsOf(null) };
  const { files } = bootstrap(deps, { ...SESSION, place: "hook" });
  const cut = files.filter(({ truncated }) => truncated).map(({ path, chars, injectedChars }) =>
    stated({
      id: "bootstrap-cut",
      severity: "note",
      place: path,
      message: `A session gets ${injectedChars} of its ${chars} chars: the rest is over the budget of hooks`,
      command: "memory bootstrap",
    })
  );
  const summary = uses.map(({ path, chars, budgetChars }) => `${path} ${chars} of ${budgetChars} chars`).join(", ");
  return { area: "budgets", summary: summary === "" ? "nothing is curated yet" : summary, findings: [...over, ...cut] };
}

const SESSION = {
  sessionKind: "interactive",
  session: null,
  chat: "direct",
  isSenderOwner: true,
  hasInstructions: false,
  diaries: [],
} as const;
