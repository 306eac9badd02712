import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyOfRemote, readProjectKey } from "../../src/app/read_project_key.ts";
import { errorOf } from "../support/error_of.ts";
import { openTempHome, type TempHome } from "../support/temp_home.ts";

let temp: TempHome;
beforeEach(() => {
  temp = openTempHome();
  mkdirSync(join(temp.home, "api", ".git"), { recursive: true });
  writeFileSync(join(temp.home, "api", ".git", "config"), '[remote "origin"]\n\turl = h.org:acme/api\n');
});
afterEach(() => temp.remove());

test("a key, an address and a folder mean the same project", () => {
  const place = { cwd: join(temp.home, "api"), homeDir: temp.home };
  for (
    const word of [
      ".",
      "../api",
      "~/api",
      place.cwd,
      "H.org/acme/api",
      "https://t@h.org/acme/api.git",
      "h.org:acme/api",
    ]
  ) {
    expect(readProjectKey(word, place)).toBe("h.org/acme/api");
  }
});

test("keys that are no address stay as they are", () => {
  for (const key of ["tool", "path:/srv/a b", "file:/srv/tool", "h.org/acme/api", "gh:acme/tool"]) {
    expect(keyOfRemote(key)).toBe(key);
  }
});

test("a folder outside of any repository and a text that can be no key are refused, and the folder's own key is named", () => {
  const place = { cwd: temp.home, homeDir: temp.home };
  expect(errorOf(() => readProjectKey(".", place)).hint).toContain(`path:${temp.home}`);
  for (const word of ["", "a b", "a;b", "a`b", "https://h.org/"]) {
    expect(errorOf(() => readProjectKey(word, place)).kind).toBe("usage");
  }
});
