/**
 * One call of a hook, from standard input to the answer (SPEC 11.6). Whatever happens, the client goes on as if there
 * were no memory: an error ends here, in the log.
 *
 * @module
 */
import { readAncestors } from "../../app/ancestors.ts";
import { type App, openApp } from "../../app/app.ts";
import type { AppRequest } from "../../app/app_request.ts";
import { markMissedTool } from "../../app/missed_tools.ts";
import { frozenTimeOf } from "../../app/open_clock.ts";
import { hasControllingTerminal, isSameProcess, stampOf } from "../../app/process_stamp.ts";
import { errorCode } from "../../base/errors.ts";
import { shortHash } from "../../base/hash.ts";
import { INSIDE_VARIABLE } from "../../base/inside_mark.ts";
import { codePoints } from "../../base/text/measure.ts";
import { appendHookRecord } from "../../workspace/hook_log.ts";
import { hookCallerOf } from "./client_process.ts";
import { closeApp } from "./close_app.ts";
import { FOREIGN, type HookDeps, type HookOutcome, silent } from "./hook_deps.ts";
import type { HookClient, HookInput } from "./hook_input.ts";
import { onPrompt } from "./on_prompt.ts";
import { onEnd, onPrecompact, onReply, onStart } from "./on_session.ts";
import { startIngestion } from "./start_ingestion.ts";
import { reasonOf } from "./reason_of.ts";
import { readValue } from "./read_value.ts";

/** What a call works with. */
export interface HookCall {
  /** Whose hook it is. */
  readonly client: HookClient;
  /** The event that the command line names, or `null`. */
  readonly event: string | null;
  /** Returns what the app is opened with. @throws {Error} if the current folder is gone */
  readonly request: () => AppRequest;
  /** Returns standard input. */
  readonly input: () => ReadableStream<Uint8Array>;
  /** A steady clock in milliseconds. */
  readonly steadyMs: () => number;
  /** Told if a database was left to the system, so that the process has to end at once. @default all are closed */
  readonly onLeft?: () => void;
}

/** SPEC 11.6: 10 MB, 1 s. */
const INPUT_BOUNDS = { maxBytes: 10 * 1_024 * 1_024, timeoutMs: 1_000 };

/** A client waits for a hook: another process that holds a database is not waited for longer. In milliseconds. */
const BUSY_MS = 250;
/** A session without its memory is the greater loss: its start waits longer, and clients give it 10 s and more. */
const START_BUSY_MS = 1_500;

/** Returns what is printed: one JSON object, or nothing. Never throws. */
export async function runHook(call: HookCall): Promise<string> {
  const startMs = call.steadyMs();
  const request = requestOf(call);
  if (request === null || request.environment[INSIDE_VARIABLE]) return "";
  const read = await readValue(call.input(), INPUT_BOUNDS);
  const input = read.kind === "value" ? call.client.read(read.value, call.event) : `input ${read.reason}`;
  const isStart = typeof input !== "string" && input.event === "start";
  const app = await openedApp({ ...request, cwd: projectFolder(request) }, isStart ? START_BUSY_MS : BUSY_MS);
  if (app === null) return "";
  return await answered({ call, request, app, startMs }, input);
}

function requestOf(call: HookCall): AppRequest | null {
  try {
    return call.request();
  } catch {
    // The folder of the session was deleted: there is no workspace to be found from it.
    return null;
  }
}

/** A call whose workspace is open. */
interface OpenCall {
  readonly call: HookCall;
  readonly request: AppRequest;
  readonly app: App;
  readonly startMs: number;
}

/** What came may have been a tool call, and nobody can tell which. */
const UNREAD: ReadonlySet<string> = new Set(
  ["late", "too long", "too deep", "not an object"].map((it) => `input ${it}`),
);

async function answered(open: OpenCall, input: HookInput | string): Promise<string> {
  const { app, call: { client } } = open;
  try {
    if (typeof input === "string" && UNREAD.has(input)) markMissedTool(app.layout);
    const { outcome, context } = typeof input === "string" ? silent(input) : await handled(open, input);
    const answer = context === null || context === "" || typeof input === "string"
      ? null
      : client.answer(input, context);
    log(open, { input, outcome, injectedChars: answer === null ? 0 : codePoints(context ?? "") });
    return answer === null ? "" : JSON.stringify(answer);
  } finally {
    closeApp(app, { event: typeof input === "string" ? null : input.event, onLeft: open.call.onLeft });
  }
}

/** Opens the app of the session's workspace, or returns `null`: where there is none, a hook does nothing at all. */
async function openedApp(request: AppRequest, busyMs: number): Promise<App | null> {
  try {
    const app = await openApp({ ...request, busyMs });
    // A simulated workspace is served only at a set time (SPEC 11.10).
    if (!app.located.isSimulated || frozenTimeOf(request) !== undefined) return app;
    app.close();
    return null;
  } catch {
    // No workspace, wrong settings, or a state that cannot be asked: the commands that a person types say which.
    return null;
  }
}

/** The same call in another workspace, whatever the client or its environment say of this one. */
function otherRequest(request: AppRequest, workspace: string): AppRequest {
  const environment = { ...request.environment, MEMORY_DATA_DIR: undefined };
  return { ...request, environment, cwd: workspace, flags: { workspace, dataDir: undefined } };
}

/** The folder that the client was started for stays the same when its agent walks about. */
function projectFolder({ environment, cwd }: AppRequest): string {
  return environment["CLAUDE_PROJECT_DIR"] || cwd;
}

async function handled(open: OpenCall, input: HookInput): Promise<HookOutcome> {
  try {
    const deps = depsOf(open, input);
    const done = await dispatch(deps, input);
    // Whoever else calls has nothing to say about where the session is at work.
    if (done.outcome !== FOREIGN) deps.projects();
    return done;
  } catch (error) {
    if (input.event === "tool") markMissedTool(open.app.layout);
    return silent(`failed: ${reasonOf(error)}`);
  }
}

function depsOf({ call: { client, steadyMs }, request, app, startMs }: OpenCall, input: HookInput): HookDeps {
  const ancestors = readAncestors(process.ppid, process.platform);
  const { environment, homeDir, cwd } = request;
  const caller = hookCallerOf(input.client, ancestors);
  const hasAncestors = ancestors !== null;
  // The app was opened for the folder that the session was started for; its agent may have walked on.
  const folders = [projectFolder(request), ...(input.folder === null ? [] : [input.folder])];
  let projects: ReadonlySet<string> | undefined;
  return {
    app,
    projects: () => projects ??= app.projectsOf(input.session, folders),
    client,
    caller,
    hasAncestors,
    environment,
    homeDir,
    cwd,
    openOther: (workspace) => openedApp(otherRequest(request, workspace), BUSY_MS),
    stampOf,
    isSameProcess,
    hasControllingTerminal,
    elapsedMs: () => steadyMs() - startMs,
  };
}

async function dispatch(deps: HookDeps, input: HookInput): Promise<HookOutcome> {
  switch (input.event) {
    case "start":
      return await withNight(deps, onStart(deps, input));
    case "prompt":
      return await onPrompt(deps, input);
    case "tool":
      // The parser of shell commands takes as long to load as all the rest; a prompt need not wait for it.
      return await (await import("./on_tool.ts")).onTool(deps, input);
    case "reply":
      return await withTranscript(deps, input, await carried(deps, input, onReply(deps, input)));
    case "end":
      return await withNight(deps, await withTranscript(deps, input, await carried(deps, input, onEnd(deps, input))));
    case "precompact":
      return await withTranscript(deps, input, onPrecompact(deps, input));
  }
}

/** Has the end of a turn count in the other workspaces into which its agent went. */
async function carried(deps: HookDeps, input: HookInput, done: HookOutcome): Promise<HookOutcome> {
  if (done.outcome === FOREIGN || !input.endsTurn && input.event === "reply") return done;
  const { closeCarried } = await import("./carried_turns.ts");
  await closeCarried(deps, input);
  return done;
}

/** What a reply, an end or a compaction may take for the transcript; clients give all hooks of an end together 1.5 s. */
const INGEST_MS = { reply: 1_500, end: 500, precompact: 1_500 } as const;

/** What a reply may take for the index to follow, which is a hundredth of that mostly: clients give it 10 s in all. */
const REPLY_INDEX_MS = 1_500;

/** Takes up the transcript, or what hooks heard, unless somebody else than the client called: who that is has nothing to say about files. */
async function withTranscript(deps: HookDeps, input: HookInput, done: HookOutcome): Promise<HookOutcome> {
  const { event } = input;
  if (done.outcome === FOREIGN || !(event in INGEST_MS)) return done;
  const budgetMs = INGEST_MS[event as keyof typeof INGEST_MS];
  // Within a turn what was written in it is not told apart yet.
  const indexMs = event === "reply" && input.endsTurn ? REPLY_INDEX_MS : null;
  // Readers of transcripts and the rules of redaction are asked for by these events only.
  const { ingestSession } = await import("./ingest_session.ts");
  const startDetached = (path: string) => startIngestion(deps, path);
  const taken = await ingestSession(deps, input, { budgetMs, indexMs, startDetached });
  return taken === null ? done : { ...done, outcome: `${done.outcome}, ${taken}` };
}

/** Has a sweep started that is missing; where no schedule was installed, none ever is. */
async function withNight(deps: HookDeps, done: HookOutcome): Promise<HookOutcome> {
  if (done.outcome === FOREIGN || deps.app.state.meta.dreamTimer === null) return done;
  // What reads cron expressions is asked for where there are some.
  const { startOverdue } = await import("./start_overdue.ts");
  return startOverdue(deps) ? { ...done, outcome: `${done.outcome}, sweep started` } : done;
}

interface Logged {
  readonly input: HookInput | string;
  readonly outcome: string;
  readonly injectedChars: number;
}

/** A log that cannot be written is no reason to disturb anybody; `status` shows that no hooks were seen. */
function log({ call, app, startMs }: OpenCall, { input, outcome, injectedChars }: Logged): void {
  const isRead = typeof input !== "string";
  try {
    appendHookRecord(app.layout, {
      at: app.clock.now().iso,
      client: call.client.name,
      event: isRead ? input.event : "unknown",
      session: isRead ? shortHash(input.session) : null,
      outcome,
      ms: Math.round(call.steadyMs() - startMs),
      injectedChars,
    });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}
