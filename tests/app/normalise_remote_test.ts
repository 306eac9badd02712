import { expect, test } from "bun:test";
import { normaliseRemote } from "../../src/app/normalise_remote.ts";

test("every way of writing one remote has one key", () => {
  for (
    const url of [
      "https://github.com/acme/tool.git",
      "https://GitHub.com/acme/tool",
      "https://user:secret@github.com/acme/tool.git/",
      "git@github.com:acme/tool.git",
      "ssh://git@github.com/acme/tool.git",
      "ssh://git@github.com:22/acme/tool",
      "git://github.com/acme/tool.git",
      "github.com:acme/tool",
    ]
  ) expect(normaliseRemote(url)).toBe("github.com/acme/tool");
});

test("a fork has another key, and the case of the path counts", () => {
  expect(normaliseRemote("git@github.com:someone/tool.git")).toBe("github.com/someone/tool");
  expect(normaliseRemote("git@github.com:Acme/Tool.git")).toBe("github.com/Acme/Tool");
});

test("a remote on this machine has its path as key", () => {
  expect(normaliseRemote("/srv/git/tool.git")).toBe("file:/srv/git/tool");
  expect(normaliseRemote("file:///srv/git/tool.git")).toBe("file:/srv/git/tool");
});

test("what means nothing elsewhere or would break an annotation is no key", () => {
  for (
    const url of [
      "",
      "../tool.git",
      "https://github.com/",
      "git@host:a b.git",
      "https://h/a;b",
      "https://h/a-->b",
      "https://h/a,b",
    ]
  ) {
    expect(normaliseRemote(url)).toBeNull();
  }
});

test("no credentials ever get into a key", () => {
  for (const url of ["https://user:to@ken@h.org/a/b.git", "https://token@h.org/a/b", "ssh://u:p@h.org:2/a/b"]) {
    expect(normaliseRemote(url) ?? "").not.toMatch(/token|ken@|u:p|@/);
  }
});
