/**
 * The app between calls: databases and a model stay open while they are used, are given back when nobody asks, and are
 * opened anew when what they were opened on is not there any more.
 *
 * @module
 */
import { statSync } from "node:fs";
import type { App } from "../../app/app.ts";
import type { AppRequest } from "../../app/app_request.ts";
import { frozenTimeOf } from "../../app/open_clock.ts";
import { MemoryError } from "../../base/errors.ts";
import { idleRelease } from "../../embed/idle_release.ts";
import { asMemoryError } from "../_failure.ts";

/** What {@linkcode warmApp} works with. */
export interface WarmAppDeps {
  /** Opens the app. */
  readonly open: () => Promise<App>;
  /** Returns what it is opened with. */
  readonly request: () => AppRequest;
}

/** The app, lent for one call after the other. */
export interface WarmApp {
  /**
   * Runs with the app, opening it if need be.
   *
   * @throws {MemoryError} what the run throws, or why there is no app
   */
  use<T>(run: (app: App) => Promise<T>): Promise<T>;
  /** Closes it. */
  release(): Promise<void>;
}

/** An app with what it was opened on. */
interface OpenedApp {
  readonly app: App;
  readonly seen: string;
  close(): void;
}

/** Returns the keeper. */
export function warmApp({ open, request }: WarmAppDeps): WarmApp {
  // As long as the settings keep a model (`embed.idleSeconds`); until they were read nothing is open.
  let idleMs = 0;
  const kept = idleRelease<OpenedApp>(
    async () => {
      const app = await opened(open, request());
      idleMs = app.config.embed.idleSeconds * 1_000;
      return { app, seen: seenOf(app), close: () => app.close() };
    },
    0,
    (_, act) => {
      const timer = setTimeout(act, idleMs);
      timer.unref();
      return { cancel: () => clearTimeout(timer) };
    },
  );
  const isStale = () => kept.use(({ app, seen }) => seen !== seenOf(app));
  return {
    async use(run) {
      if (kept.isOpen && await isStale()) await kept.release();
      try {
        return await kept.use(({ app }) => explained(app, run));
      } catch (error) {
        const failure = asMemoryError(error);
        // Whatever is wrong with what is open, the next call begins afresh.
        if (failure.kind !== "usage") await kept.release();
        throw failure;
      }
    },
    release: () => kept.release(),
  };
}

async function explained<T>(app: App, run: (app: App) => Promise<T>): Promise<T> {
  try {
    requireFolder(app.layout.root);
    return await run(app);
  } catch (error) {
    throw app.explain(error);
  }
}

/**
 * Nothing is found in, and nothing is written to, a workspace that is not there: who adds to it would make another one.
 *
 * @throws {MemoryError} failed
 */
function requireFolder(root: string): void {
  if (fileOf(root)?.isDirectory() === true) return;
  throw new MemoryError(`Cannot serve the workspace "${root}": its folder is not there, or cannot be looked at`, {
    hint: "put it back where it was, or start the server with --workspace and its new place",
  });
}

/** Opens it as far as every call needs it, so that what it stands on can be looked at. */
async function opened(open: () => Promise<App>, request: AppRequest): Promise<App> {
  const app = await open();
  try {
    if (app.located.isSimulated && frozenTimeOf(request) === undefined) {
      throw new MemoryError(`Cannot serve the simulated workspace "${app.layout.root}": it has no present`, {
        hint: "start the server with MEMORY_NOW set, or name another workspace with --workspace",
      });
    }
    void app.state;
    void app.index;
    return app;
  } catch (error) {
    const reason = app.explain(error);
    app.close();
    throw reason;
  }
}

/** Returns what tells the files that an app was opened on from others of their name, and settings from changed ones. */
function seenOf({ layout, configFiles }: App): string {
  const places = [layout.root, layout.dataDir, layout.statePath, layout.indexPath].map((path) =>
    fileOf(path)?.ino ?? 0
  );
  const settings = configFiles.map(({ path }) => {
    const file = fileOf(path);
    return file === undefined ? null : [file.ino, file.size, file.mtimeMs];
  });
  return JSON.stringify([places, settings]);
}

function fileOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // What cannot be looked at is as good as gone: the call itself says why.
    return undefined;
  }
}
