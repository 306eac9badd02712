import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { codePoints } from "../../../src/base/text/measure.ts";
import { DEFAULT_CONFIG } from "../../../src/app/default_config.ts";
import { get } from "../../../src/lanes/get.ts";
import { claimsOf } from "../../../src/workspace/claims.ts";
import { layoutOf } from "../../../src/workspace/layout.ts";
import { listFiles } from "../../../src/workspace/list_files.ts";
import { scanMarkdown } from "../../../src/workspace/scan_markdown.ts";
import { plainOrigins } from "../../support/plain_origins.ts";
import { openTempHome, type TempHome } from "../../support/temp_home.ts";

let home: TempHome;
beforeEach(() => {
  home = openTempHome();
  mkdirSync(join(home.workspace, "memory", "imports"), { recursive: true });
});
afterEach(() => home.remove());

function read(target: string, settings = DEFAULT_CONFIG.get) {
  const layout = layoutOf(home.workspace, `${home.workspace}.memory`);
  const files = () => listFiles(layout).files.map(({ path }) => path).sort();
  return get({ layout, originsOf: plainOrigins, settings, select: { layout, files } }, target);
}

function write(path: string, text: string): void {
  writeFileSync(join(home.workspace, path), text);
}

describe("a selector", () => {
  const LINES = "- 1\n- 2\n- 3\n- 4\n- 5\n- 6\n";

  test.each([
    ["memory/a.md", 1, 6],
    ["./memory/a.md:3", 3, 6],
    ["memory/a.md:3-5", 3, 5],
    ["memory/a.md#L3", 3, 3],
    ["memory/a.md#L3-L5", 3, 5],
    [" memory/a.md:2-99 ", 2, 6],
  ])("%j names lines", (text, startLine, endLine) => {
    write("memory/a.md", LINES);
    expect(read(text)).toMatchObject({ path: "memory/a.md", startLine, endLine });
  });

  test.each(["memory/a#b.md", "memory/数据库.md:2", "memory/a\nb.md#L2", "memory/a:2.md"])("%j may be odd", (text) => {
    write(text.replace(/(?<=md)[:#].*/, ""), LINES);
    expect(read(text).path).toBe(text.replace(/(?<=md)[:#].*/, ""));
  });

  test.each(["", "  ", "memory/a.md:0", "memory/a.md:5-3", "memory/a.md#L0"])("%j is refused as usage", (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ kind: "usage" }));
  });

  test("may be the key of a claim or an entry, of a supersession, or words", () => {
    write(
      "memory/2026-08-19.md",
      "# 2026-08-19\n\n- The gateway listens on 18789\n- 网关监听 18790 <!-- key: gw.port -->\n",
    );
    write("MEMORY.md", "## Facts\n\n- Backups run at 02:30\n  every night\n");
    expect(read("gateway listens")).toMatchObject({ path: "memory/2026-08-19.md", startLine: 3, endLine: 3 });
    expect(read("k:gw.port")).toMatchObject({ startLine: 4, text: "- 网关监听 18790 <!-- key: gw.port -->" });
    expect(read("网关监听")).toMatchObject({ startLine: 4 });
    const entry = read("Backups run");
    expect(entry).toMatchObject({ path: "MEMORY.md", startLine: 3, endLine: 4 });
    const [claim] = claimsOf("memory/2026-08-19.md", scanMarkdown("\n\n- The gateway listens on 18789\n"));
    expect(read(claim?.key ?? "")).toMatchObject({ path: "memory/2026-08-19.md", startLine: 3 });
  });

  test("that means several things names them all and reads none; one that means nothing says so", () => {
    write("memory/2026-08-19.md", "- the same words here\n");
    write("memory/2026-08-20.md", "- the same words there\n");
    expect(() => read("the same words")).toThrow(
      expect.objectContaining({
        kind: "usage",
        message: expect.stringMatching(/2 match[^]*2026-08-19\.md#L1[^]*2026-08-20\.md#L1/),
      }),
    );
    expect(() => read("no such words")).toThrow(expect.objectContaining({ kind: "failed" }));
    expect(() => read("c:0123456789ab")).toThrow(expect.objectContaining({ kind: "failed" }));
  });
});

describe("get", () => {
  test("reads the lines asked for and says where they come from", () => {
    write("memory/2026-08-19.md", "# 2026-08-19\n\n- one\n- two\n- three\n");
    expect(read("memory/2026-08-19.md:3-4")).toEqual({
      path: "memory/2026-08-19.md",
      startLine: 3,
      endLine: 4,
      totalLines: 5,
      text: "- one\n- two",
      truncated: false,
      nextFrom: null,
      citation: "memory/2026-08-19.md#L3-L4",
      origin: "agent",
      untrusted: [],
    });
  });

  test("stops after 120 lines and says how to go on, until the end is reached", () => {
    write("memory/long.md", Array.from({ length: 300 }, (_, at) => `- line ${at + 1}`).join("\r\n"));
    const first = read("memory/long.md");
    expect(first).toMatchObject({ startLine: 1, endLine: 120, totalLines: 300, truncated: true, nextFrom: 121 });
    expect(read(`memory/long.md:${first.nextFrom}`)).toMatchObject({ endLine: 240, nextFrom: 241 });
    expect(read("memory/long.md:241")).toMatchObject({ endLine: 300, truncated: false, nextFrom: null });
    expect(first.text).not.toContain("\r");
  });

  test("never returns more than its budget, nor half a character, and going on covers the whole file", () => {
    const line = fc.array(fc.constantFrom("a", "库", "😀", " "), { maxLength: 40 }).map((chars) => chars.join(""));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 60 }), (lines, chars) => {
        write("memory/any.md", `${lines.join("\n")}\n`);
        let next: number | null = 1;
        const seen: number[] = [];
        while (next !== null) {
          const part = read(`memory/any.md:${next}`, { lines: 3, chars });
          expect(codePoints(part.text)).toBeLessThanOrEqual(chars);
          expect(part.text.isWellFormed()).toBe(true);
          for (let at = part.startLine; at <= part.endLine; at++) seen.push(at);
          next = part.nextFrom;
        }
        expect(seen).toEqual(lines.map((_, at) => at + 1));
      }),
      { seed: 20260819, numRuns: 100 },
    );
  });

  test("names untrusted lines", () => {
    write("memory/imports/page.md", "- one\n\n- two\n");
    write("memory/mixed.md", "- mine\n- theirs <!-- origin: untrusted -->\n- mine\n");
    expect(read("memory/imports/page.md")).toMatchObject({ origin: "untrusted" });
    expect(read("memory/mixed.md")).toMatchObject({
      origin: "untrusted",
      untrusted: [{ startLine: 2, endLine: 2 }],
    });
    expect(read("memory/mixed.md:3").origin).toBe("agent");
  });

  test("names a diary that is not there", () => {
    expect(() => read("memory/2026-08-18.md")).toThrow(/"memory\/2026-08-18\.md": nothing was noted/);
    expect(() => read("memory/none.md")).toThrow(/"memory\/none\.md": there is no such file/);
  });

  test("reads an empty file as empty and refuses lines behind the end", () => {
    write("memory/empty.md", "");
    write("memory/short.md", "one");
    expect(read("memory/empty.md")).toMatchObject({ text: "", totalLines: 0, nextFrom: null });
    expect(() => read("memory/short.md:9")).toThrow(/line 9 .* it has 1 line/);
  });

  test.each([
    "/etc/passwd",
    "../notes.md",
    "memory/../../secret",
    "memory/../MEMORY.md",
    "C:\\x",
    "~/x",
    "a\\..\\b",
    "x\0y",
  ])(
    "refuses %j",
    (target) => {
      expect(() => read(target)).toThrow(expect.objectContaining({ name: "MemoryError", kind: "failed" }));
    },
  );

  test("follows links inside the workspace and refuses those that lead out", () => {
    write("memory/real.md", "- inside\n");
    symlinkSync(join(home.workspace, "memory/real.md"), join(home.workspace, "memory/link.md"));
    symlinkSync("/etc/hosts", join(home.workspace, "memory/out.md"));
    symlinkSync("/etc", join(home.workspace, "memory/outdir"));
    symlinkSync("loop.md", join(home.workspace, "memory/loop.md"));
    expect(read("memory/link.md").text).toBe("- inside");
    for (const path of ["memory/out.md", "memory/outdir/hosts"]) {
      expect(() => read(path)).toThrow(/leads out of the workspace/);
    }
    expect(() => read("memory/loop.md")).toThrow(expect.objectContaining({ name: "MemoryError" }));
    expect(() => read("memory")).toThrow(/should be a file/);
  });

  test("names a file in a folder, and another file than a pipe", () => {
    Bun.spawnSync(["mkfifo", join(home.workspace, "memory/pipe.md")]);
    expect(() => read("memory/")).toThrow(
      expect.objectContaining({ hint: "name a file in it, as in: memory get memory/topics.md" }),
    );
    expect(() => read("memory/pipe.md")).toThrow(
      expect.objectContaining({
        message: 'Cannot read "memory/pipe.md": it is a pipe or a device and should be a regular file',
        hint: "name a Markdown file, as in: memory get MEMORY.md",
      }),
    );
  });
});
