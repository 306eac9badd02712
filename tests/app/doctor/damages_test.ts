/** One damage at a time: the doctor names exactly that, with the command for it; what can be derived is mended, the rest left. */
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, copyFileSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findingsOf } from "../../../src/app/doctor/examine.ts";
import { appendHookRecord } from "../../../src/workspace/hook_log.ts";
import { sync } from "../../../src/pipeline/sync.ts";
import { ALWAYS, type DoctorWorld, openDoctorWorld } from "../../support/doctor_world.ts";

setDefaultTimeout(240_000);

let world: DoctorWorld;
beforeAll(async () => {
  world = await openDoctorWorld();
});
afterEach(() => world.restore());
afterAll(() => world.remove());

interface Damage {
  /** What is done. */
  readonly name: string;
  readonly by: () => void | Promise<void>;
  /** The finding; others that follow from it. */
  readonly id: string;
  readonly also?: readonly string[];
  readonly severity: "note" | "warning" | "broken";
  readonly place: RegExp;
  readonly command: RegExp;
  /** Whether `--fix` takes it away. */
  readonly isMended: boolean;
}

const DAY = "2026-08-18" as const;
const AT = "2026-08-19T08:00:00+08:00";
const state = () => join(world.dataDir, "state.sqlite");
const index = () => join(world.dataDir, "index.sqlite");
const garbage = (path: string) => writeFileSync(path, "this is no database, whatever its name says\n".repeat(300));
const withoutLogs = (path: string) =>
  ["", "-wal", "-shm"].forEach((end) => rmSync(path + end, { force: true, recursive: true }));
const hook = (outcome: string, ms: number) =>
  appendHookRecord({ logsDir: join(world.dataDir, "logs") }, {
    ...{ at: AT, client: "claude-code", event: "prompt", session: null, injectedChars: 0 },
    ...{ outcome, ms },
  });

const STALE = ["index-stale"];
const NEW = ["index-behind"];

const DAMAGES: readonly Damage[] = [
  {
    name: "an unknown key in the settings",
    by: () => world.write(join(world.dataDir, "config.jsonc"), '{ "serach": {} }'),
    id: "settings-wrong",
    severity: "broken",
    place: /config\.jsonc$/,
    command: /EDITOR.*config\.jsonc$/,
    isMended: false,
  },
  {
    name: "settings that are no JSON",
    by: () => world.write(join(world.request.homeDir, ".config/memory/config.jsonc"), "{ oops"),
    id: "settings-wrong",
    severity: "broken",
    place: /\.config\/memory\/config\.jsonc$/,
    command: /EDITOR/,
    isMended: false,
  },
  {
    name: "a setting that counts elsewhere",
    by: () => world.write(join(world.dataDir, "config.jsonc"), '{ "index": { "extraPaths": ["/x"] } }'),
    id: "setting-ignored",
    severity: "warning",
    place: /config\.jsonc$/,
    command: /EDITOR/,
    isMended: false,
  },
  {
    name: "a data folder that others may read",
    by: () => chmodSync(world.dataDir, 0o755),
    id: "data-folder-open",
    severity: "warning",
    place: /notes\.memory$/,
    command: /^chmod 700 /,
    isMended: false,
  },
  {
    name: "a data folder that others may write",
    by: () => chmodSync(world.dataDir, 0o777),
    id: "workspace-missing",
    severity: "broken",
    place: /notes$/,
    command: /^chmod 700 .*notes\.memory$/,
    isMended: false,
  },
  {
    name: "a state that is gone",
    by: () => withoutLogs(state()),
    id: "state-missing",
    severity: "broken",
    place: /state\.sqlite$/,
    command: /^cp COPY_OF_STATE /,
    isMended: false,
  },
  {
    name: "a state that is damaged",
    by: () => garbage(state()),
    id: "state-damaged",
    severity: "broken",
    place: /state\.sqlite$/,
    command: /^cp COPY_OF_STATE /,
    isMended: false,
  },
  {
    name: "a folder in place of the state",
    by: () => (withoutLogs(state()), mkdirSync(state())),
    id: "state-folder",
    severity: "broken",
    place: /state\.sqlite$/,
    command: /^mv .*state\.sqlite\.folder$/,
    isMended: false,
  },
  {
    name: "a state of a newer version",
    by: () => world.sql("state", "PRAGMA user_version = 99"),
    id: "state-newer",
    severity: "broken",
    place: /state\.sqlite$/,
    command: /^memory version$/,
    isMended: false,
  },
  {
    name: "a state of an older version",
    by: () => world.sql("state", "PRAGMA user_version = 3"),
    id: "state-older",
    severity: "warning",
    place: /state\.sqlite$/,
    command: /^memory status$/,
    isMended: false,
  },
  {
    name: "the state of another workspace",
    by: () => world.sql("state", "UPDATE meta SET value = 'other' WHERE key = 'workspace_id'"),
    id: "state-foreign",
    severity: "broken",
    place: /state\.sqlite$/,
    command: /^cp COPY_OF_STATE /,
    isMended: false,
  },
  {
    name: "a state that was lost",
    by: () => world.use((app) => app.state.meta.disown(AT)),
    id: "state-lost",
    severity: "warning",
    place: /state\.sqlite$/,
    command: /^memory trust \.$/,
    isMended: false,
  },
  {
    name: "an index that is damaged",
    by: () => garbage(index()),
    id: "index-damaged",
    severity: "broken",
    place: /index\.sqlite$/,
    command: /^memory index --force$/,
    isMended: true,
  },
  {
    name: "an index of another version",
    by: () => world.sql("index", "PRAGMA user_version = 2"),
    id: "index-version",
    severity: "broken",
    place: /index\.sqlite$/,
    command: /^memory index --force$/,
    isMended: true,
  },
  {
    name: "a folder in place of the index",
    by: () => (withoutLogs(index()), mkdirSync(index())),
    id: "index-folder",
    severity: "broken",
    place: /index\.sqlite$/,
    command: /^memory index --force$/,
    isMended: true,
  },
  {
    name: "classes that are gone from the index",
    by: () => world.sql("index", "DELETE FROM chunk_origins"),
    id: "index-torn",
    severity: "broken",
    place: /index\.sqlite$/,
    command: /^memory index --force$/,
    isMended: true,
  },
  {
    name: "words that are gone from the index",
    by: () => world.sql("index", "DELETE FROM chunk_keywords"),
    id: "index-torn",
    severity: "broken",
    place: /index\.sqlite$/,
    command: /^memory index --force$/,
    isMended: true,
  },
  {
    name: "a new file",
    by: () => world.write("memory/new.md", "- something new\n"),
    id: "index-behind",
    severity: "note",
    place: /^memory\/new\.md$/,
    command: /^memory index$/,
    isMended: true,
  },
  {
    name: "a changed file",
    by: () => world.write("memory/topics.md", "- something else\n"),
    id: "index-stale",
    severity: "note",
    place: /^memory\/topics\.md$/,
    command: /^memory index$/,
    isMended: true,
  },
  {
    name: "a deleted file",
    by: () => rmSync(join(world.workspace, "memory/topics.md")),
    id: "index-ghosts",
    severity: "note",
    place: /^memory\/topics\.md$/,
    command: /^memory index$/,
    isMended: true,
  },
  {
    name: "a copy by Syncthing",
    by: () => world.write("memory/topics.sync-conflict-20260819-120000-ABCDEFG.md", "- x\n"),
    id: "conflict-copy",
    severity: "warning",
    place: /sync-conflict/,
    command: /^diff \S*topics\.md \S*sync-conflict/,
    isMended: false,
  },
  {
    name: "a copy by Dropbox",
    by: () => world.write("MEMORY (Ann's conflicted copy 2026-08-19).md", "- x\n"),
    id: "conflict-copy",
    severity: "warning",
    place: /conflicted copy/,
    command: /^diff \S*MEMORY\.md '/,
    isMended: false,
  },
  {
    name: "a copy by iCloud",
    by: () => world.write("memory/topics 2.md", "- x\n"),
    id: "conflict-copy",
    also: NEW,
    severity: "warning",
    place: /topics 2\.md$/,
    command: /^diff \S*topics\.md '/,
    isMended: false,
  },
  {
    name: "a side of a merge",
    by: () => world.write("memory/topics_LOCAL_4711.md", "- x\n"),
    id: "conflict-copy",
    also: NEW,
    severity: "warning",
    place: /_LOCAL_/,
    command: /^diff \S*topics\.md /,
    isMended: false,
  },
  {
    name: "a note in the cloud only",
    by: () => world.write("memory/.plans.md.icloud", ""),
    id: "file-unreadable",
    severity: "broken",
    place: /^memory\/plans\.md$/,
    command: /^ls -ld /,
    isMended: false,
  },
  {
    name: "a link that leads out",
    by: () => symlinkSync("/etc/hostname", join(world.workspace, "memory/out.md")),
    id: "file-left-out",
    severity: "warning",
    place: /^memory\/out\.md$/,
    command: /^ls -ld /,
    isMended: false,
  },
  {
    name: "an annotation that cannot be read",
    by: () => world.write("memory/topics.md", "- 网关 <!-- importance: eleven -->\n"),
    id: "annotation-malformed",
    also: STALE,
    severity: "warning",
    place: /^memory\/topics\.md:1$/,
    command: /EDITOR.* \+1 /,
    isMended: false,
  },
  {
    name: "a merge that was not finished",
    by: () => world.write("memory/topics.md", "a\n<<<<<<< HEAD\n- one\n=======\n- two\n>>>>>>> other\n"),
    id: "merge-unfinished",
    also: STALE,
    severity: "broken",
    place: /^memory\/topics\.md:2$/,
    command: /EDITOR.* \+2 /,
    isMended: false,
  },
  {
    name: "entries in a comment",
    by: () => world.write("MEMORY.md", "- a fact\n\n<!--\n- hidden one\n- hidden two\n-->\n"),
    id: "entry-hidden",
    also: STALE,
    severity: "warning",
    place: /^MEMORY\.md:4$/,
    command: /EDITOR.* \+4 /,
    isMended: false,
  },
  {
    name: "a fence that is never closed",
    by: () => world.write("USER.md", "- a rule\n\n```sh\nrm -rf /\n"),
    id: "fence-open",
    also: STALE,
    severity: "warning",
    place: /^USER\.md:3$/,
    command: /EDITOR.* \+3 /,
    isMended: false,
  },
  {
    name: "a curated file over its budget",
    by: () => world.write("USER.md", "- 请始终用中文回答\n".repeat(600)),
    id: "budget-over",
    also: [...STALE, "bootstrap-cut"],
    severity: "warning",
    place: /^USER\.md$/,
    command: /EDITOR/,
    isMended: false,
  },
  {
    name: "a night that failed",
    by: () =>
      world.use(({ state: { sweeps } }) =>
        sweeps.finish(sweeps.begin({ day: DAY, startedAt: AT, mode: "real", isScheduled: true }), {
          status: "failed",
          finishedAt: AT,
          promotable: 0,
          report: "{}",
        })
      ),
    id: "sweep-failed",
    severity: "warning",
    place: /^sweep 1$/,
    command: /^memory dream$/,
    isMended: false,
  },
  {
    name: "a night that never ended",
    by: () =>
      world.use(({ state: { sweeps } }) =>
        void sweeps.begin({ day: DAY, startedAt: "2026-08-19T03:00:00+08:00", mode: "real", isScheduled: true })
      ),
    id: "sweep-unended",
    severity: "warning",
    place: /^sweep 1$/,
    command: /^memory dream$/,
    isMended: false,
  },
  {
    name: "claims that nearly passed",
    by: () =>
      world.use(({ state: { sweeps } }) =>
        sweeps.finish(sweeps.begin({ day: DAY, startedAt: AT, mode: "real", isScheduled: true }), {
          status: "done",
          finishedAt: AT,
          promotable: 0,
          report: '{"nearMisses":[{"key":"c:0123456789ab"}]}',
        })
      ),
    id: "near-misses",
    severity: "note",
    place: /^sweep 1$/,
    command: /^memory dream preview$/,
    isMended: false,
  },
  {
    name: "a schedule that is gone",
    by: () =>
      world.use(({ state: { meta } }) =>
        meta.setDreamTimer({ manager: "crontab", expression: "0 3 * * *", since: AT, root: null })
      ),
    id: "schedule-differs",
    severity: "warning",
    place: /^crontab$/,
    command: /^memory cron install$/,
    isMended: false,
  },
  {
    name: "a night that did not come",
    by: () =>
      world.use(({ state: { meta } }) =>
        meta.setDreamTimer({
          manager: "daemon",
          expression: "0 3 * * *",
          since: "2026-08-17T08:00:00+08:00",
          root: null,
        })
      ),
    id: "sweep-overdue",
    severity: "warning",
    place: /^daemon$/,
    command: /^memory dream --scheduled$/,
    isMended: false,
  },
  {
    name: "a hook that fails",
    by: () => hook("failed: busy", 20),
    id: "hook-failing",
    severity: "warning",
    place: /^claude-code prompt$/,
    command: /^memory hook status$/,
    isMended: false,
  },
  {
    name: "a hook that is slow",
    by: () => hook("turn opened", 4_000),
    id: "hook-slow",
    severity: "warning",
    place: /^claude-code prompt$/,
    command: /^memory hook status$/,
    isMended: false,
  },
  {
    name: "a place in a queue of a process that is gone",
    by: () => world.write(join(world.dataDir, "locks/index-sync.queue/00000000000001-999999-ab"), ""),
    id: "lock-stale",
    severity: "note",
    place: /\.queue\/\d+-999999-ab$/,
    command: /^memory doctor --fix$/,
    isMended: true,
  },
  {
    name: "a temporary file of a killed writer",
    by: () => leftTemp(),
    id: "temp-left",
    severity: "note",
    place: /\.memory-.*\.tmp$/,
    command: /^memory doctor --fix$/,
    isMended: true,
  },
  {
    name: "a database that was set aside",
    by: () => copyFileSync(state(), `${state()}.damaged-20260819080000`),
    id: "database-aside",
    severity: "warning",
    place: /damaged-20260819080000$/,
    command: /^rm .*damaged-20260819080000\*$/,
    isMended: false,
  },
  {
    name: "a rebuild that was interrupted",
    by: () => writeFileSync(`${index()}.next`, ""),
    id: "rebuild-unfinished",
    severity: "note",
    place: /index\.sqlite\.next$/,
    command: /^memory index --force$/,
    isMended: true,
  },
  {
    name: "a forget that is not complete",
    by: () =>
      world.use(({ state: { forgets } }) =>
        void forgets.begin({ startedAt: AT, marks: [], words: [], files: [], lines: [] })
      ),
    id: "forget-unfinished",
    severity: "broken",
    place: /^forget 1$/,
    command: /^memory forget$/,
    isMended: true,
  },
  {
    name: "a table that is gone from the state",
    by: () => world.sql("state", "DROP TABLE model_answers"),
    id: "state-damaged",
    severity: "broken",
    place: /state\.sqlite$/,
    command: /^cp COPY_OF_STATE /,
    isMended: false,
  },
  {
    name: "rows of the state that nobody can read",
    by: () =>
      world.sql(
        "state",
        `INSERT INTO sweeps (day, started_at, mode, is_scheduled, status, report) VALUES ('${DAY}', 'a', 'real', 1, 'done', '{')`,
      ),
    id: "state-torn",
    severity: "broken",
    place: /state\.sqlite$/,
    command: /^cp COPY_OF_STATE /,
    isMended: false,
  },
  {
    name: "an earlier version that is not what it was",
    by: () =>
      world.sql(
        "state",
        "INSERT INTO pre_images (path, hash, content, taken_at) VALUES ('MEMORY.md', 'ab', x'00', 'a')",
      ),
    id: "pre-image-damaged",
    severity: "warning",
    place: /^MEMORY\.md$/,
    command: /^cp COPY_OF_STATE /,
    isMended: false,
  },
  {
    name: "a table that is gone from the index",
    by: () => world.sql("index", "DROP TABLE chunk_notes"),
    id: "index-damaged",
    severity: "broken",
    place: /index\.sqlite$/,
    command: /^memory index --force$/,
    isMended: true,
  },
  {
    name: "chunks of files that the index does not know",
    by: () => world.sql("index", "PRAGMA foreign_keys = OFF; DELETE FROM sources WHERE path = 'USER.md'"),
    id: "index-torn",
    also: NEW,
    severity: "broken",
    place: /index\.sqlite$/,
    command: /^memory index --force$/,
    isMended: true,
  },
  {
    name: "vectors that do not fit their model",
    by: () => world.sql("index", "INSERT INTO vector_spaces VALUES (1, 'm', 4, 0, 0, 0, x'00')"),
    id: "vectors-torn",
    severity: "broken",
    place: /index\.sqlite$/,
    command: /^memory doctor --fix$/,
    isMended: true,
  },
  {
    name: "a curated file that is no text any more",
    by: async () => {
      writeFileSync(join(world.workspace, "MEMORY.md"), Uint8Array.of(0x2d, 0x20, 0xff, 0xfe, 0x41, 0x0a));
      await world.use((app) => void sync(app, { isRequired: true }));
    },
    id: "file-left-out",
    severity: "warning",
    place: /^MEMORY\.md$/,
    command: /^file .*MEMORY\.md$/,
    isMended: false,
  },
  {
    name: "a folder in place of MEMORY.md",
    by: () => (rmSync(join(world.workspace, "MEMORY.md")), mkdirSync(join(world.workspace, "MEMORY.md"))),
    id: "place-occupied",
    severity: "broken",
    place: /MEMORY\.md$/,
    command: /^mv .*MEMORY\.md .*MEMORY\.md\.aside$/,
    isMended: false,
  },
  {
    name: "a file in place of the folder of locks",
    by:
      () => (rmSync(join(world.dataDir, "locks"), { recursive: true }), world.write(join(world.dataDir, "locks"), "")),
    id: "place-occupied",
    severity: "broken",
    place: /locks$/,
    command: /^mv .*locks .*locks\.aside$/,
    isMended: false,
  },
  {
    name: "a lock that is no database",
    by: () => garbage(join(world.dataDir, "locks/diary.lock")),
    id: "lock-damaged",
    severity: "broken",
    place: /diary\.lock$/,
    command: /^rm .*diary\.lock$/,
    isMended: false,
  },
];

function leftTemp(): void {
  const path = join(world.workspace, "memory", ".memory-0123456789abcdef.tmp");
  writeFileSync(path, "half a no");
  utimesSync(path, 1, 1);
}

/** Kinds of facts that were found, but for those that every such workspace has. */
async function idsFound(): Promise<string[]> {
  return [...new Set(findingsOf(await world.look()).map(({ id }) => id))].filter((id) => !ALWAYS.has(id)).sort();
}

describe("a sound workspace", () => {
  test("has nothing to tell of but what was never installed", async () => {
    const { verdict, checks } = await world.look();
    expect({ verdict, ids: await idsFound() }).toEqual({ verdict: "healthy", ids: [] });
    expect(checks.filter(({ isUnknown }) => isUnknown === true)).toEqual([]);
    expect(await world.mend(await world.look())).toEqual([]);
  });
});

describe("one damage", () => {
  test.each(DAMAGES.map((damage) => [damage.name, damage] as const))("%s", async (_, damage) => {
    const { by, id, also = [], severity, place, command, isMended } = damage;
    await by();
    const before = world.facts();
    const found = await world.look();
    expect(await idsFound()).toEqual([...new Set([id, ...also])].sort());
    expect(world.facts()).toEqual(before);
    const finding = findingsOf(found).find((each) => each.id === id);
    expect(finding).toMatchObject({ severity, isDerived: isMended });
    expect(finding?.place).toMatch(place);
    expect(finding?.command).toMatch(command);
    expect(finding?.message).not.toMatch(/\.$|undefined|null/);

    const repairs = await world.mend(found);
    expect(repairs.filter(({ isDone }) => !isDone)).toEqual([]);
    expect(repairs.some((each) => each.id === id)).toBe(isMended);
    expect(world.facts().markdown).toEqual(before.markdown);
    expect((await idsFound()).includes(id)).toBe(!isMended);
    expect(await world.mend(await world.look())).toEqual([]);
  });
});

describe("two damages", () => {
  test("an index is not built from a state that cannot be read", async () => {
    garbage(state());
    garbage(index());
    const before = world.facts();
    const repairs = await world.mend(await world.look());
    expect(repairs).toEqual([{
      id: "index-damaged",
      place: index(),
      isDone: false,
      message: expect.stringContaining("state"),
    }]);
    expect(world.facts()).toEqual(before);
  });

  test("are told both, the state first", async () => {
    rmSync(state());
    world.write("memory/topics.sync-conflict-20260819-120000-ABCDEFG.md", "- x\n");
    expect(await idsFound()).toEqual(["conflict-copy", "state-missing"]);
    const unknown = (await world.look()).checks.filter(({ isUnknown }) => isUnknown === true).map(({ area }) => area);
    expect(unknown).toEqual(["lanes", "budgets", "lines", "sweeps", "schedule", "intents", "models"]);
  });
});
