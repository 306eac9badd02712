import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { select, type SelectDeps, type Selection } from "../../src/select/select.ts";
import { layoutOf } from "../../src/workspace/layout.ts";
import { listFiles } from "../../src/workspace/list_files.ts";
import { errorOf } from "../support/error_of.ts";
import { openTempHome, type TempHome } from "../support/temp_home.ts";

const DIARY = "memory/2026-08-12.md";
const FACT = "The gateway listens on port 18790";
const ZH = "网关监听 18790 端口";

let home: TempHome;
beforeEach(() => {
  home = openTempHome();
  write(DIARY, `# 2026-08-12\n\n- ${FACT} <!-- key: gateway.port -->\n- ${ZH}\n  第二行在这里\n- The clock was slow\n`);
  write(
    "MEMORY.md",
    "# Memory\n\n- Backups run at 02:30 <!-- key: backup.time -->\n  - on the box\n- Deploys need a test\n",
  );
});
afterEach(() => home.remove());

function write(path: string, text: string): void {
  const target = join(home.workspace, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

function at(selector: string, more: Partial<SelectDeps> = {}): Selection {
  const layout = layoutOf(home.workspace, `${home.workspace}.memory`);
  const { extraPaths = [] } = more;
  return select(
    { layout, files: () => listFiles(layout, { extraPaths }).files.map(({ path }) => path), ...more },
    selector,
  );
}

function place(selector: string, more: Partial<SelectDeps> = {}): string {
  const { file, startLine, endLine } = at(selector, more);
  return `${file.path}:${startLine}-${endLine}`;
}

describe("words that no file has", () => {
  test("may stand in one that could not be read, and that is said", () => {
    const loop = join(home.workspace, "memory", "loop.md");
    symlinkSync(loop, loop);
    const files = () => [DIARY, "memory/gone.md", "memory/loop.md", "MEMORY.md"];
    const error = errorOf(() => at("the moon", { files }));
    expect(error.message).toBe(
      'Cannot find what "the moon" means: nothing that could be read is that, and "memory/loop.md" (ELOOP) could not be read',
    );
    expect(errorOf(() => at("the moon", { files: () => [DIARY, "memory/gone.md"] })).message).toContain(
      "no line, entry",
    );
    expect(place(FACT, { files })).toBe(`${DIARY}:3-3`);
  });
});

describe("a selection", () => {
  test("is the same by lines, key, supersession key and text", () => {
    const key = at(`${DIARY}:3`).claims[0]?.key ?? "";
    expect(key).toMatch(/^c:/);
    for (const selector of [`${DIARY}:3`, `${DIARY}#L3`, key, "k:gateway.port", FACT, "listens ON port"]) {
      expect(place(selector)).toBe(`${DIARY}:3-3`);
    }
  });

  test("has the raw lines, the claims and the entries that they touch", () => {
    const claim = at(`${DIARY}:5`);
    expect(claim.lines).toEqual(["  第二行在这里"]);
    expect(claim.claims.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([[4, 5]]);
    const entry = at("MEMORY.md:4");
    expect(entry.lines).toEqual(["  - on the box"]);
    expect(entry.entries.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([[3, 4]]);
    expect(place(entry.entries[0]?.key ?? "")).toBe("MEMORY.md:3-4");
  });

  test("of a whole file is all of it, of an empty one nothing", () => {
    write("memory/empty.md", "");
    expect(place(DIARY)).toBe(`${DIARY}:1-6`);
    expect(place("memory/empty.md")).toBe("memory/empty.md:1-0");
    expect(at(`${DIARY}:4-90`).endLine).toBe(6);
  });

  test("by Chinese text is the claim that equals or contains it, over its line ends too", () => {
    expect(place("网关监听 18790")).toBe(`${DIARY}:4-5`);
    expect(place("网关监听 １８７９０ 端口第二行在这里")).toBe(`${DIARY}:4-5`);
    expect(place("第二行")).toBe(`${DIARY}:4-5`);
  });

  test("by text prefers what equals it to what contains it", () => {
    write("memory/topics.md", "- The clock was slow, and so was the other clock\n");
    expect(place("the clock was slow.")).toBe(`${DIARY}:6-6`);
  });

  test("by text finds a line that is no claim", () => {
    write("memory/topics.md", "# Harbour plans\n\n- tide\n");
    expect(place("harbour plans")).toBe("memory/topics.md:1-1");
    expect(place("tide")).toBe("memory/topics.md:3-3");
  });

  test("by a supersession key is the entry that stands, before the claim it was made of", () => {
    write("memory/2026-08-13.md", "- Backups will run at 02:30 <!-- key: backup.time -->\n");
    expect(place("k:backup.time")).toBe("MEMORY.md:3-4");
  });

  test("by a claim's key looks first where the claim was last seen", () => {
    const key = at(FACT).claims[0]?.key ?? "";
    const files = () => {
      throw new Error("looked everywhere");
    };
    expect(place(key, { files, pathOfClaim: () => DIARY })).toBe(`${DIARY}:3-3`);
    expect(place(key, { pathOfClaim: () => "memory/gone.md" })).toBe(`${DIARY}:3-3`);
  });

  test("of several is refused as usage, and all are listed", () => {
    write("memory/topics.md", `- ${FACT}\n`);
    const error = errorOf(() => at(FACT));
    expect(error.kind).toBe("usage");
    expect(error.message).toContain(`${DIARY}#L3-L3 "${FACT}"`);
    expect(error.message).toContain(`memory/topics.md#L1-L1 "${FACT}"`);
  });

  test.each(["c:0123456789ab", "e:0123456789ab", "k:none", "nobody wrote this", "!!"])(
    "of nothing is an error: %j",
    (selector) => {
      expect(errorOf(() => at(selector))).toMatchObject({ kind: "failed" });
      expect(errorOf(() => at(selector)).message).toContain("no line, entry or key");
    },
  );

  test.each([
    ["memory/none.md", "there is no such file"],
    ["memory/none.md:3", "there is no such file"],
    ["../outside.md", 'no ".."'],
    ["/etc/passwd", "absolute"],
    ["memory/", "is a folder"],
    [`${DIARY}:7`, "it has 6 lines"],
  ])("%j is an error", (selector, reason) => {
    expect(errorOf(() => at(selector)).message).toContain(reason);
  });

  test("through a link has the path of the file that it leads to, and none that leads out", () => {
    write("memory/imports/web/a.md", "- The page says so and so\n");
    symlinkSync(join(home.workspace, "memory/imports/web/a.md"), join(home.workspace, "memory/link.md"));
    symlinkSync("/etc/hosts", join(home.workspace, "memory/out.md"));
    expect(place("memory/link.md:1")).toBe("memory/imports/web/a.md:1-1");
    expect(errorOf(() => at("memory/out.md")).message).toContain("leads out");
  });

  test("reaches extra paths by their absolute paths, and nothing beside them", () => {
    const docs = join(home.home, "docs");
    mkdirSync(docs);
    writeFileSync(join(docs, "a.md"), "- The crane lifts nine tonnes\n");
    writeFileSync(join(home.home, "docs.md"), "- not ours\n");
    const extraPaths = [docs];
    expect(place(`${docs}/a.md:1`, { extraPaths })).toBe(`${docs}/a.md:1-1`);
    expect(place("the crane lifts", { extraPaths })).toBe(`${docs}/a.md:1-1`);
    expect(errorOf(() => at(join(home.home, "docs.md"), { extraPaths })).message).toContain("absolute");
    symlinkSync(join(home.home, "docs.md"), join(docs, "link.md"));
    expect(errorOf(() => at(join(docs, "link.md"), { extraPaths })).message).toContain("leads out");
  });
});
