/**
 * `ingest --watch`. Loaded only with that flag, as is the library that watches.
 *
 * @module
 */
import { ingestDeps, type IngestDepsRequest } from "../app/ingest_deps.ts";
import type { App } from "../app/app.ts";
import { ingest } from "../capture/ingest.ts";
import type { IngestRequest } from "../capture/ingest/ingest_deps.ts";
import type { IngestReport } from "../capture/ingest/ingest_report.ts";
import { type BatchOutcome, watchFiles } from "../pipeline/watch/watch_files.ts";
import type { Answer, CommandContext } from "./_declare.ts";
import { ingestAnswer } from "./_ingest_answer.ts";
import { stopSignal } from "./_stop_signal.ts";
import { textStyle } from "./_style.ts";
import { count } from "./_text/count.ts";
import { stoppedText } from "./_text/watch_text.ts";

/** What is watched, and for whom. */
export interface WatchTranscriptsRequest extends IngestRequest, Pick<IngestDepsRequest, "homeDir"> {}

/** Watches until the program is told to stop, and returns the last line. @throws {MemoryError} busy, failed */
export async function watchTranscripts(
  { app, reopen, program }: Pick<CommandContext, "app" | "reopen" | "program">,
  request: WatchTranscriptsRequest,
): Promise<Answer> {
  const { layout, config: { index: { debounceMs } }, clock } = await app();
  const gone = new AbortController();
  let batches = 0;
  const tell = async (event: string, facts: object, text: string | null) => {
    const isRead = await program.emit({ event, at: clock.now().iso, ...facts }, text);
    // What is written goes nowhere, and a watch that nobody wants should end.
    if (!isRead) gone.abort();
  };
  await watchFiles({
    locksDir: layout.locksDir,
    lock: { name: "watch-transcripts", watched: "these transcripts for this workspace" },
    paths: request.paths,
    debounceMs,
    signal: AbortSignal.any([stopSignal(), gone.signal]),
    runBatch: async () => {
      const opened = await reopen();
      const report = await takeUp(opened, request, program.progress);
      const outcome = outcomeOf(report);
      if (outcome.hasChanged || batches === 0) {
        batches++;
        const { json, text } = ingestAnswer(report, { isDryRun: false, notices: opened.notices });
        await tell("batch", json, text(textStyle(false)));
      }
      // Between two batches nothing is held: a file may be deleted or replaced.
      opened.close();
      return outcome;
    },
    onNotice: (notice) => tell("notice", { notice }, notice),
    onReady: () => tell("watching", { paths: request.paths }, `Watching ${count(request.paths.length, "place")}`),
  });
  return { json: { event: "stopped", at: clock.now().iso, batches }, text: () => stoppedText(batches) };
}

async function takeUp(opened: App, request: WatchTranscriptsRequest, onProgress: (line: string) => void) {
  const deps = ingestDeps(opened, { homeDir: request.homeDir, onProgress, caller: opened.caller(undefined) });
  return await ingest(deps, request, opened.config.sessions.keepDays);
}

/** What waits for its end, or could not be read, comes with the next change. */
function outcomeOf({ transcripts, swept }: IngestReport): BatchOutcome {
  return { isBehind: false, hasChanged: swept > 0 || transcripts.some(({ change }) => change !== "same") };
}
