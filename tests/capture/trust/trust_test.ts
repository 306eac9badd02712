import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { distrust } from "../../../src/capture/trust/distrust.ts";
import { heldLines } from "../../../src/capture/trust/held_lines.ts";
import { takeUpAgain } from "../../../src/capture/trust/take_up_again.ts";
import { type Confirm, trust, type TrustDeps, type TrustRequest } from "../../../src/capture/trust/trust.ts";
import { lookAgain } from "../../../src/pipeline/stale_paths.ts";
import { mayPromote } from "../../../src/provenance/predicates.ts";
import { select } from "../../../src/select/select.ts";
import { originReader } from "../../../src/store/state/origin_reader.ts";
import { listFiles } from "../../../src/workspace/list_files.ts";
import { booking, openStoreWorld, type StoreWorld, WORLD_TIME } from "../../support/store_world.ts";

const DIARY = "memory/2026-08-12.md";
const MARK = "<!-- origin: untrusted -->";
const PAGE = "Deploys on this box need no smoke test";
const PAGE_ZH = "这台机器上线前不需要做冒烟测试";

let world: StoreWorld;
beforeEach(() => {
  world = openStoreWorld();
});
afterEach(() => world.remove());

function deps(): TrustDeps {
  const { layout, state, clock, policy } = world;
  const files = () => listFiles(layout).files.map(({ path }) => path);
  return { layout, state, clock, originsOf: originReader(state, policy), select: { layout, files } };
}

const yes: Confirm = () => Promise.resolve("yes");
const lift = (selector: string, confirm: Confirm = yes, origin: TrustRequest["origin"] = "agent") =>
  trust(deps(), { selector, origin }, confirm);
const read = (path: string) => readFileSync(join(world.layout.root, path), "utf8");

/** Writes a line as `note --derived-from web` does. */
function noteUntrusted(path: string, text: string): string {
  const line = `- ${text} ${MARK}`;
  world.state.ledger.book([booking(path, line, { origin: "untrusted" })]);
  world.write(path, `# 2026-08-12\n\n- Before it\n${line}\n- After it\n`);
  return line;
}

describe("trust", () => {
  test.each([PAGE, PAGE_ZH])("lifts a marked line and takes off its mark, byte for byte: %s", async (text) => {
    noteUntrusted(DIARY, text);
    const result = await lift(`${DIARY}:4`);
    expect(result).toMatchObject({ trusted: 1, files: [{ path: DIARY, applied: true, reason: null }] });
    expect(read(DIARY)).toBe(`# 2026-08-12\n\n- Before it\n- ${text}\n- After it\n`);
    const origin = world.origin(DIARY, `- ${text}`);
    expect(origin).toMatchObject({ origin: "agent", state: "attested", sessionKind: "interactive" });
    expect(mayPromote({ ...origin, isExpired: false }).passes).toBe(true);
    // The row of the marked line went with it, so copies are not tainted by what the owner vouched for.
    expect(world.origin("memory/topics.md", `- ${text}`)).toMatchObject({ origin: "agent", state: "unbooked" });
  });

  test("shows the lines as they stand, with what is known of them", async () => {
    const line = noteUntrusted(DIARY, PAGE);
    const shown: unknown[] = [];
    await lift(`${DIARY}:4`, ({ lines }) => {
      shown.push(...lines.map(({ raw, origin }) => [raw, origin.origin]));
      return Promise.resolve("no");
    });
    expect(shown).toEqual([[line, "untrusted"]]);
  });

  test("changes nothing when the owner says no or is gone", async () => {
    noteUntrusted(DIARY, PAGE);
    const before = read(DIARY);
    for (const answer of ["no", "stop"] as const) {
      const { trusted, files } = await lift(`${DIARY}:4`, () => Promise.resolve(answer));
      expect({ trusted, reason: files[0]?.reason }).toEqual({ trusted: 0, reason: "declined" });
    }
    expect(read(DIARY)).toBe(before);
    expect(world.state.ledger.counts().byState.attested).toBe(0);
  });

  test("attests nothing when the file changed after its lines were shown", async () => {
    for (const after of [`- ${PAGE}, and no backup ${MARK}\n`, `- new\n- ${PAGE} ${MARK}\n`, null]) {
      noteUntrusted(DIARY, PAGE);
      const swapped: Confirm = () => {
        if (after === null) world.write(DIARY, new Uint8Array([0, 0, 1, 2, 0, 0, 0, 0, 0]));
        else world.write(DIARY, after);
        return Promise.resolve("yes");
      };
      await expect(lift(`${DIARY}:4`, swapped)).rejects.toThrow("changed after its lines were shown");
      expect(world.state.ledger.counts().byState.attested).toBe(0);
    }
  });

  test("takes a mark on a line of its own for part of the line above", async () => {
    world.write(DIARY, `- ${PAGE}\n  ${MARK}\n- other\n`);
    await lift(`${DIARY}:1`);
    expect(read(DIARY)).toBe(`- ${PAGE}\n- other\n`);
    expect(world.origin(DIARY, `- ${PAGE}`).state).toBe("attested");
    expect(world.origin(DIARY, "- other").state).toBe("unbooked");
  });

  test("refuses a mark that goes on nowhere, and leaves everything as it is", async () => {
    world.write(DIARY, `- ${PAGE} <!-- origin:\n- other\n`);
    await expect(lift(`${DIARY}:1`)).rejects.toThrow("is not closed there");
    expect(world.state.ledger.counts().byState.attested).toBe(0);
  });

  test("lifts an entry of MEMORY.md as a whole, with its children", async () => {
    world.write("MEMORY.md", `# M\n\n- ${PAGE} ${MARK}\n  - on Mondays\n- Other\n`);
    expect((await lift("MEMORY.md:4")).files[0]?.lines).toMatchObject([{ startLine: 3, endLine: 4 }]);
    expect(read("MEMORY.md")).toBe(`# M\n\n- ${PAGE}\n  - on Mondays\n- Other\n`);
    expect(world.origin("MEMORY.md", `- ${PAGE}\n  - on Mondays\n`)).toMatchObject({
      origin: "agent",
      state: "attested",
    });
    expect(world.origin("MEMORY.md", "- Other\n").state).toBe("unbooked");
  });

  test("of a line that stands several times in a file tells where, and lifts all of them", async () => {
    world.write("memory/imports/web/a.md", `- ${PAGE}\n- other\n- ${PAGE}\n`);
    world.sync();
    const seen: unknown[] = [];
    await lift("memory/imports/web/a.md:1", ({ lines }) => {
      seen.push(lines.map(({ startLine, alsoAt }) => [startLine, alsoAt]));
      return Promise.resolve("yes");
    });
    expect(seen).toEqual([[[1, [3]]]]);
    expect(world.origin("memory/imports/web/a.md", `- ${PAGE}`)).toMatchObject({ origin: "agent", isImport: false });
  });

  test("goes through a folder file by file, asks only about what is not trusted, and stops when told to", async () => {
    world.write("memory/imports/web/a.md", "- The first page says this\n");
    world.write("memory/imports/web/b.md", "- The second page says that\n");
    world.write("memory/imports/web/c.md", "- The third page says more\n");
    world.state.ledger.attest([booking("memory/imports/web/a.md", "- The first page says this")]);
    const places: unknown[] = [];
    const result = await lift("memory/imports", ({ file }, place) => {
      places.push([file.path, place.at, place.of]);
      return Promise.resolve("stop");
    });
    expect(places).toEqual([["memory/imports/web/b.md", 1, 2]]);
    expect(result.trusted).toBe(0);
    expect((await lift("memory/imports")).trusted).toBe(2);
    expect((await lift("memory/imports")).files).toEqual([]);
  });

  test("raises to the owner's class only when the owner says that it is theirs", async () => {
    world.write(DIARY, `- ${PAGE}\n`);
    await lift(`${DIARY}:1`, yes, "owner");
    expect(world.origin(DIARY, `- ${PAGE}`)).toMatchObject({ origin: "owner", state: "attested" });
    expect((await lift(`${DIARY}:1`)).files).toEqual([]);
  });

  test("lifts what a cron session wrote, which could not be promoted", async () => {
    const line = `- ${PAGE}`;
    world.state.ledger.book([booking(DIARY, line, { sessionKind: "cron" })]);
    world.write(DIARY, `${line}\n`);
    await lift(`${DIARY}:1`);
    expect(world.origin(DIARY, line)).toMatchObject({ sessionKind: "interactive", state: "attested" });
  });

  test("refuses reports and files that are no part of the memory", async () => {
    world.write("DREAMS.md", `- ${PAGE}\n`);
    world.write("README.md", `- ${PAGE}\n`);
    await expect(lift("DREAMS.md:1")).rejects.toThrow("it holds reports");
    await expect(lift("README.md:1")).rejects.toThrow("it is no part of the memory");
  });

  test("lifts lines of AGENTS.md, which are then given to an agent again", async () => {
    world.write("AGENTS.md", `${PAGE}\n`);
    world.state.ledger.distrust([booking("AGENTS.md", PAGE)]);
    await lift("AGENTS.md:1");
    expect(world.origin("AGENTS.md", PAGE)).toMatchObject({ origin: "agent", state: "attested" });
  });

  test("takes no mark off a file outside, or off one that could not be written back as it was", async () => {
    const bytes = new Uint8Array([...Buffer.from(`- caf`), 0xe9, ...Buffer.from(` ${PAGE} ${MARK}\n`)]);
    world.write(DIARY, bytes);
    await expect(lift(`${DIARY}:1`)).rejects.toThrow("not UTF-8");
    const outside = join(world.layout.root, "..", "docs");
    mkdirSync(outside);
    writeFileSync(join(outside, "a.md"), `- ${PAGE} ${MARK}\n`);
    const asked = deps();
    const extraPaths = [outside];
    const run = trust({ ...asked, select: { ...asked.select, extraPaths } }, {
      selector: `${outside}/a.md:1`,
      origin: "agent",
    }, yes);
    await expect(run).rejects.toThrow("outside the workspace");
  });

  test("keeps a byte order mark and line ends of a file whose mark it takes off", async () => {
    world.write(DIARY, `\uFEFF- ${PAGE} ${MARK}\r\n- other\r\n`);
    await lift(`${DIARY}:1`);
    expect(read(DIARY)).toBe(`\uFEFF- ${PAGE}\r\n- other\r\n`);
  });
});

describe("distrust", () => {
  const lower = (selector: string, ceiling: "agent" | "owner" = "agent") => {
    const { state, clock, originsOf, select: asked } = deps();
    return distrust({ state, clock, originsOf, caller: { ceiling } }, select(asked, selector));
  };

  test.each([PAGE, PAGE_ZH])(
    "lowers a line that anybody names, and what repeats it, and changes no file: %s",
    (text) => {
      world.write(DIARY, `- ${text}\n`);
      world.write("memory/topics.md", `- Somebody said: ${text}\n`);
      world.sync();
      const before = read(DIARY);
      expect(lower(`${DIARY}:1`)).toMatchObject([{ startLine: 1, was: { origin: "agent" } }]);
      expect(world.origin(DIARY, `- ${text}`)).toMatchObject({ origin: "untrusted", why: "booked by distrust" });
      expect(world.origin("memory/topics.md", `- Somebody said: ${text}`).origin).toBe("untrusted");
      expect(read(DIARY)).toBe(before);
      world.sync();
      expect(world.index.chunks.ofPath("memory/topics.md")[0]?.origin).toBe("untrusted");
      expect(lower(`${DIARY}:1`)).toEqual([]);
    },
  );

  test("of what the owner typed or attested is the owner's alone", async () => {
    world.write(DIARY, `- ${PAGE}\n- Typed by the owner\n`);
    world.state.ledger.book([booking(DIARY, "- Typed by the owner", { origin: "owner" })]);
    await lift(`${DIARY}:1`);
    expect(() => lower(`${DIARY}:1`)).toThrow("the owner attested it");
    expect(() => lower(`${DIARY}:2`)).toThrow("the owner typed it");
    // All or nothing.
    expect(() => lower(DIARY)).toThrow("the owner");
    expect(lower(DIARY, "owner")).toHaveLength(2);
    await lift(DIARY);
    expect(world.origin(DIARY, `- ${PAGE}`)).toMatchObject({ origin: "agent", state: "attested" });
  });

  test("is taken back by trust, for copies too", async () => {
    world.write(DIARY, `- ${PAGE}\n`);
    lower(`${DIARY}:1`);
    expect(world.origin("memory/topics.md", `- ${PAGE}`).origin).toBe("untrusted");
    await lift(`${DIARY}:1`);
    expect(world.origin("memory/topics.md", `- ${PAGE}`).origin).toBe("agent");
  });
});

test("what a lifted line had tainted is looked at again in the index", async () => {
  noteUntrusted(DIARY, PAGE);
  world.write("memory/topics.md", `- Somebody said: ${PAGE}\n`);
  world.sync();
  const originInIndex = () => world.index.chunks.ofPath("memory/topics.md")[0]?.origin;
  expect(originInIndex()).toBe("untrusted");
  const { files } = await lift(`${DIARY}:4`);
  const texts = files.flatMap(({ lines }) => lines.map(({ text }) => text));
  lookAgain({ index: world.index, ledger: world.state.ledger, texts });
  world.sync();
  expect(originInIndex()).toBe("agent");
});

describe("a lost workspace", () => {
  test("is taken up again when the owner has answered for every line, and not before", async () => {
    world.write("AGENTS.md", "Ask before you delete.\n");
    world.write(DIARY, "# 2026-08-12\n\n- 网关监听 18790 端口\n- A second line here\n");
    world.write("memory/imports/web/a.md", "- The page says so\n");
    world = lose(world);
    expect(world.state.meta.lostSince).toBe(WORLD_TIME);
    expect(world.origin(DIARY, "- A second line here")).toMatchObject({ origin: "untrusted", state: "unbooked" });
    const { select: asked, originsOf } = deps();
    const again = () => takeUpAgain({ meta: world.state.meta, select: asked, originsOf });
    expect(heldLines(asked, [...asked.files()], originsOf)).toEqual([
      { path: "AGENTS.md", count: 1 },
      { path: DIARY, count: 2 },
    ]);
    await lift(DIARY);
    expect(again()).toContain("1, in files: 1");
    expect(world.state.meta.lostSince).not.toBeNull();
    await lift(".", ({ file }) => Promise.resolve(file.path.includes("imports") ? "no" : "yes"));
    expect(again()).toContain("taken up again");
    expect(world.state.meta.lostSince).toBeNull();
    expect(world.origin(DIARY, "- A second line here")).toMatchObject({ origin: "agent", state: "attested" });
    expect(world.origin("memory/imports/web/a.md", "- The page says so").origin).toBe("untrusted");
    expect(world.origin(DIARY, "- Written since")).toMatchObject({ origin: "agent", state: "unbooked" });
  });
});

/** Opens the world as one whose state is gone. */
function lose({ layout, reopen }: StoreWorld): StoreWorld {
  return reopen({ path: join(layout.dataDir, "other.sqlite"), isRegistered: true });
}
