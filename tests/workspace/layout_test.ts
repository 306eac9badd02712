import { describe, expect, test } from "bun:test";
import { layoutOf, ownPath } from "../../src/workspace/layout.ts";

describe("the path by which the memory knows a file", () => {
  const layout = layoutOf("/home/ann/notes", "/home/ann/notes.memory");

  test("keeps a backslash, which is part of a name here", () => {
    expect(ownPath(layout, "/home/ann/notes/memory/imports\\web.md")).toBe("memory/imports\\web.md");
  });

  test("begins with the place of transcripts, and is the whole path outside", () => {
    expect(ownPath(layout, `${layout.sessionsDir}/codex/a.md`)).toBe("@sessions/codex/a.md");
    expect(ownPath(layout, "/home/ann/notes.md")).toBe("/home/ann/notes.md");
  });
});
