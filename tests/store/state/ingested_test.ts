import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { IngestedFile } from "../../../src/store/state/ingested.ts";
import { NOTE_TIME, type NoteWorld, openNoteWorld } from "../../support/note_world.ts";

const FILE: IngestedFile = {
  path: "/home/ann/.claude/projects/app/s-1.jsonl",
  client: "claude-code",
  size: 4_000,
  mtimeMs: 1_773_150_000_000.5,
  firstHash: "aa",
  readHash: "bb",
  line: 17,
  byteOffset: 3_900,
  reading: '{"told":null}',
  readAt: NOTE_TIME,
};

let world: NoteWorld;

beforeEach(() => {
  world = openNoteWorld();
});

afterEach(() => world.remove());

describe("ingested", () => {
  test("keeps how far a file was read, under its path and by its first line", () => {
    const { ingested } = world.state;
    ingested.putFile(FILE);
    ingested.putFile({ ...FILE, path: "/copy.jsonl", byteOffset: 5_000 });
    expect(ingested.file(FILE.path)).toEqual(FILE);
    expect(ingested.filesByFirst("aa").map(({ path }) => path)).toEqual(["/copy.jsonl", FILE.path]);
    ingested.putFile({ ...FILE, line: 20 });
    expect(ingested.file(FILE.path)?.line).toBe(20);
    ingested.removeFile(FILE.path);
    expect(ingested.file(FILE.path)).toBeNull();
  });

  test("enters a session once, and notes a write that is under way", () => {
    const { ingested } = world.state;
    const first = ingested.enterSession("codex", "s");
    expect(ingested.enterSession("codex", "s")).toEqual(first);
    expect(ingested.enterSession("gemini", "s").id).not.toBe(first.id);
    ingested.setWriting(first.id, '{"a":1}');
    expect(ingested.sessionById(first.id)?.writing).toBe('{"a":1}');
  });

  test("knows a message by any of its names, and no proof is taken back", () => {
    const { ingested } = world.state;
    const { id } = ingested.enterSession("codex", "s");
    ingested.know(id, ["id 1", "at 2"], true);
    ingested.know(id, ["at 2", "other"], false);
    expect(ingested.acquaintance(["nothing"])).toBe("new");
    expect(ingested.acquaintance(["nothing", "id 1"])).toBe("proven");
    expect(ingested.acquaintance(["at 2"])).toBe("proven");
    expect(ingested.acquaintance(["other"])).toBe("known");
  });

  test("knows the same of names while they are held in memory, new ones among them", () => {
    const { ingested } = world.state;
    const { id } = ingested.enterSession("codex", "s");
    ingested.know(id, ["early"], false);
    const release = ingested.holdNames();
    const ask = () => ["early", "late", "never"].map((key) => ingested.acquaintance([key]));
    expect(ask()).toEqual(["known", "new", "new"]);
    ingested.know(id, ["late"], true);
    expect(ask()).toEqual(["known", "proven", "new"]);
    expect(ingested.acquaintance(["never", "late", "early"])).toBe("proven");
    release();
    ingested.know(id, ["never"], false);
    expect(ask()).toEqual(["known", "proven", "known"]);
  });

  test("keeps nothing of a message that could be read", () => {
    const { ingested } = world.state;
    const { id } = ingested.enterSession("codex", "s");
    ingested.know(id, ["at 2026 user The relay answers on 4711"], false);
    expect(world.stateBytes()).not.toContain("4711");
  });

  test("notes the newest moment, and what was deleted for its age", () => {
    const { ingested } = world.state;
    const { id } = ingested.enterSession("codex", "s");
    ingested.know(id, ["id 1"], false);
    ingested.setLastAt(id, "2026-08-02T00:00:00Z");
    ingested.setLastAt(id, "2026-08-01T00:00:00Z");
    expect(ingested.session("codex", "s")?.lastAt).toBe("2026-08-02T00:00:00Z");
    ingested.sweep("2026-08-02T00:00:00Z");
    expect(ingested.acquaintance(["id 1"])).toBe("known");
    ingested.sweep("2026-08-02T00:00:01Z");
    expect(ingested.acquaintance(["id 1"])).toBe("new");
    expect(ingested.session("codex", "s")?.sweptUntil).toBe("2026-08-02T00:00:01Z");
  });
});
