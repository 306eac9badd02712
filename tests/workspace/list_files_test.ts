import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { layoutOf } from "../../src/workspace/layout.ts";
import { type FileList, listFiles, type ListOptions, MAX_FILE_BYTES } from "../../src/workspace/list_files.ts";
import { runScript, withoutPowers } from "../support/run_script.ts";
import { skips } from "../support/skips.ts";

let home = "";
let root = "";

function write(path: string, text = "text\n"): void {
  const target = join(root, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

function list(options?: ListOptions): FileList {
  return listFiles(layoutOf(root, `${root}.memory`), options);
}

function paths(options?: ListOptions): string[] {
  return list(options).files.map(({ path }) => path).sort();
}

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "memory-list-")));
  root = join(home, "notes");
  mkdirSync(join(root, "memory"), { recursive: true });
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

describe("the list of files", () => {
  test("holds the curated files and all notes at any depth", () => {
    for (
      const path of [
        "USER.md",
        "MEMORY.md",
        "memory/2026-08-19.md",
        "memory/a/b/c/2026-08-19-x.md",
        "memory/imports/chatgpt/y.md",
      ]
    ) write(path);
    expect(paths()).toEqual([
      "MEMORY.md",
      "USER.md",
      "memory/2026-08-19.md",
      "memory/a/b/c/2026-08-19-x.md",
      "memory/imports/chatgpt/y.md",
    ]);
  });

  test("leaves out instructions, reports and whatever else lies in the workspace", () => {
    for (const path of ["AGENTS.md", "DREAMS.md", "README.md", "src/x.md", "memory/dreaming/deep/2026-08-19.md"]) {
      write(path);
    }
    expect(list()).toEqual({ files: [], failures: [], skipped: [], isCutShort: false });
  });

  test("leaves out what editors, git and package managers leave behind", () => {
    const names = [
      "x.md~",
      ".#x.md",
      "#x.md#",
      ".x.md.swp",
      "x.tmp",
      "x.md.deleted.2026",
      ".git/x.md",
      ".obsidian/x.md",
      "node_modules/x.md",
      ".hidden.md",
    ];
    for (const name of names) write(`memory/${name}`);
    write("memory/x.md");
    expect(paths()).toEqual(["memory/x.md"]);
  });

  test("tells apart names that differ in case, blanks and underscores only", () => {
    const names = ["README.md", "a_b.md", "axb.md", "my file.md", "my-file.md", "readme.md"].map((name) =>
      `memory/${name}`
    );
    for (const name of names) write(name);
    expect(paths()).toEqual(names);
  });

  test("is empty where there is nothing yet", () => {
    rmSync(join(root, "memory"), { recursive: true });
    expect(list()).toEqual({ files: [], failures: [], skipped: [], isCutShort: false });
  });

  test("reports a workspace that is not there as a failure, not as empty", () => {
    rmSync(root, { recursive: true });
    expect(list().failures).toEqual([{ path: "", reason: "ENOENT" }]);
  });

  test("names copies that a synchroniser made of a conflict", () => {
    for (const name of ["x (conflicted copy 2026-08-19).md", "x.sync-conflict-20260819-120000-ABCDEFG.md"]) {
      write(`memory/${name}`);
    }
    expect(list().skipped.map(({ reason }) => reason)).toEqual([
      "a copy made by a synchroniser",
      "a copy made by a synchroniser",
    ]);
    expect(paths()).toEqual([]);
  });

  test("names conflict copies of the curated files, and no other neighbour of theirs", () => {
    for (const name of ["MEMORY (conflicted copy).md", "USER.sync-conflict-x.md", "README.sync-conflict-x.md"]) {
      write(name);
    }
    expect(list().skipped.map(({ path }) => path).sort()).toEqual([
      "MEMORY (conflicted copy).md",
      "USER.sync-conflict-x.md",
    ]);
    expect(paths()).toEqual([]);
  });

  test("takes what lies in the cloud only for unreadable, not for gone", () => {
    for (const name of ["memory/.x.md.icloud", ".MEMORY.md.icloud", "memory/.y.txt.icloud"]) write(name);
    expect(list().failures.map(({ path }) => path).sort()).toEqual(["MEMORY.md", "memory/x.md"]);
  });

  test("names folders that programs fill, and leaves a topic of the same name alone", () => {
    for (const path of ["node_modules/a/x.md", "app/dist/x.md", "app/docs/x.md", "build/x.md"]) write(`memory/${path}`);
    write("memory/app/package.json", "{}");
    expect(paths()).toEqual(["memory/app/docs/x.md", "memory/build/x.md"]);
    expect(list().skipped.map(({ path }) => path).sort()).toEqual(["memory/app/dist", "memory/node_modules"]);
  });

  test("names files above the limit, without reading them", () => {
    write("memory/large.md", "");
    truncateSync(join(root, "memory/large.md"), MAX_FILE_BYTES + 1);
    write("memory/limit.md", "");
    truncateSync(join(root, "memory/limit.md"), MAX_FILE_BYTES);
    expect(paths()).toEqual(["memory/limit.md"]);
    expect(list().skipped).toEqual([{ path: "memory/large.md", reason: "larger than 16 MiB" }]);
  });

  test("names a pipe and does not wait for it", () => {
    Bun.spawnSync(["mkfifo", join(root, "memory/pipe.md")]);
    expect(list().skipped).toEqual([{ path: "memory/pipe.md", reason: "not a regular file" }]);
  });

  test.skipIf(skips(process.platform !== "linux", "names that are no UTF-8 exist on Linux only"))(
    "names notes and folders whose name is no UTF-8",
    () => {
      const make =
        "mkdir dir$'\\xff'; for name in a$'\\xff'.md a$'\\xfe'.md a$'\\xef\\xbf\\xbd'.md .b$'\\xff'.md c$'\\xff'.txt d.md; do echo x > $name; done";
      expect(Bun.spawnSync(["bash", "-c", make], { cwd: join(root, "memory") }).exitCode).toBe(0);
      expect(paths()).toEqual(["memory/a\ufffd.md", "memory/d.md"]);
      expect(list().skipped).toEqual(["a\\xfe.md", "a\\xff.md", "dir\\xff"].map((name) => {
        return { path: `memory/${name}`, reason: "its name is not UTF-8" };
      }));
    },
  );

  test("ends at its deadline and says so", () => {
    write("memory/a.md");
    expect(list({ deadlineMs: 0 }).isCutShort).toBe(true);
  });
});

test("what is skipped or failed is told by path, whatever the order of the disk", () => {
  const names = Array.from({ length: 9 }, (_, at) => `${at}.md`);
  for (const name of ["4", "0", "8", "3", "7", "1", "6", "2", "5"]) {
    symlinkSync("/nowhere", join(root, "memory", `${name}.md`));
    write(`memory/.${name}.md.icloud`);
  }
  expect(list().skipped.map(({ path }) => path)).toEqual(names.map((name) => `memory/${name}`));
  expect(list().failures.map(({ path }) => path)).toEqual(names.map((name) => `memory/${name}`));
});

describe("links", () => {
  test("that lead out of the workspace are reported, not read", () => {
    writeFileSync(join(home, "secret.md"), "secret");
    mkdirSync(join(home, "outside"));
    symlinkSync(join(home, "secret.md"), join(root, "memory/evil.md"));
    symlinkSync("../../outside", join(root, "memory/folder"));
    expect(paths()).toEqual([]);
    expect(list().skipped).toEqual([
      { path: "memory/evil.md", reason: "a link that leads out of the workspace" },
      { path: "memory/folder", reason: "a link that leads out of the workspace" },
    ]);
  });

  test("to a folder beside the workspace whose name begins with its name lead out, too", () => {
    mkdirSync(`${root}-other`);
    symlinkSync(`${root}-other`, join(root, "memory/near"));
    expect(list().skipped).toHaveLength(1);
  });

  test("in a circle end, and every file is listed once", () => {
    write("memory/a/x.md");
    write("memory/b/y.md");
    symlinkSync(".", join(root, "memory/loop"));
    symlinkSync("../b", join(root, "memory/a/to-b"));
    symlinkSync("../a", join(root, "memory/b/to-a"));
    symlinkSync("a/x.md", join(root, "memory/x-again.md"));
    expect(paths()).toEqual(["memory/a/x.md", "memory/b/y.md"]);
    expect(list().skipped).toEqual([]);
  });

  test("give a file no better rule than its own place has", () => {
    write("drafts/idea.md");
    symlinkSync("../drafts/idea.md", join(root, "memory/idea.md"));
    expect(paths()).toEqual([]);
    expect(list().skipped).toEqual([{
      path: "memory/idea.md",
      reason: "a link to a file that is not part of the memory",
    }]);
  });

  test("to a folder tell whether its notes are part of the memory", () => {
    write("drafts/idea.md");
    write("memory/a/x.md");
    symlinkSync("../drafts", join(root, "memory/drafts"));
    symlinkSync("a", join(root, "memory/again.md"));
    expect(paths()).toEqual(["memory/a/x.md"]);
    expect(list().skipped).toEqual([{
      path: "memory/drafts",
      reason: "a link to a folder that is not part of the memory",
    }]);
  });

  test("that lead nowhere are reported", () => {
    symlinkSync("gone.md", join(root, "memory/dangling.md"));
    expect(list().skipped).toEqual([{ path: "memory/dangling.md", reason: "a link that leads nowhere (ENOENT)" }]);
  });
});

describe("extra paths", () => {
  test("are listed under their real absolute paths", () => {
    const docs = join(home, "docs");
    mkdirSync(join(docs, "a"), { recursive: true });
    writeFileSync(join(docs, "a/x.md"), "x");
    writeFileSync(join(docs, "y.txt"), "y");
    expect(paths({ extraPaths: [docs] })).toEqual([join(docs, "a/x.md")]);
    expect(paths({ extraPaths: [join(docs, "a/x.md")] })).toEqual([join(docs, "a/x.md")]);
  });

  test("around the workspace leave out what is ours already, and those inside it are reported", () => {
    write("memory/a.md");
    mkdirSync(`${root}.memory`);
    writeFileSync(join(`${root}.memory`, "b.md"), "x");
    writeFileSync(join(home, "c.md"), "x");
    expect(paths({ extraPaths: [home] })).toEqual([join(home, "c.md"), "memory/a.md"]);
    for (
      const [extra, place] of [[root, "workspace"], [join(root, "memory"), "workspace"], [
        `${root}.memory`,
        "data folder",
      ]]
    ) {
      const { files, skipped } = list({ extraPaths: [extra ?? ""] });
      expect(files.map(({ path }) => path)).toEqual(["memory/a.md"]);
      expect(skipped).toEqual([{ path: extra ?? "", reason: `an extra path that lies in the ${place}` }]);
    }
  });

  test("that are not there are failures: what was indexed of them is not gone", () => {
    expect(list({ extraPaths: [join(home, "none")] }).failures).toEqual([{
      path: join(home, "none"),
      reason: "ENOENT",
    }]);
  });
});

describe("what may not be read", () => {
  test("is a failure at its own path, and the rest is listed", () => {
    const prefix = withoutPowers();
    if (prefix === null) return;
    write("memory/open/a.md");
    write("memory/closed/b.md");
    for (const folder of [home, root, join(root, "memory"), join(root, "memory/open")]) chmodSync(folder, 0o755);
    chmodSync(join(root, "memory/closed"), 0o700);
    const { stdout } = runScript(
      `import { listFiles } from "src/workspace/list_files.ts";
       import { layoutOf } from "src/workspace/layout.ts";
       const { files, failures } = listFiles(layoutOf(${JSON.stringify(root)}, "/none"));
       console.log(JSON.stringify([files.map((file) => file.path), failures]));`,
      process.getuid?.() === 0 ? prefix : ["sh", "-c", `chmod 000 '${join(root, "memory/closed")}' && exec "$@"`, "sh"],
    );
    chmodSync(join(root, "memory/closed"), 0o700);
    expect(JSON.parse(stdout)).toEqual([["memory/open/a.md"], [{ path: "memory/closed", reason: "EACCES" }]]);
  });
});
