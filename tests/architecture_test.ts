/** Enforces the rules of ARCHITECTURE.md by reading the sources. */
import { describe, expect, test } from "bun:test";
import { basename } from "node:path";
import { folderOf, readSource, type SourceFile, sourceFiles } from "./support/source_tree.ts";

/** Ranks of ARCHITECTURE.md: a folder imports from itself and from strictly lower ranks. */
const RANKS: Readonly<Record<string, number>> = {
  "main.ts": 7,
  cmd: 6,
  // A door, as `cmd` is; `cmd/hook.ts` and others open it.
  agents: 5.5,
  app: 5,
  pipeline: 4,
  capture: 4,
  dream: 4,
  lanes: 4,
  intents: 4,
  embed: 3,
  select: 3,
  curate: 3,
  model: 3,
  // What the two adapters that send text share.
  endpoint: 2,
  store: 2,
  workspace: 2,
  provenance: 1,
  base: 0,
};

/** Where `import()` may be written: what is loaded on demand is decided in few places. */
const MAY_IMPORT_DYNAMICALLY = [
  /^src\/main\.ts$/,
  /^src\/cmd\/registry\.ts$/,
  // Nearly no answer holds what moves a terminal, and every command waits for what is loaded before it is known.
  /^src\/cmd\/_json_document\.ts$/,
  // Few commands read standard input, and the function that does is loaded for all.
  /^src\/cmd\/_read_input\.ts$/,
  // Rules of redaction are for the few names that need them, and the function is loaded for all commands.
  /^src\/cmd\/_refuse_secrets\.ts$/,
  // A client's hook is felt; what edits settings, and its parsers, is for the few who set one up
  // (docs/adr/0061-settings-of-clients.md).
  /^src\/cmd\/hook\.ts$/,
  // The library that watches folders takes longer to load than an index run takes (docs/adr/0025-watching-is-a-hint.md).
  /^src\/cmd\/index\.ts$/,
  /^src\/cmd\/ingest\.ts$/,
  // A prompt hook is felt, and does not need the parser of shell commands that a tool hook does.
  /^src\/agents\/hook\/run_hook\.ts$/,
  // Rules of redaction are needed by prompts of clients without a transcript only (docs/adr/0063-heard-by-hooks.md).
  /^src\/agents\/hook\/on_prompt\.ts$/,
  // What looks back is needed by the few messages that ask for earlier days, what checks a model's answer where there is one
  // (docs/adr/0057-looking-back.md).
  /^src\/agents\/hook\/prompt_escalated\.ts$/,
  /^src\/cmd\/_recall\/message_answer\.ts$/,
  /^src\/lanes\/escalate\/escalate\.ts$/,
  // The schema of the settings is for who completes the value of one (docs/adr/0066-completions-ask-the-program.md).
  /^src\/app\/complete\/offers\.ts$/,
  /^src\/embed\/onnx_\w+\.ts$/,
  // Which embedder: an endpoint needs cockatiel, a foreign folder transformers.js, the bundled model neither.
  /^src\/embed\/choose_embedder\.ts$/,
  // A parser of dates in words is asked only for what is no date in figures (docs/adr/0021-dates-in-words.md).
  /^src\/base\/dates\/read_period\.ts$/,
  // Which language model: an endpoint needs cockatiel; nothing of it is loaded where none is configured.
  /^src\/app\/model_part\.ts$/,
  /^src\/model\/choose_model\.ts$/,
  // A night that finds nothing to do, and a look at where the dream stands, need little of what the dream can do.
  /^src\/cmd\/_dream\/dream_answer\.ts$/,
  // The check of a model's advice needs zod, which a night without a model does not.
  /^src\/cmd\/_dream\/run_sweep\.ts$/,
  // The same for the check of notes that a model wrote.
  /^src\/cmd\/_flush\/run_answer\.ts$/,
  // Rules for secrets, numbering plans and account formats are needed by the few texts that may hold one
  // (docs/adr/0040-redaction.md).
  /^src\/capture\/redact\/(?:rule_set|bank_accounts|phone_numbers)\.ts$/,
];

/** Folders that may touch the process, its environment and its streams. */
const MAY_TOUCH_PROCESS = new Set(["main.ts", "cmd", "agents", "app"]);

/** What only those may use. Facts that never change (platform, user id) and `process.dlopen` are free. */
const PROCESS_ACCESS =
  /\bprocess\.(?:env|argv|exit|exitCode|stdin|stdout|stderr|cwd|chdir|on|once|umask)\b|\bBun\.(?:env|argv|stdin|stdout|stderr)\b|\bconsole\.\w+/;

/** Who may replace or extend workspace files. MEMORY.md and USER.md have one writer each. */
const MAY_WRITE_FILES: Readonly<Record<string, string>> = {
  "src/workspace/": "the writers themselves, and files of the data folder",
  "src/app/": "settings, on the owner's order",
  "src/cmd/_completion/install_script.ts": "completion scripts, where shells look for them",
  "src/agents/install/change_files.ts": "settings of clients, on the owner's order",
  "src/capture/append_evidence.ts": "the diaries",
  "src/capture/forget/cut_file.ts": "whatever file the forgotten stood in",
  "src/capture/import/import_files.ts": "memory/imports",
  "src/capture/trust/attest.ts": "marks of untrusted origin, which the owner had taken off",
  "src/curate/replace_curated.ts": "MEMORY.md and USER.md",
  "src/dream/deep/dreams_file.ts": "DREAMS.md",
};

/** Longest source file, in lines; the exceptions say why they are longer. */
const MAX_LINES = 250;
const LONG_FILES: Readonly<Record<string, string>> = {};

/** Names that say nothing about what a file holds. */
const EMPTY_NAMES = /(?:^|_)(?:utils?|helpers?|manager|service|types|misc|common)(?:_|\.)/;

const PREDICATES = ["mayPromote", "mayAutoInject", "mayFire", "mayEscalate", "mayInstruct", "mayInjectInto"];

const SQL =
  /["'`]\s*(?:SELECT\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|CREATE\s+(?:VIRTUAL\s+)?(?:TABLE|INDEX)\s|PRAGMA\s|BEGIN\b|COMMIT\b|WITH\s+(?:RECURSIVE\s+)?\w+\s+AS\s)/;

const files = sourceFiles();

/** Returns `path:line` of every match in the code of the given files. */
function hits(pattern: RegExp, among: readonly SourceFile[]): string[] {
  return among.flatMap((file) =>
    file.code.split("\n").flatMap((line, at) => pattern.test(line) ? [`${file.path}:${at + 1}: ${line.trim()}`] : [])
  );
}

describe("ranks", () => {
  test("every folder below src has a rank", () => {
    expect(files.map((file) => folderOf(file.path)).filter((folder) => !(folder in RANKS))).toEqual([]);
  });

  test("a folder imports only itself and lower ranks, types included", () => {
    const breaches = files.flatMap((file) =>
      file.imports.filter((each) => each.target.startsWith("src/")).flatMap(({ target }) => {
        const [from, to] = [folderOf(file.path), folderOf(target)];
        return from === to || (RANKS[to] ?? 0) < (RANKS[from] ?? 0) ? [] : [`${file.path} imports ${target}`];
      })
    );
    expect(breaches).toEqual([]);
  });

  test("no file imports itself through others", () => {
    expect(cycles(files)).toEqual([]);
  });

  test("an import that goes up a rank would be noticed", () => {
    const file = readSource("src/base/x.ts", 'import type { A } from "../store/a.ts";\n');
    expect(file.imports).toEqual([{ target: "src/store/a.ts", isTypeOnly: true, names: ["A"] }]);
  });
});

describe("imports", () => {
  test("are dynamic only where loading on demand is decided", () => {
    const breaches = files.filter((file) =>
      file.dynamicImports.length > 0 && !MAY_IMPORT_DYNAMICALLY.some((pattern) => pattern.test(file.path))
    );
    expect(breaches.map((file) => file.path)).toEqual([]);
  });

  test("leave out what starts slowly and has a lighter form", () => {
    const slow = new Set(["node:crypto", "crypto", "zod", "zod/v4", "commander", "node:util", "node:child_process"]);
    const breaches = files.flatMap((file) =>
      file.imports.filter((each) => slow.has(each.target) && !each.isTypeOnly).map((each) =>
        `${file.path}: ${each.target}`
      )
    );
    expect(breaches).toEqual([]);
  });

  test("name at most eight things of one module, other than the runtime's own", () => {
    const breaches = files.flatMap((file) =>
      file.imports.filter((each) => each.names.length > 8 && !each.target.startsWith("node:")).map((each) =>
        `${file.path}: ${each.names.length} of ${each.target}`
      )
    );
    expect(breaches).toEqual([]);
  });
});

describe("confinement", () => {
  test("SQL is written in src/store only", () => {
    expect(hits(SQL, files.filter((file) => folderOf(file.path) !== "store"))).toEqual([]);
  });

  test("the process, its environment and its streams are touched only at the door and by the app", () => {
    expect(hits(PROCESS_ACCESS, files.filter((file) => !MAY_TOUCH_PROCESS.has(folderOf(file.path))))).toEqual([]);
  });

  test("workspace files have few writers, and each curated file has one", () => {
    const writers = files.filter((file) =>
      file.imports.some((each) => /^src\/workspace\/(?:atomic_write|append_line)\.ts$/.test(each.target))
    );
    const unknown = writers.filter((file) =>
      !Object.keys(MAY_WRITE_FILES).some((allowed) => file.path.startsWith(allowed))
    );
    expect(unknown.map((file) => file.path)).toEqual([]);
  });

  test("the predicates of trust are defined once and imported everywhere else", () => {
    const defined = new RegExp(String.raw`\b(?:function|const|let)\s+(?:${PREDICATES.join("|")})\b`);
    expect(hits(defined, files.filter((file) => file.path !== "src/provenance/predicates.ts"))).toEqual([]);
  });
});

describe("house style", () => {
  test("files are short", () => {
    const long = files.map((file) => ({ path: file.path, lines: file.text.split("\n").length - 1 }))
      .filter((file) => file.lines > MAX_LINES && !(file.path in LONG_FILES));
    expect(long).toEqual([]);
  });

  test("files are named after what they export, in snake case", () => {
    const names = files.map((file) => file.path).filter((path) => {
      const name = basename(path);
      return !/^_?[a-z0-9]+(?:_[a-z0-9]+)*\.(?:d\.)?ts$/.test(name) || EMPTY_NAMES.test(name);
    });
    expect(names).toEqual([]);
  });

  test("no module keeps state that can change", () => {
    const mutable =
      /^(?:export\s+)?(?:let|var)\s|^(?:export\s+)?const\s+\w+(?!.*\breadonly\b)[^=]*=\s*(?:new\s+(?:Weak)?(?:Map|Set)(?:<[^()]*>)?\(\)|\[\];|\{\};)/;
    expect(hits(mutable, files)).toEqual([]);
  });

  test("no error is swallowed without a word about why", () => {
    const empty = files.flatMap((file) =>
      [...file.text.matchAll(/catch(?:\s*\([^)]*\))?\s*\{\s*\}/g)].map((match) => `${file.path}: ${match[0]}`)
    );
    expect(empty).toEqual([]);
  });

  test("no type is forced", () => {
    expect(hits(/\bas unknown as\b|\bas any\b|[\w)\]?]:\s*any\b|<any>/, files)).toEqual([]);
  });
});

/** Returns the import cycles among the files, each as a list of paths. */
function cycles(among: readonly SourceFile[]): string[][] {
  const byPath = new Map(among.map((file) => [file.path, file]));
  const done = new Set<string>();
  const found: string[][] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) found.push([...trail.slice(at), path]);
    if (at >= 0 || done.has(path)) return;
    // A type-only import loads nothing, so it cannot close a cycle that matters at run time.
    for (const each of byPath.get(path)?.imports ?? []) if (!each.isTypeOnly) visit(each.target, [...trail, path]);
    done.add(path);
  };
  for (const file of among) visit(file.path, []);
  return found;
}
