/**
 * A sound workspace that a test damages in one way, looks at, has mended and puts back.
 *
 * @module
 */
import { Database } from "bun:sqlite";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type App, openApp } from "../../src/app/app.ts";
import type { AppRequest } from "../../src/app/app_request.ts";
import { type Examination, examine, findingsOf } from "../../src/app/doctor/examine.ts";
import { mend, type Repair } from "../../src/app/doctor/mend.ts";
import { initialiseApp } from "../../src/app/initialise_app.ts";
import { embedIndex } from "../../src/cmd/_embed_index.ts";
import { finishForgets } from "../../src/cmd/_forget/finish_forgets.ts";
import { sync } from "../../src/pipeline/sync.ts";
import { openTempHome } from "./temp_home.ts";

/** The workspace and ways to damage and to look. */
export interface DoctorWorld {
  readonly workspace: string;
  readonly dataDir: string;
  readonly request: AppRequest;
  /** Writes a file; a relative path is the workspace's. */
  write(path: string, text: string): void;
  /** Runs SQL on a database of the data folder. */
  sql(name: "state" | "index", statement: string): void;
  /** Opens the app as a command does, uses it and closes it. */
  use(work: (app: App) => void): Promise<void>;
  look(): Promise<Examination>;
  /** Has everything mended that can be derived. */
  mend(found: Examination): Promise<Repair[]>;
  /** Every byte of Markdown and every row of the state, or the state's bytes where it cannot be read. */
  facts(): { readonly markdown: unknown; readonly state: unknown };
  /** Puts everything back as it was. */
  restore(): void;
  remove(): void;
}

/** Names of what the program may say of a sound workspace. */
export const ALWAYS = new Set(["schedule-none", "hooks-none"]);

/** Makes the workspace. Embedding is off: the lanes have tests of their own. */
export async function openDoctorWorld(): Promise<DoctorWorld> {
  const temp = openTempHome({ MEMORY_NOW: "2026-08-19T09:00:00+08:00", MEMORY_CALLER: "owner", PATH: "/nonexistent" });
  const { home, workspace } = temp;
  const dataDir = `${workspace}.memory`;
  const kept = join(home, "kept");
  const request: AppRequest = {
    flags: { workspace: undefined, dataDir: undefined },
    environment: temp.environment,
    cwd: workspace,
    homeDir: home,
    terminals: { stdin: false, stdout: false },
    loadChecker: () => import("../../src/app/check_config.ts"),
    loadEmbedding: () => import("../../src/app/open_embedder.ts"),
  };
  const write = (path: string, text: string) => {
    const file = path.startsWith("/") ? path : join(workspace, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const use = async (work: (app: App) => void) => {
    const app = await openApp(request);
    try {
      work(app);
    } finally {
      app.close();
    }
  };
  write(join(home, ".config", "memory", "config.jsonc"), '{ "embed": { "provider": "none" } }\n');
  write("MEMORY.md", "# Long-Term Memory\n\n- Backups run at 02:30 <!-- importance: 7 -->\n");
  write("USER.md", "- Prefer short answers\n");
  write("memory/2026-08-12.md", "# 2026-08-12\n\n- The gateway listens on port 18789\n");
  write("memory/topics.md", "# Topics\n\n- 网关监听 18789 端口\n");
  await initialiseApp(request, { folder: undefined, adopt: false });
  await use((app) => sync(app, { isRequired: true }));
  for (const name of ["notes", "notes.memory", ".config", ".state"]) {
    cpSync(join(home, name), join(kept, name), { recursive: true });
  }
  return {
    workspace,
    dataDir,
    request,
    write,
    use,
    sql(name, statement) {
      const db = new Database(join(dataDir, `${name}.sqlite`));
      db.run(statement);
      db.close();
    },
    look: () => examine(request),
    mend(found) {
      const state = found.checks.find(({ area }) => area === "state");
      const isStateSound = state?.findings.every(({ id }) => id === "state-lost") === true;
      return mend(request, { findings: findingsOf(found), isStateSound }, {
        finishForgets: (app) => finishForgets(app)?.reasons ?? [],
        embed: async (app) => (await embedIndex(app, { isLeftOut: true, progress: () => {} })).notices,
      });
    },
    facts: () => ({ markdown: markdownOf(workspace), state: rowsOf(join(dataDir, "state.sqlite")) }),
    restore() {
      for (const name of readdirSync(kept)) {
        rmSync(join(home, name), { recursive: true, force: true });
        cpSync(join(kept, name), join(home, name), { recursive: true, preserveTimestamps: true });
      }
    },
    remove: temp.remove,
  };
}

function markdownOf(folder: string): [string, string][] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".md") && !statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory()
  ).sort();
  return names.map((name) => [name, existsSync(join(folder, name)) ? readFileSync(join(folder, name), "hex") : "gone"]);
}

function rowsOf(path: string): unknown {
  try {
    const db = new Database(path, { readonly: true });
    try {
      const tables = db.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        .all();
      return tables.map(({ name }) => [name, db.query(`SELECT * FROM "${name}"`).values()]);
    } finally {
      db.close();
    }
  } catch {
    // A damaged one has bytes at least; a missing one, and a folder, have none.
    return existsSync(path) && !readdirOk(path) ? readFileSync(path, "hex") : "none";
  }
}

function readdirOk(path: string): boolean {
  try {
    readdirSync(path);
    return true;
  } catch {
    return false;
  }
}
