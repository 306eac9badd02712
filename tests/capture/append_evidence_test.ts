import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { appendEvidence, type EvidenceLine } from "../../src/capture/append_evidence.ts";
import { NOTE_TIME, type NoteWorld, openNoteWorld } from "../support/note_world.ts";

const DAY = "2026-08-18";
const DIARY = `memory/${DAY}.md`;

let world: NoteWorld;

beforeEach(() => {
  world = openNoteWorld();
});

afterEach(() => world.remove());

function line(text: string, more: Partial<EvidenceLine> = {}): EvidenceLine {
  return {
    text,
    annotations: {},
    origin: "agent",
    sessionKind: "interactive",
    state: "booked",
    observedAt: NOTE_TIME,
    session: "s1",
    channel: null,
    sender: null,
    ...more,
  };
}

function append(lines: readonly EvidenceLine[]) {
  return appendEvidence(world.deps(), { day: DAY, lines, writer: "ingest" });
}

describe("appendEvidence", () => {
  test("writes the lines of a batch in their order, each with its row", () => {
    const results = append([
      line("The gateway listens on port 18789", { origin: "owner" }),
      line("网关监听 18789 端口", { annotations: { projects: ["app"] } }),
    ]);
    expect(world.read(DIARY)).toBe(
      `# ${DAY}\n\n- The gateway listens on port 18789\n- 网关监听 18789 端口 <!-- project: app -->\n`,
    );
    expect(results.map(({ line, origin, written }) => ({ line, origin, written }))).toEqual([
      { line: 3, origin: "owner", written: true },
      { line: 4, origin: "agent", written: true },
    ]);
    expect(world.state.ledger.find(DIARY, "- The gateway listens on port 18789")).toMatchObject({
      origin: "owner",
      writer: "ingest",
      observedAt: NOTE_TIME,
    });
  });

  test("leaves out what the day, or the batch itself, has from a source worth as much", () => {
    append([line("Deploys start at noon")]);
    const results = append([
      line("deploys start at noon."),
      line("The relay answers on 4711", { origin: "owner" }),
      line("The relay answers on 4711"),
    ]);
    expect(results.map(({ line, written, origin }) => ({ line, written, origin }))).toEqual([
      { line: 3, written: false, origin: "agent" },
      { line: 4, written: true, origin: "owner" },
      { line: 4, written: false, origin: "owner" },
    ]);
  });

  test("writes a claim a second time if the second source is worth more", () => {
    const results = append([
      line("The relay answers on 4711", { origin: "untrusted" }),
      line("The relay answers on 4711", { origin: "owner" }),
    ]);
    expect(results.map(({ origin, written }) => ({ origin, written }))).toEqual([
      { origin: "untrusted", written: true },
      { origin: "owner", written: true },
    ]);
    expect(world.read(DIARY)).toContain("4711 <!-- origin: untrusted -->\n- The relay answers on 4711\n");
  });

  test("writes nothing, and no diary, for an empty batch", () => {
    expect(append([])).toEqual([]);
    expect(world.read(DIARY)).toBeNull();
  });

  test("completes the half line that a killed writer of the same lines left", () => {
    const lines = [line("The gateway listens on port 18789"), line("The relay answers on 4711")];
    append(lines);
    const whole = world.read(DIARY) ?? "";
    for (const cut of [2, 20, 27, 40, whole.length - `# ${DAY}\n\n`.length - 2]) {
      world.write(DIARY, whole.slice(0, whole.length - cut));
      append(lines);
      expect(world.read(DIARY)).toBe(whole);
    }
  });

  test("does not go on with a half line that somebody else left", () => {
    world.write(DIARY, `# ${DAY}\n\n- The gateway`);
    append([line("The gateway listens on port 18789")]);
    expect(world.read(DIARY)).toBe(`# ${DAY}\n\n- The gateway\n- The gateway listens on port 18789\n`);
  });
});
