/**
 * `ingest --dry-run`: the same steps on a copy of the state, with transcripts that go into a folder of its own. Both lie in
 * the data folder, which nobody else reads, and are gone afterwards.
 *
 * @module
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { redactShown } from "../capture/redact/redact.ts";
import { sessionClasses } from "../capture/chat/session_classes.ts";
import type { IngestDeps } from "../capture/ingest/ingest_deps.ts";
import { copyState } from "../store/state/copy_state.ts";
import { openState } from "../store/state/open_state.ts";
import type { App } from "./app.ts";

/** A trial that is under way. */
export interface TrialIngest {
  /** What it works with. */
  readonly deps: IngestDeps;
  /** Removes all that it wrote. */
  close(): void;
}

/** Begins a trial. @throws {MemoryError} failed, if the copy cannot be written */
export function openTrialIngest(app: App, deps: IngestDeps, homeDir: string): TrialIngest {
  const { layout, clock, originsOf, config } = app;
  removeLeftOver(layout.dataDir);
  const folder = mkdtempSync(join(layout.dataDir, PREFIX));
  const path = join(folder, "state.sqlite");
  const sessionsDir = join(folder, "sessions");
  mkdirSync(sessionsDir);
  copyState(app.state.path, path);
  const state = openState({ path, isRegistered: false, isSimulated: app.isSimulated, now: clock.now().iso });
  const { tools, ownerSenders } = config.provenance;
  const hide = (text: string) => redactShown(text, config.redact).text;
  return {
    deps: {
      ...deps,
      layout: { ...layout, sessionsDir },
      state,
      tombstones: state.tombstones,
      classesOf: (request) =>
        sessionClasses(
          { state, clock, originsOf, tools, ownerSenders, hide, workspace: layout.root, homeDir },
          request,
        ),
      isTrial: true,
    },
    close: () => {
      state.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const PREFIX = "trial-";
/** No trial takes so long; what is older was left by one that was killed. */
const LEFT_OVER_MS = 3_600_000;

function removeLeftOver(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((it) => it.startsWith(PREFIX))) {
    const path = join(dataDir, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    // The age of a folder is told by the system's own time, not by the program's.
    if (stats !== undefined && Date.now() - stats.mtimeMs > LEFT_OVER_MS) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}
