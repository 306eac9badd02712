/**
 * Hostile files that are more than bytes and a name: binary, huge, linked, special, or not to be read.
 *
 * @module
 */
import { Database } from "bun:sqlite";
import { chmodSync, linkSync, mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "bun";
import { randomFrom } from "../../bench/random.ts";
import { type Expectation, type HostileCase, put, wordOf } from "./hostile_case.ts";

/** The limit of the lister. */
const MAX_BYTES = 16 * 1024 * 1024;
const BINARY = /binary/;

function binary(name: string, bytes: (folder: string) => Uint8Array): HostileCase {
  const path = `memory/binary/${name}.md`;
  const make = (root: string) => {
    mkdirSync(join(root, "memory/binary"), { recursive: true });
    put(root, path, bytes(join(root, "memory/binary")));
  };
  return { name, path, make, expect: [{ kind: "skipped", reason: BINARY }] };
}

function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  const random = randomFrom(7);
  return Uint8Array.from({ length: count }, () => random.below(256));
}

function database(): Uint8Array {
  using db = new Database(":memory:");
  db.run("CREATE TABLE t (x TEXT); INSERT INTO t VALUES ('text'), ('more text')");
  return db.serialize();
}

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000001000000010008060000005c72a866", "hex");

/** Bytes that are no text under the name of a note. */
const BINARIES: readonly HostileCase[] = [
  binary("random bytes", () => randomBytes(300_000)),
  binary("a picture", () => Buffer.concat([PNG, randomBytes(4_000)])),
  binary("an archive", () => gzipSync(randomBytes(5_000))),
  binary("a database", database),
  binary("a thousand NULs", () => new Uint8Array(1_000)),
  binary("UTF-32", () => Buffer.concat([Buffer.of(0xff, 0xfe, 0, 0), Buffer.from("a\0\0\0b\0\0\0")])),
  binary("GBK", () => Buffer.from("cdf8b9d8bce0ccfdb6cbbfdab0e5cdf8b9d8bce0ccfdb6cbbfda", "hex")),
  binary("machine code", () => Buffer.concat([Buffer.from("\u007fELF\u0002\u0001\u0001"), randomBytes(8_000)])),
];

/** Nothing to find, and nothing wrong. */
const EMPTY: readonly HostileCase[] = ["", "\n", "\n\n\n", "\ufeff", "  \t \n", "<!-- importance: 3 -->\n", "---\n"]
  .map((
    text,
    at,
  ) => ({
    name: `a file of ${JSON.stringify(text)}`,
    path: `memory/empty/${at}.md`,
    make: (root) => put(root, `memory/empty/${at}.md`, text),
    expect: [{ kind: "absent" }],
  }));

function sized(name: string, bytes: number, expectation: Expectation): HostileCase {
  const path = `memory/size/${name.replaceAll(" ", "-")}.md`;
  const make = (root: string) => {
    put(root, path, "");
    truncateSync(join(root, path), bytes);
  };
  return { name, path, make, expect: [expectation] };
}

const SIZES: readonly HostileCase[] = [
  sized("a byte above the limit", MAX_BYTES + 1, { kind: "skipped", reason: /16 MiB/ }),
  sized("a sparse gigabyte", 2 ** 30, { kind: "skipped", reason: /16 MiB/ }),
  sized("the limit in NULs", MAX_BYTES, { kind: "skipped", reason: BINARY }),
];

const OUT = /leads out/;
const NOWHERE = /leads nowhere/;

function link(name: string, target: string, expectation: Expectation): HostileCase {
  const path = `memory/links/${name.replaceAll(" ", "-")}.md`;
  const make = (root: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(target, join(root, path));
  };
  return { name, path, make, expect: [expectation] };
}

const LINKS: readonly HostileCase[] = [
  link("a link to a file of the system", "/etc/hostname", { kind: "skipped", reason: OUT }),
  link("a link to zeros without end", "/dev/zero", { kind: "skipped", reason: OUT }),
  link("a link to its own process", "/proc/self/environ", { kind: "skipped", reason: OUT }),
  link("a link beside the workspace", "../../../secret.md", { kind: "skipped", reason: OUT }),
  link("a link to nothing", "gone.md", { kind: "skipped", reason: NOWHERE }),
  link("a link to itself", "a-link-to-itself.md", { kind: "skipped", reason: NOWHERE }),
  link("a link to what is no memory", "../../notes.md", { kind: "skipped", reason: /not part of the memory/ }),
  link("a link to a folder above", "..", { kind: "absent" }),
  link("a link to a note", "../names/README.md", { kind: "absent" }),
];

function special(name: string, make: (path: string) => readonly string[], expectation: Expectation): HostileCase {
  const path = `memory/special/${name.replaceAll(" ", "-")}.md`;
  return {
    name,
    path,
    make(root) {
      mkdirSync(join(root, "memory/special"), { recursive: true });
      const run = Bun.spawnSync([...make(join(root, path))]);
      if (run.exitCode !== 0) throw new Error(`Cannot make ${name}: ${run.stderr}`);
    },
    expect: [expectation],
  };
}

const NOT_REGULAR = { kind: "skipped", reason: /not a regular file/ } as const;
/** Binds a socket and ends: the name stays. */
const BIND = "Bun.listen({ unix: process.argv[1], socket: { data() {} } }).ref(); process.kill(process.pid, 'SIGKILL')";

const SPECIALS: readonly HostileCase[] = [
  special("a pipe that nobody writes to", (path) => ["mkfifo", path], NOT_REGULAR),
  special(
    "a socket",
    (path) => ["bash", "-c", `"$0" -e "${BIND}" "$1" 2> /dev/null; test -S "$1"`, process.execPath, path],
    NOT_REGULAR,
  ),
];

/** What the user who indexes may not read; made by somebody else. */
function closed(name: string, path: string, options: { mode: number; at?: string; failing?: string }): HostileCase {
  const { mode, at = path, failing = at } = options;
  const make = (root: string) => {
    put(root, path, "- secret\n");
    chmodSync(join(root, at), mode);
  };
  return { name, path, make, expect: [{ kind: "failed", reason: /EACCES/, path: failing }] };
}

const CLOSED: readonly HostileCase[] = [
  closed("a note that may not be read", "memory/closed/note.md", { mode: 0o000 }),
  closed("a note that may only be written", "memory/closed/drop.md", { mode: 0o222 }),
  closed("a folder that may not be opened", "memory/closed/folder/note.md", {
    mode: 0o000,
    at: "memory/closed/folder",
  }),
  closed("a folder that may only be passed", "memory/closed/pass/note.md", { mode: 0o111, at: "memory/closed/pass" }),
  closed("a folder whose names alone are told", "memory/closed/list/note.md", {
    mode: 0o444,
    at: "memory/closed/list",
    failing: "memory/closed/list/note.md",
  }),
  {
    name: "a note that lies in the cloud only",
    path: "memory/closed/.cloud.md.icloud",
    make: (root) => put(root, "memory/closed/.cloud.md.icloud", "bplist00"),
    expect: [{ kind: "failed", reason: /cloud/, path: "memory/closed/cloud.md" }],
  },
];

function twins(first: number): HostileCase[] {
  const [word, hard, large] = [wordOf(first), wordOf(first + 1), wordOf(first + 2)];
  const largeText = `${
    "- a line of a very large note, as some programs write them, 18789\n".repeat(80_000)
  }- ${large}\n`;
  return [
    {
      name: "a note with two names on the disk",
      path: "memory/twins/a.md",
      make(root) {
        put(root, "memory/twins/a.md", `- ${hard}\n`);
        linkSync(join(root, "memory/twins/a.md"), join(root, "memory/twins/b.md"));
      },
      expect: ["a", "b"].map((name) => ({ kind: "found", words: hard, line: 1, path: `memory/twins/${name}.md` })),
    },
    {
      name: "long-term facts with everything between them",
      path: "MEMORY.md",
      make: (root) =>
        put(
          root,
          "MEMORY.md",
          `# Long-Term Memory\n\n---\nprose\n\n## A\n\n- one\n  - two\n\n\t- three\n* ${word}\n<<<<<<< HEAD\n`,
        ),
      expect: [{ kind: "found", words: word, line: 12 }],
    },
    {
      name: "a note of 5 MB",
      path: "memory/size/large.md",
      make: (root) => put(root, "memory/size/large.md", largeText),
      expect: [{ kind: "found", words: large, line: 80_001 }],
    },
  ];
}

/** Returns the cases; their words begin at a number. */
export function placeCases(first: number): HostileCase[] {
  return [...BINARIES, ...EMPTY, ...SIZES, ...LINKS, ...SPECIALS, ...CLOSED, ...twins(first)];
}
