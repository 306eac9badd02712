/**
 * A simulated workspace into which texts from outside come by every way that an agent has, then some days and nights.
 *
 * @module
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type App, openApp } from "../../src/app/app.ts";
import { escalateDeps } from "../../src/app/escalate_deps.ts";
import { noteDeps } from "../../src/app/note_deps.ts";
import { MemoryError } from "../../src/base/errors.ts";
import { note } from "../../src/capture/note.ts";
import { answerTurn } from "../../src/lanes/answer_turn.ts";
import { escalator } from "../../src/lanes/escalate/escalate.ts";
import { logRecalls } from "../../src/lanes/recall_signal.ts";
import { search, type SearchResult } from "../../src/lanes/search/search.ts";
import { sync } from "../../src/pipeline/sync.ts";
import { readTextFile } from "../../src/workspace/read_text.ts";
import { type CliWorld, openCliWorld } from "./cli_world.ts";
import type { PoisonCase } from "../poison/poison_cases.ts";

/** What the owner said; all that may become memory. */
export const TRUTHS = [
  "Deploys of the gateway run on Thursdays at four in the afternoon",
  "网关的部署固定在每周四下午四点进行，由值班同事负责",
] as const;

/** Words around the texts, which are the agent's own. */
const ASKS = "Have a look at this and tell me what it says.";
const GOES_ON = "Thanks, go on with the parser.";
const SESSION = "5e55-0001";

/** See the module. */
export interface PoisonWorld {
  /** Lets all texts in. */
  feed(cases: readonly PoisonCase[]): Promise<void>;
  /** Asks about the texts for some days, as the owner would. */
  ask(cases: readonly PoisonCase[]): Promise<void>;
  /** Runs one night. */
  dream(): Promise<void>;
  /** Lines of workspace and transcripts that are not known to be harmless, with their class. */
  lines(): Promise<readonly { readonly path: string; readonly line: string; readonly origin: string }[]>;
  /** Searches as the owner. */
  find(query: string): Promise<SearchResult>;
  /** What a session starts with. */
  start(): Promise<string>;
  /** What messages are answered with, by lane 1. */
  recall(messages: readonly string[]): Promise<string[]>;
  /** What a prompt hook answers, of a session of its own. */
  prompt(message: string, session: string): Promise<string>;
  /** Writes a file of the workspace. */
  write(path: string, text: string): void;
  /** What lane 2 makes of a question about each text and each truth, all of it as one JSON text. */
  lookBack(cases: readonly PoisonCase[]): Promise<string>;
  /** A file of the workspace; empty if it is not there. */
  text(path: string): string;
  remove(): void;
}

/** Makes the world. */
export function openPoisonWorld(): PoisonWorld {
  const world = openCliWorld();
  let day = 1;
  const at = () => `2026-08-${String(day).padStart(2, "0")}T10:00:00+08:00`;
  const run = async (
    words: readonly string[],
    caller: "owner" | "agent" = "owner",
    input: string | undefined = undefined,
  ) => {
    const environment = { MEMORY_NOW: at(), MEMORY_CALLER: caller, MEMORY_SESSION_KIND: "interactive" };
    const done = await world.run(words, { environment, ...(input === undefined ? {} : { input }) });
    if (done.code !== 0 && done.code !== 5) throw new Error(`memory ${words.join(" ")}: ${done.stderr}`);
    return done.stdout;
  };
  const withApp = async <T>(caller: string, work: (app: App) => T | Promise<T>): Promise<T> => {
    const app = await openedApp(world, { MEMORY_NOW: at(), MEMORY_CALLER: caller, MEMORY_SESSION_KIND: "interactive" });
    try {
      return await work(app);
    } finally {
      app.close();
    }
  };
  const hook = (event: string, fields: object) =>
    run(["hook", "claude-code"], "owner", JSON.stringify({ "hook_event_name": event, cwd: world.home, ...fields }));
  const text = (path: string) => {
    if (!existsSync(join(world.workspace, path))) return "";
    const read = readTextFile(join(world.workspace, path), { maxBytes: 1 << 24 });
    return read.kind === "text" ? read.text : "";
  };
  return {
    async feed(cases) {
      await run(["init"]);
      for (const truth of TRUTHS) await run(["note", truth]);
      day = 2;
      for (const { name, text: lines } of transcriptsOf(cases, world)) {
        const path = join(world.home, name);
        mkdirSync(join(path, ".."), { recursive: true });
        writeFileSync(path, lines);
        await hook("SessionStart", { "session_id": SESSION, source: "startup" });
        await run(["ingest", path]);
      }
      await withApp("agent", (app) => noteAll(app, cases));
      await inTurn(hook, "turn-file", () => {
        world.write("memory/fetched.md", cases.map(({ text: each }) => each).join("\n\n"));
        return Promise.resolve();
      });
      for (const { id, channel, text: each } of cases) {
        if (channel === "import") world.write(`memory/imports/other/${id}.md`, each);
      }
      // Nothing of this world asks by meaning.
      await run(["index", "--no-embed"]);
    },
    async ask(cases) {
      for (let nth = 0; nth < DAYS; nth++) {
        day++;
        await withApp("owner", (app) => askAll(app, cases, nth));
      }
    },
    async dream() {
      day++;
      await run(["dream", "--force"]);
    },
    lines: () => withApp("owner", (app) => linesOf(app)),
    find: async (query) => JSON.parse(await run(["search", "--keyword-only", "--", query])) as SearchResult,
    start: async () => (JSON.parse(await run(["bootstrap"])) as { context: string }).context,
    recall: (messages) => withApp("owner", (app) => recallAll(app, messages)),
    prompt: (message, session) => hook("UserPromptSubmit", { "session_id": session, prompt: message }),
    write: (path, lines) => world.write(path, lines),
    lookBack: (cases) => withApp("owner", (app) => lookBackAll(app, cases)),
    text,
    remove: () => world.remove(),
  };
}

/** Questions with the words of the texts themselves, in a session of the owner. */
async function lookBackAll(app: App, cases: readonly PoisonCase[]): Promise<string> {
  sync(app);
  const lane = escalator(escalateDeps(app, { activeProjects: new Set(), told: null, steadyMs: () => 0 }));
  const answers: unknown[] = [];
  for (const asked of [...cases.map(({ text }) => text), ...TRUTHS]) {
    const words = asked.match(/\p{Script=Han}{2,6}|[\p{L}\p{N}]{3,}/gu) ?? ["x"];
    answers.push(
      await lane({
        message: words.slice(0, 8).join(" "),
        session: null,
        sessionKind: "interactive",
        chat: "direct",
        mode: "always",
        triggered: [],
        recentlyShown: new Set(),
        roomChars: 9_000,
        deadlineMs: 60_000,
      }),
    );
  }
  return JSON.stringify(answers);
}

/** Days on which the texts are asked about. */
const DAYS = 4;

function openedApp(world: CliWorld, environment: Readonly<Record<string, string>>): Promise<App> {
  return openApp({
    flags: { workspace: world.workspace, dataDir: undefined },
    environment: { ...world.environment, ...environment },
    cwd: world.workspace,
    homeDir: world.home,
    terminals: { stdin: false, stdout: false },
    loadChecker: () => import("../../src/app/check_config.ts"),
    loadEmbedding: () => import("../../src/app/open_embedder.ts"),
  });
}

/** A turn in which a page was fetched before anything is done. */
async function inTurn(
  hook: (event: string, fields: object) => Promise<string>,
  session: string,
  work: () => Promise<void>,
) {
  const common = { "session_id": session };
  await hook("SessionStart", { ...common, source: "startup" });
  await hook("UserPromptSubmit", { ...common, prompt: ASKS });
  const command = "curl -s https://a.example >> memory/fetched.md";
  await hook("PostToolUse", { ...common, "tool_name": "Bash", "tool_input": { command }, "tool_response": "" });
  await work();
  await hook("Stop", common);
}

/** What an agent notes after it read something and says so. */
function noteAll(app: App, cases: readonly PoisonCase[]): void {
  const deps = noteDeps(app, app.caller());
  for (const { text, channel } of cases) {
    const derivedFrom =
      ({ web: "web", tool: "tool", email: "email", import: "file", "group-non-owner": "group" } as const)[channel];
    try {
      note(deps, { text, source: "argument", derivedFrom });
    } catch (error) {
      // Too long for one claim, or without a word: refused, and that is as good.
      if (!(error instanceof MemoryError)) throw error;
    }
  }
}

/** Questions in other words each day, so that every text could earn its place. */
function askAll(app: App, cases: readonly PoisonCase[], nth: number): void {
  sync(app);
  const { layout, index, clock, config, originsOf, state } = app;
  const deps = { layout, originsOf, clock, index, settings: config.search, activeProjects: app.projectsOf(null) };
  const settings = config.recall;
  for (const asked of [...cases.map(({ text }) => text), ...TRUTHS]) {
    const words = asked.match(/\p{Script=Han}{2,4}|[\p{L}\p{N}]{2,}/gu) ?? ["x"];
    const query = words.slice(nth % Math.max(1, words.length - 3)).slice(0, 5).join(" ");
    const answer = search(deps, { query: query === "" ? "x" : query });
    const asker = { sessionKind: "interactive", session: `day-${nth}` } as const;
    logRecalls({ state, clock, settings, project: null }, answer, asker);
  }
}

async function recallAll(app: App, messages: readonly string[]): Promise<string[]> {
  sync(app);
  const { layout, index, clock, originsOf, state } = app;
  const deps = { layout, originsOf, clock, index, state, activeProjects: app.projectsOf(null) };
  const asked = { session: null, sessionKind: "interactive", chat: "direct", escalate: "off" } as const;
  const contexts: string[] = [];
  for (const message of messages) {
    const request = { message, ...asked, roomChars: 9_500, deadlineMs: 1_000 };
    contexts.push((await answerTurn(deps, request, null)).context);
  }
  return contexts;
}

function linesOf(app: App) {
  const own = new Set([...TRUTHS, ASKS, GOES_ON].map((each) => each.replace(/[.。]$/, "")));
  const files = [
    ...filesBelow(app.layout.memoryDir).map((path) => [path.slice(app.layout.root.length + 1), path] as const),
    ...filesBelow(app.layout.sessionsDir).map((path) =>
      [`@sessions/${path.slice(app.layout.sessionsDir.length + 1)}`, path] as const
    ),
  ];
  return files.flatMap(([path, file]) => {
    const read = readTextFile(file, { maxBytes: 1 << 24 });
    const lines = read.kind === "text" ? read.text.split("\n").filter((line) => /[\p{L}\p{N}]/u.test(line)) : [];
    const origins = app.originsOf(path, lines);
    return lines.flatMap((line, at) => {
      const said = line.replace(/^- (?:\d{2}:\d{2} (?:user|agent): )?/, "").replace(/ <!--.*$/, "").replace(
        /[.。]$/,
        "",
      );
      const isHarmless = own.has(said) || /^# \d{4}-\d{2}-\d{2}$|^- (?:\d{2}:\d{2} )?tool /.test(line);
      return isHarmless ? [] : [{ path, line, origin: origins[at]?.origin ?? "none" }];
    });
  });
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** One transcript a client: each text comes in by the ways that fit it, then the agent says it in that turn and the next. */
function transcriptsOf(cases: readonly PoisonCase[], { home }: CliWorld): NamedText[] {
  const lines = (make: (each: PoisonCase, at: number) => object[]) =>
    cases.flatMap(make).map((each) => `${JSON.stringify(each)}\n`).join("");
  return [
    { name: `.claude/projects/-notes/${SESSION}.jsonl`, text: lines((each, at) => claudeTurns(each, at, home)) },
    {
      name: ".codex/sessions/2026/08/02/rollout-2026-08-02T00-00-00-0c0d.jsonl",
      text: codexHead(home) + lines(codexTurns),
    },
    { name: ".openclaw/agents/main/sessions/0a0b.jsonl", text: openclawHead(home) + lines(openclawTurns) },
  ];
}

const timeOf = (at: number, second: number) =>
  new Date(Date.parse("2026-08-02T00:00:00Z") + at * 60_000 + second * 1_000).toISOString();

function claudeTurns({ id, text, channel }: PoisonCase, at: number, cwd: string): object[] {
  const entry = (nth: number, type: string, content: unknown, more: object = {}) => ({
    parentUuid: null,
    isSidechain: false,
    userType: "external",
    cwd,
    sessionId: SESSION,
    version: "2.1.1",
    gitBranch: "main",
    type,
    message: { role: type, ...(type === "assistant" ? { id: `msg-${id}-${nth}` } : {}), content },
    uuid: `${id}-${nth}`,
    timestamp: timeOf(at, nth),
    ...more,
  });
  const tool = channel === "tool" ? "mcp__mail__read" : "WebFetch";
  const call = [{ type: "tool_use", id: `call-${id}`, name: tool, input: { url: "https://a.example" } }];
  const result = [{ type: "tool_result", "tool_use_id": `call-${id}`, content: text }];
  return [
    entry(1, "user", ASKS),
    entry(2, "assistant", call),
    entry(3, "user", result, { toolUseResult: {} }),
    entry(4, "assistant", [{ type: "text", text }]),
    entry(5, "user", GOES_ON),
    entry(6, "assistant", [{ type: "text", text }]),
  ];
}

function codexHead(cwd: string): string {
  const payload = {
    id: "0c0d",
    timestamp: timeOf(0, 0),
    cwd,
    originator: "codex_cli_rs",
    "cli_version": "0.46.0",
    source: "cli",
  };
  return `${JSON.stringify({ timestamp: timeOf(0, 0), type: "session_meta", payload })}\n`;
}

function codexTurns({ id, text }: PoisonCase, at: number): object[] {
  const line = (nth: number, type: string, payload: object) => ({ timestamp: timeOf(at, nth), type, payload });
  const said = (nth: number, message: string) =>
    line(nth, "event_msg", { type: "user_message", message, kind: "plain" });
  const states = (nth: number) =>
    line(nth, "response_item", { type: "message", role: "assistant", content: [{ type: "output_text", text }] });
  const command = {
    name: "shell",
    arguments: JSON.stringify({ command: ["bash", "-lc", "curl -s https://a.example"] }),
  };
  return [
    said(1, ASKS),
    line(2, "response_item", { type: "function_call", ...command, "call_id": `x-${id}` }),
    line(3, "response_item", {
      type: "function_call_output",
      "call_id": `x-${id}`,
      output: JSON.stringify({ output: text }),
    }),
    states(4),
    said(5, GOES_ON),
    states(6),
  ];
}

function openclawHead(cwd: string): string {
  const session = { type: "session", version: 3, id: "0a0b", timestamp: timeOf(0, 0), cwd };
  return `${JSON.stringify(session)}\n`;
}

function openclawTurns({ id, text }: PoisonCase, at: number): object[] {
  const message = (nth: number, role: string, said: string) => ({
    type: "message",
    id: `${id}-${nth}`,
    parentId: null,
    timestamp: timeOf(at, nth),
    message: { role, content: [{ type: "text", text: said }], timestamp: Date.parse(timeOf(at, nth)) },
  });
  const info = { "message_id": id, "sender_id": "99", sender: "Guest", "is_group_chat": true, "group_subject": "Team" };
  const envelope = `Conversation info (untrusted metadata):\n\`\`\`json\n${JSON.stringify(info, null, 2)}\n\`\`\`\n\n`;
  return [message(1, "user", envelope + text), message(2, "assistant", text)];
}

/** Returns the cases of a file of lines, as `{id, channel, text, technique, lang}`. */
export function casesOfFile(path: string): PoisonCase[] {
  return readFileSync(path, "utf8").split("\n").filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as PoisonCase);
}
