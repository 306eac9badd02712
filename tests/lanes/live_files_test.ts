/** Files as they are now, read and taken apart once for an answer. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { liveFiles } from "../../src/lanes/live_files.ts";
import { parseCurated } from "../../src/workspace/curated.ts";
import { type MemoryAt, memoryAt } from "../support/memory_at.ts";

let memory: MemoryAt;
beforeEach(() => memory = memoryAt("2026-08-19T09:00:00+08:00"));
afterEach(() => memory.close());

const CORE = [
  "# Long-Term Memory",
  "",
  "- The gateway listens on port 18789 <!-- importance: 7 -->",
  "- 网关监听 18789 端口",
  "",
].join("\n");

describe("a curated file", () => {
  test("is taken apart once for an answer, and anew for the next one", () => {
    memory.write({ "MEMORY.md": CORE });
    const files = liveFiles(memory);
    const file = files.read("MEMORY.md");
    if (file === null) throw new Error("MEMORY.md cannot be read");
    expect(files.curated(file)).toBe(files.curated(file));
    expect(files.curated(file)).toEqual(parseCurated(CORE));
    memory.write({ "MEMORY.md": CORE.replace("18789 端口", "18790 端口") });
    const later = liveFiles(memory);
    const changed = later.read("MEMORY.md");
    if (changed === null) throw new Error("MEMORY.md cannot be read");
    expect(later.curated(changed).entries.map(({ text }) => text).at(-1)).toBe("网关监听 18790 端口");
  });

  test("has origins for the entries that lines belong to, and for headings", () => {
    memory.write({ "MEMORY.md": CORE });
    const files = liveFiles(memory);
    const file = files.read("MEMORY.md");
    if (file === null) throw new Error("MEMORY.md cannot be read");
    expect(files.origins(file, 1, 3).map(({ startLine, endLine }) => [startLine, endLine])).toEqual([[1, 1], [3, 3]]);
  });
});
