/**
 * Takes up the transcript of a session, or what its hooks heard where it has none, at the end of a turn (SPEC 11.6): at once if that is quick, else in a process of
 * its own. Nobody is kept waiting, and nothing is printed.
 *
 * @module
 */
import { rmSync, statSync } from "node:fs";
import { carryOutChatOrders } from "../../app/chat_orders.ts";
import { ingestDeps } from "../../app/ingest_deps.ts";
import { errorCode, MemoryError } from "../../base/errors.ts";
import { ingest } from "../../capture/ingest.ts";
import { heardPath } from "../../workspace/heard_words.ts";
import { sync } from "../../pipeline/sync.ts";
import { hearReply } from "./hear.ts";
import type { HookDeps } from "./hook_deps.ts";
import type { HookInput } from "./hook_input.ts";
import { compacts } from "./on_session.ts";

/** What differs from event to event. */
export interface SessionIngestion {
  /** How long the client may be kept waiting, in milliseconds. */
  readonly budgetMs: number;
  /** How long the index may then take to follow, in milliseconds; `null`: it waits for the next look. */
  readonly indexMs: number | null;
  /** Starts a process that does it, and does not wait for it. */
  readonly startDetached: (path: string) => void;
}

/** Bytes that are read within the time of a hook: a turn has a tenth of that. */
const MOST_BYTES_AT_ONCE = 2 * 1024 * 1024;

/** Another ingestion that goes on takes up this transcript as well, or the next hook does. In milliseconds. */
const WAIT_MS = 250;

/** Returns what came of it in a few fixed words, or `null` if there is no transcript. Never throws for what a file is like. */
export async function ingestSession(
  deps: HookDeps,
  input: HookInput,
  request: SessionIngestion,
): Promise<string | null> {
  const { app: { layout } } = deps;
  if (input.transcript !== null && sizeOf(input.transcript) !== null) {
    // What stands in the transcript need not be known by hearsay.
    rmSync(heardPath(layout, input), { force: true });
    const compacted = await noteCompaction(deps, input, input.transcript);
    const taken = await take(deps, input.transcript, request);
    return compacted === null ? taken : [compacted, taken].filter((part) => part !== null).join(", ");
  }
  const heard = hearReply(deps, input, (path) => sizeOf(path) !== null);
  if (heard === null) return null;
  if (input.event === "reply" && !input.endsTurn) return "heard";
  const taken = await take(deps, heard, request);
  dropIfTaken(deps, heard);
  return taken;
}

/** Does what a compaction asks for if one happened in the turn that ends; returns what came of it, or `null`. */
async function noteCompaction(deps: HookDeps, input: HookInput, transcript: string): Promise<string | null> {
  const { client: { hasCompactedIn }, app: { state } } = deps;
  if (hasCompactedIn === undefined || input.event !== "reply" || input.isSubagent || state.isReadonly) return null;
  const known = state.sessions.find(input.client, input.session);
  const turn = known === null ? null : state.turns.latestOf(known.id);
  if (known === null || turn === null) return null;
  // A prompt that brought the memory back came behind the compaction that its person asked for.
  const { begunAt } = state.flushCycles.find(input.session, state.flushCycles.current(input.session));
  if (begunAt !== null && Date.parse(begunAt) >= Date.parse(turn.openedAt)) return null;
  const lines = await gainedLines(transcript, state.ingested.file(transcript)?.byteOffset ?? 0);
  return hasCompactedIn(lines) ? compacts(deps, input, known).outcome : null;
}

/** Returns what a transcript gained; of more than is looked at its end. */
async function gainedLines(transcript: string, from: number): Promise<string> {
  const start = Math.max(from, (sizeOf(transcript) ?? 0) - MOST_BYTES_GAINED);
  try {
    return await Bun.file(transcript).slice(start).text();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return "";
  }
}

/** A turn writes some megabytes at most. */
const MOST_BYTES_GAINED = 16 * 1024 * 1024;

/** Deletes what was heard once all of it was taken up: from then on the redacted transcript holds it. */
function dropIfTaken({ app: { state: { ingested } } }: HookDeps, path: string): void {
  if (ingested.file(path)?.byteOffset !== sizeOf(path)) return;
  rmSync(path, { force: true });
  ingested.removeFile(path);
}

async function take(
  deps: HookDeps,
  transcript: string,
  { budgetMs, indexMs, startDetached }: SessionIngestion,
): Promise<string | null> {
  const size = sizeOf(transcript);
  if (size === null) return null;
  const { app, homeDir } = deps;
  const known = app.state.ingested.file(transcript)?.byteOffset ?? 0;
  if (size - known > MOST_BYTES_AT_ONCE) {
    startDetached(transcript);
    return "transcript left to another process";
  }
  try {
    const request = { paths: [transcript], waitMs: WAIT_MS };
    const work = ingest(ingestDeps(app, { homeDir, onProgress: () => undefined }), request, 0);
    // If the time runs out this process ends in the middle: what was not written is read again.
    if (await within(work, budgetMs) === "late") {
      startDetached(transcript);
      return "transcript left to another process";
    }
    carryOutChatOrders(app);
    // What was written now would else be read and indexed by the next prompt, whose answer somebody waits for.
    if (indexMs !== null) sync(app, { budgetMs: indexMs });
    return "transcript taken up";
  } catch (error) {
    if (error instanceof MemoryError) return `transcript not taken up: ${error.kind}`;
    if (errorCode(error) === undefined) throw error;
    return `transcript not taken up: ${errorCode(error)}`;
  }
}

/** Returns the size of a regular file, or `null`. */
/** What the system cannot look at, as a name that is too long, is no transcript. */
function sizeOf(path: string): number | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() === true ? stat.size : null;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null;
  }
}

async function within<T>(work: Promise<T>, limitMs: number): Promise<T | "late"> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // What it says once nobody listens any more is of no use.
    work.catch(() => undefined);
  }
}
