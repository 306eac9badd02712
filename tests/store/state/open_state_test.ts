import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openState, type OpenStateRequest, type StateStore } from "../../../src/store/state/open_state.ts";
import { originReader } from "../../../src/store/state/origin_reader.ts";
import { errorOf } from "../../support/error_of.ts";
import { booking } from "../../support/store_world.ts";

const NOW = "2026-08-19T03:00:00+08:00";

let folder = "";
let path = "";
const opened: StateStore[] = [];

function open(request: Partial<OpenStateRequest> = {}): StateStore {
  const state = openState({ path, isRegistered: true, isSimulated: false, now: NOW, ...request });
  opened.push(state);
  return state;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-state-"));
  path = join(folder, "state.sqlite");
});

afterEach(() => {
  for (const state of opened.splice(0)) state.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("a new state", () => {
  test("of a workspace that is not registered yet was not lost", () => {
    const state = open({ isRegistered: false });
    expect(state.meta.lostSince).toBeNull();
    expect(state.notices).toEqual([]);
  });

  test("has a key of its own, which stays", () => {
    const key = open({ isRegistered: false }).meta.hmacKey;
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(open().meta.hmacKey).toBe(key);
    path = join(folder, "other.sqlite");
    expect(open({ isRegistered: false }).meta.hmacKey).not.toBe(key);
  });

  test("is simulated only if it was created so, whatever later calls say", () => {
    open({ isRegistered: false, isSimulated: true });
    expect(open({ isSimulated: false }).meta.isSimulated).toBe(true);
    path = join(folder, "real.sqlite");
    open({ isRegistered: false, isSimulated: false });
    expect(open({ isSimulated: true }).meta.isSimulated).toBe(false);
  });

  test("is not made in a folder that does not exist", () => {
    path = join(folder, "none", "state.sqlite");
    expect(errorOf(() => open()).kind).toBe("failed");
    expect(existsSync(join(folder, "none"))).toBe(false);
  });
});

describe("a lost state", () => {
  test("is one that a registered workspace does not have", () => {
    const state = open();
    expect(state.meta.lostSince).toBe(NOW);
    expect(state.notices).toHaveLength(1);
    expect(state.notices[0]).toContain("was lost and begun anew at 2026-08-19T03:00:00+08:00");
  });

  test("holds lines that nobody booked since as untrusted, and only those", () => {
    const state = open();
    state.ledger.book([booking("memory/a.md", "- booked since")]);
    const origins = originReader(state, { unbooked: "agent", isLost: false })("memory/a.md", [
      "- old line",
      "- booked since",
    ]);
    expect(origins.map(({ origin }) => origin)).toEqual(["untrusted", "agent"]);
  });

  test("is told at every opening until the owner has attested", () => {
    open();
    const state = open();
    expect(state.notices).toHaveLength(1);
    state.meta.clearLost();
    expect(open().notices).toEqual([]);
  });

  test("is closed by who would leave another one, so that a copy is not read with its log", () => {
    const hasLog = () => existsSync(`${path}-wal`);
    expect(open().leave()).toBe(false);
    expect(hasLog()).toBe(false);
    const state = open();
    state.meta.clearLost();
    expect(state.leave()).toBe(true);
    expect(hasLog()).toBe(true);
  });

  test("is one emptied to nothing", () => {
    open({ isRegistered: false }).close();
    rmSync(path);
    writeFileSync(path, "");
    expect(open().meta.lostSince).toBe(NOW);
  });
});

describe("a damaged state", () => {
  test.each([
    ["overwritten", () => writeFileSync(path, "no database at all, but long enough to be read as one. ".repeat(100))],
    ["truncated", () => truncateSync(path, 5_000)],
  ])("that was %s is set aside, never deleted, and said loudly", (_, damage) => {
    open({ isRegistered: false }).close();
    damage();
    const state = open();
    expect(state.meta.lostSince).toBe(NOW);
    expect(state.notices[0]).toBe(
      `The state was damaged and has been set aside as "${path}.damaged-20260819030000"`,
    );
    expect(readdirSync(folder)).toContain("state.sqlite.damaged-20260819030000");
    expect(state.ledger.counts().byState.booked).toBe(0);
  });

  test("is set aside under a free name", () => {
    for (let time = 0; time < 2; time++) {
      open().close();
      writeFileSync(path, "damaged ".repeat(1_000));
      open().close();
    }
    const aside = readdirSync(folder).filter((name) => name.includes("damaged"));
    expect(aside.sort()).toEqual(["state.sqlite.damaged-20260819030000", "state.sqlite.damaged-20260819030000-2"]);
  });
});

test("a folder in the place of the state is set aside with what is in it", () => {
  mkdirSync(path);
  writeFileSync(join(path, "keep.txt"), "mine");
  const state = open();
  expect(state.notices[0]).toContain(`"${path}.damaged-20260819030000"`);
  expect(state.meta.lostSince).toBe(NOW);
  expect(readFileSync(join(`${path}.damaged-20260819030000`, "keep.txt"), "utf8")).toBe("mine");
});
