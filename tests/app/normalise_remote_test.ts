import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { normaliseRemote } from "../../src/app/normalise_remote.ts";
import { isProjectKey } from "../../src/workspace/annotation_values.ts";

const TOOL = "github.com/acme/tool";

/** An address, and its key. */
const REMOTES: readonly (readonly [string, string | null])[] = [
  ["https://github.com/acme/tool.git", TOOL],
  ["https://GitHub.com/acme/tool", TOOL],
  ["https://github.com/acme/tool/", TOOL],
  ["https://github.com/acme/tool.git/", TOOL],
  ["https://github.com//acme//tool", TOOL],
  ["https://github.com/acme/./tool", TOOL],
  ["https://github.com/acme/other/../tool", TOOL],
  ["https://github.com:443/acme/tool.git", TOOL],
  ["https://github.com./acme/tool.git", TOOL],
  ["https://www.github.com/acme/tool", TOOL],
  ["https://user@github.com/acme/tool.git", TOOL],
  ["https://user:secret@github.com/acme/tool.git/", TOOL],
  ["https://user:to@ken@github.com/acme/tool.git", TOOL],
  ["https://github.com/acme/tool.git?token=secret", TOOL],
  ["https://github.com/acme/tool#readme", TOOL],
  ["https://github.com/%61cme/tool", TOOL],
  ["http://github.com/acme/tool", TOOL],
  ["git://github.com/acme/tool.git", TOOL],
  ["git+ssh://git@github.com/acme/tool.git", TOOL],
  ["ssh://git@github.com/acme/tool.git", TOOL],
  ["ssh://git@github.com:22/acme/tool", TOOL],
  ["ssh://git@ssh.github.com:443/acme/tool.git", TOOL],
  ["SSH://GIT@GITHUB.COM/acme/tool", TOOL],
  ["git@github.com:acme/tool.git", TOOL],
  ["git@github.com:/acme/tool.git", TOOL],
  ["git@GitHub.com:acme/tool", TOOL],
  ["github.com:acme/tool", TOOL],
  ["[git@github.com:22]:acme/tool.git", TOOL],
  ["git@[github.com:22]:acme/tool.git", TOOL],
  ["  git@github.com:acme/tool.git\n", TOOL],
  ["gcrypt::git@github.com:acme/tool.git", TOOL],
  // Forks, other hosts and other cases of the path are other projects.
  ["git@github.com:someone/tool.git", "github.com/someone/tool"],
  ["git@gitlab.com:acme/tool.git", "gitlab.com/acme/tool"],
  ["git@github.com:Acme/Tool.git", "github.com/Acme/Tool"],
  ["https://gitlab.com/group/sub/deep/tool.git", "gitlab.com/group/sub/deep/tool"],
  ["https://dev.azure.com/org/My%20Project/_git/tool", "dev.azure.com/org/My%20Project/_git/tool"],
  ["https://org@dev.azure.com/org/My%20Project/_git/tool", "dev.azure.com/org/My%20Project/_git/tool"],
  ["git@ssh.dev.azure.com:v3/org/My%20Project/tool", "dev.azure.com/org/My%20Project/_git/tool"],
  ["org@vs-ssh.visualstudio.com:v3/org/app/tool", "dev.azure.com/org/app/_git/tool"],
  ["https://org.visualstudio.com/app/_git/tool", "dev.azure.com/org/app/_git/tool"],
  ["https://org.visualstudio.com/DefaultCollection/app/_git/tool", "dev.azure.com/org/app/_git/tool"],
  ["https://host.example/%E5%B7%A5%e5%85%b7.git", "host.example/工具"],
  ["https://host.example/caf%C3%A9", "host.example/café"],
  ["git@host.example:cafe\u0301.git", "host.example/café"],
  ["https://host.example/a%FFb", "host.example/a%FFb"],
  ["https://host.example/a%E2%80%AEb", "host.example/a%E2%80%AEb"],
  ["git@host.example:My Project/工具.git", "host.example/My%20Project/工具"],
  ["ssh://git@host.example/~ann/tool.git", "host.example/~ann/tool"],
  ["host.example:~ann/tool.git", "host.example/~ann/tool"],
  ["work:acme/tool.git", "work/acme/tool"],
  ["ssh://git@[2001:DB8::1]:2222/acme/tool.git", "[2001:db8::1]/acme/tool"],
  ["[2001:db8::1]:acme/tool.git", "[2001:db8::1]/acme/tool"],
  ["https://xn--bcher-kva.example/a/b", "xn--bcher-kva.example/a/b"],
  ["https://h.org/a--b/c", "h.org/a--b/c"],
  ["https://h.org/a;b/c,d", "h.org/a%3Bb/c%2Cd"],
  ["https://h.org/a-->b", "h.org/a--%3Eb"],
  ["https://h.org/100%/x", "h.org/100%25/x"],
  ["https://h.org/a%2fb", "h.org/a%2Fb"],
  ["git@h.org:a@b/c.git", "h.org/a@b/c"],
  ["git@h.org:.git/tool", "h.org/.git/tool"],
  // On this machine.
  ["/srv/git/tool.git", "file:/srv/git/tool"],
  ["/srv/git/tool/.git", "file:/srv/git/tool"],
  ["file:///srv/git/tool.git", "file:/srv/git/tool"],
  ["file://localhost/srv/git/tool.git", "file:/srv/git/tool"],
  ["C:\\git\\tool.git", "file:/C:/git/tool"],
  ["c:/git/tool.git", "file:/c:/git/tool"],
  // No remote, or one that means something else elsewhere.
  ["", null],
  [".", null],
  ["tool", null],
  ["../tool.git", null],
  ["./a:b", null],
  ["https://github.com/", null],
  ["https://github.com", null],
  ["https:///acme/tool", null],
  ["https://user:pa/ss@github.com/acme/tool", null],
  ["git@github.com:", null],
  ["git@github.com:.git", null],
  ["://github.com/acme/tool", null],
  [`https://h.org/${"x".repeat(600)}`, null],
];

describe("the key of a remote", () => {
  test.each([...REMOTES])("%p is %p", (url, key) => {
    expect(normaliseRemote(url)).toBe(key);
  });
});

const part = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.~-]{0,8}[A-Za-z0-9]$/)
  .filter((text) => !/\.git$/i.test(text) && !text.includes(".."));
const host = fc.stringMatching(/^[a-z][a-z0-9-]{1,6}\.(?:example|org)$/);
const secret = fc.stringMatching(/^S3CR[A-Za-z0-9!$&'()*+=@:._~%-]{0,12}$/);

test("every way of writing one address has one key, and no credential gets into it", () => {
  fc.assert(
    fc.property(host, fc.array(part, { minLength: 1, maxLength: 4 }), secret, (name, names, password) => {
      const path = names.join("/");
      const ways = [
        `https://${name}/${path}`,
        `https://ann:${password}@${name}:8443/${path}.git/`,
        `https://${password}@${name.toUpperCase()}/${path}.git?x=${password}#${password}`,
        `ssh://git@${name}:22/${path}`,
        `git@${name}:${path}.git`,
        `[git@${name}:22]:/${path}`,
      ];
      expect(new Set(ways.map(normaliseRemote))).toEqual(new Set([`${name}/${path}`]));
    }),
    { numRuns: 200 },
  );
});

test("whatever a remote is, its key survives in an annotation, or there is none", () => {
  const odd = fc.constantFrom(
    "://",
    "@",
    ":",
    "/",
    ".git",
    "[",
    "]",
    "%",
    "..",
    "?",
    "#",
    "::",
    " ",
    "\n",
    "工具",
    "é",
    "\ud800",
  );
  const text = fc.array(fc.oneof(odd, fc.string({ maxLength: 6, unit: "grapheme" })), { maxLength: 9 });
  fc.assert(
    fc.property(text.map((parts) => parts.join("")), (url) => {
      const key = normaliseRemote(url);
      expect(key === null || isProjectKey(key)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
