/**
 * A home folder of its own for tests that run the program.
 *
 * @module
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary home with an empty workspace folder in it. */
export interface TempHome {
  /** Real path of the home folder. */
  readonly home: string;
  /** A folder in it, not yet initialised. */
  readonly workspace: string;
  /** An environment in which nothing of the machine's own settings is seen. */
  readonly environment: Readonly<Record<string, string>>;
  /** Removes everything. */
  remove(): void;
}

/** The cache folder of the homes that share one; it stays from run to run. */
export const SHARED_CACHE = join(import.meta.dir, "..", "..", "build", "test-cache");

/** Makes a temporary home; `environment` is added to its variables. */
export function openTempHome(environment: Readonly<Record<string, string>> = {}): TempHome {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "memory-home-")));
  const workspace = join(home, "notes");
  mkdirSync(workspace);
  return {
    home,
    workspace,
    environment: {
      HOME: home,
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_STATE_HOME: join(home, ".state"),
      XDG_CACHE_HOME: join(home, ".cache"),
      PATH: Bun.env["PATH"] ?? "",
      TZ: "UTC",
      ...environment,
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/**
 * Lets a home that has no cache folder yet use the one of all others, as the workspaces of one user do: 71 MB need not be
 * unpacked and tried again.
 */
export function shareCache({ home }: Pick<TempHome, "home">): void {
  mkdirSync(SHARED_CACHE, { recursive: true });
  symlinkSync(SHARED_CACHE, join(home, ".cache"));
}
