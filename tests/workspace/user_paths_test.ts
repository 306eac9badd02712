import { describe, expect, test } from "bun:test";
import { expandPath, userStateDir } from "../../src/workspace/user_paths.ts";
import { errorOf } from "../support/error_of.ts";

describe("expandPath", () => {
  test.each([
    ["~", "/home/me"],
    ["~/notes", "/home/me/notes"],
    ["notes", "/work/notes"],
    ["./~notes", "/work/~notes"],
    ["../x", "/x"],
    ["/srv/notes/", "/srv/notes"],
    ["a/../b", "/work/b"],
  ])("makes %s absolute", (path, expected) => {
    expect(expandPath(path, "/home/me", "/work")).toBe(expected);
  });

  test.each(["", "~bob/notes", "~notes"])("refuses %j rather than making a folder of that name", (path) => {
    expect(errorOf(() => expandPath(path, "/home/me", "/work")).kind).toBe("usage");
  });
});

describe("userStateDir", () => {
  test.each([
    [{}, "/home/me/.local/state/memory"],
    [{ XDG_STATE_HOME: "/state" }, "/state/memory"],
    [{ XDG_STATE_HOME: "" }, "/home/me/.local/state/memory"],
    [{ XDG_STATE_HOME: "relative" }, "/home/me/.local/state/memory"],
  ])("follows %j", (environment, expected) => {
    expect(userStateDir(environment, "/home/me")).toBe(expected);
  });
});
