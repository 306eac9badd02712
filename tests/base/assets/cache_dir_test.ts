import { expect, test } from "bun:test";
import { cacheDirOf } from "../../../src/base/assets/cache_dir.ts";

const place = (platform: string, environment: Record<string, string> = {}) =>
  cacheDirOf({ platform, environment, homeDir: "/home/ann" });

test("the cache lies where the platform keeps such files", () => {
  expect(place("linux")).toBe("/home/ann/.cache/memory");
  expect(place("darwin")).toBe("/home/ann/Library/Caches/memory");
  expect(place("win32", { LOCALAPPDATA: "C:\\Users\\ann\\AppData\\Local" })).toBe(
    "C:\\Users\\ann\\AppData\\Local\\memory\\cache",
  );
});

test("XDG_CACHE_HOME moves it, if it is absolute", () => {
  expect(place("linux", { XDG_CACHE_HOME: "/var/cache/ann" })).toBe("/var/cache/ann/memory");
  expect(place("linux", { XDG_CACHE_HOME: "cache" })).toBe("/home/ann/.cache/memory");
});

test("MEMORY_CACHE_DIR goes before everything, unless it is empty", () => {
  expect(place("darwin", { MEMORY_CACHE_DIR: "/x", XDG_CACHE_HOME: "/y" })).toBe("/x");
  expect(place("linux", { MEMORY_CACHE_DIR: "", XDG_CACHE_HOME: "/y" })).toBe("/y/memory");
});
