/** Transcripts of the data folder are indexed, and searched only when somebody asks for them (SPEC 3, 6, 7.4). */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { passesFilters } from "../../src/lanes/search/filters.ts";
import { byPath } from "../../src/lanes/search/by_path.ts";
import { CHUNK_IDS, type ChunkSource } from "../../src/store/index/chunk_ids.ts";
import { confinePath } from "../../src/workspace/confine_path.ts";
import { listFiles } from "../../src/workspace/list_files.ts";
import { booking, openStoreWorld, type StoreWorld } from "../support/store_world.ts";

const TRANSCRIPT = "@sessions/claude-code/2026-08-19-ab12.md";

let world: StoreWorld;

beforeEach(() => {
  world = openStoreWorld();
  world.write("memory/2026-08-19.md", "- The port was moved\n");
});

afterEach(() => world.remove());

function writeTranscript(text: string, path = TRANSCRIPT): void {
  const target = join(world.layout.sessionsDir, path.slice("@sessions/".length));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

function found(source: ChunkSource | undefined): string[] {
  const filters = source === undefined ? undefined : { source };
  const hits = world.index.keywords.match('"port"', { limit: 9, ...(filters === undefined ? {} : { filters }) });
  return world.index.chunks.get(hits.map(({ chunkId }) => chunkId)).map(({ path }) => path).sort();
}

test("a transcript is in the index, and no search of the notes meets it", () => {
  writeTranscript("- what does the port do?\n");
  expect(world.sync()).toMatchObject({ files: { seen: 2, changed: 2, failed: 0 }, failures: [] });
  expect([undefined, "notes", "sessions", "all"].map((source) => found(source as ChunkSource))).toEqual([
    ["memory/2026-08-19.md"],
    ["memory/2026-08-19.md"],
    [TRANSCRIPT],
    [TRANSCRIPT, "memory/2026-08-19.md"],
  ]);
  const [row] = world.index.chunks.ofPath(TRANSCRIPT);
  if (row === undefined) throw new Error("not indexed");
  expect(row).toMatchObject({ tier: "episodic", day: "2026-08-19" });
  expect(
    [undefined, "notes", "sessions", "all"].map((source) =>
      passesFilters(row, row.classes, source === undefined ? {} : { source: source as ChunkSource })
    ),
  ).toEqual([false, false, true, true]);
  expect(["notes", "sessions", "all"].map((source) => byPath(world.index, "2026-08-19-ab12", source as ChunkSource)))
    .toEqual([[], [{ path: TRANSCRIPT, tier: 1 }], [{ path: TRANSCRIPT, tier: 1 }]]);
});

test("the ranges of ids hold through edits and a rebuild", () => {
  writeTranscript("- the port\n");
  world.sync();
  world.write("memory/later.md", "- the port later\n");
  world.sync();
  writeTranscript("- the port again\n");
  world.sync();
  world.sync({ isForced: true });
  const ids = (path: string) => world.index.chunks.ofPath(path).map(({ id }) => id);
  expect(ids(TRANSCRIPT)).toEqual([CHUNK_IDS.sessions.first]);
  expect([...ids("memory/later.md"), ...ids("memory/2026-08-19.md")].every((id) => id <= CHUNK_IDS.notes.last)).toBe(
    true,
  );
  expect(found(undefined)).toEqual(["memory/2026-08-19.md", "memory/later.md"]);
});

test("a line of it has the class it was booked with, any other is untrusted and taints no note", () => {
  const line = "- The port was moved";
  world.state.ledger.book([booking(TRANSCRIPT, "- booked by the owner", { origin: "owner" })]);
  writeTranscript(`${line}\n- booked by the owner\n`);
  world.sync();
  expect(world.origin(TRANSCRIPT, line)).toMatchObject({ origin: "untrusted", why: "unbooked line of a transcript" });
  expect(world.origin(TRANSCRIPT, "- booked by the owner").origin).toBe("owner");
  expect(world.origin("memory/2026-08-19.md", line).origin).toBe("agent");
});

test("it can be read by its citation, and nothing beside it", () => {
  writeTranscript("- the port\n");
  expect(confinePath({ layout: world.layout }, TRANSCRIPT)).toBe(
    join(world.layout.sessionsDir, "claude-code/2026-08-19-ab12.md"),
  );
  expect(() => confinePath({ layout: world.layout }, "@sessions/../state.sqlite")).toThrow('".."');
  symlinkSync(world.layout.statePath, join(world.layout.sessionsDir, "out.md"));
  expect(() => confinePath({ layout: world.layout }, "@sessions/out.md")).toThrow("leads out");
  expect(listFiles(world.layout).skipped).toEqual([
    { path: "@sessions/out.md", reason: "a link that leads out of the workspace" },
  ]);
});

test("when it is gone, its rows go; a workspace without transcripts has no failure", () => {
  writeTranscript("- the port\n");
  world.sync();
  rmSync(world.layout.sessionsDir, { recursive: true });
  expect(world.sync()).toMatchObject({ files: { removed: 1, failed: 0 } });
  expect(found("all")).toEqual(["memory/2026-08-19.md"]);
});
