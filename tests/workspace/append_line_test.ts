import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appendLine } from "../../src/workspace/append_line.ts";
import { errorOf } from "../support/error_of.ts";

const HEADER = "# 2026-08-19\n\n";

let root: string;
let file: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "memory-append-")));
  file = join(root, "2026-08-19.md");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Appends `- new` and returns the file's text and the line number. */
function append(before: string | Uint8Array | null): { text: string; line: number } {
  if (before !== null) writeFileSync(file, before);
  const { line } = appendLine(file, "- new", { header: HEADER });
  return { text: readFileSync(file, "utf8"), line };
}

describe("appendLine", () => {
  test("begins a missing file, in missing folders, with its header", () => {
    const deep = join(root, "memory", "2026-08-19.md");
    expect(appendLine(deep, "- new", { header: HEADER })).toEqual({ line: 3 });
    expect(readFileSync(deep, "utf8")).toBe("# 2026-08-19\n\n- new\n");
    expect(readdirSync(join(root, "memory"))).toEqual(["2026-08-19.md"]);
  });

  test.each([
    ["an empty file", "", "# 2026-08-19\n\n- new\n", 3],
    ["a file with lines", "# D\n\n- old\n", "# D\n\n- old\n- new\n", 4],
    ["a file without final line end", "- old", "- old\n- new\n", 2],
    ["blank lines at the end", "- old\n\n\n", "- old\n\n\n- new\n", 4],
    ["CRLF", "# D\r\n- old\r\n", "# D\r\n- old\r\n- new\r\n", 3],
    ["CRLF without the final one", "# D\r\n- old", "# D\r\n- old\r\n- new\r\n", 3],
    ["mostly LF", "a\nb\nc\r\n", "a\nb\nc\r\n- new\n", 4],
    ["a byte order mark", "\uFEFF# D\n", "\uFEFF# D\n- new\n", 2],
    ["several scripts", "- 端口 18789 \u{1F600}\n", "- 端口 18789 \u{1F600}\n- new\n", 2],
  ])("appends to %s", (_, before, text, line) => {
    expect(append(before)).toEqual({ text, line });
  });

  test("keeps bytes that are no UTF-8", () => {
    const before = new Uint8Array([0x2d, 0x20, 0xff, 0xc3, 0x0a]);
    append(before);
    expect(new Uint8Array(readFileSync(file))).toEqual(
      new Uint8Array([...before, ...new TextEncoder().encode("- new\n")]),
    );
  });

  test.each([[[0xff, 0xfe, 0x2d, 0x00]], [[0xfe, 0xff, 0x00, 0x2d]]])(
    "refuses UTF-16 (%j) and changes nothing",
    (bytes) => {
      writeFileSync(file, new Uint8Array(bytes));
      expect(errorOf(() => appendLine(file, "- new")).message).toContain("it is UTF-16 and should be UTF-8");
      expect([...readFileSync(file)]).toEqual(bytes);
    },
  );

  test("writes through a link inside the workspace and refuses one that leads out", () => {
    const outside = realpathSync(mkdtempSync(join(tmpdir(), "memory-outside-")));
    try {
      writeFileSync(join(root, "real.md"), "- old\n");
      symlinkSync("real.md", file);
      expect(appendLine(file, "- new", { within: root })).toEqual({ line: 2 });
      expect(readFileSync(join(root, "real.md"), "utf8")).toBe("- old\n- new\n");
      symlinkSync(outside, join(root, "memory"));
      expect(errorOf(() => appendLine(join(root, "memory", "x.md"), "- new", { within: root })).message)
        .toContain(`outside "${root}"`);
      expect(readdirSync(outside)).toEqual([]);
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  test("refuses a folder and a named pipe without waiting for anybody", () => {
    mkdirSync(file);
    expect(errorOf(() => appendLine(file, "- new")).message).toStartWith("Cannot append to ");
    const pipe = join(root, "pipe.md");
    expect(Bun.spawnSync(["mkfifo", pipe]).success).toBe(true);
    expect(errorOf(() => appendLine(pipe, "- new")).message).toBe(
      `Cannot append to "${pipe}": it is not a regular file`,
    );
  });

  test.each(["two\nlines", "two\rlines"])("takes %j for a defect: it is no line", (line) => {
    expect(errorOf(() => appendLine(file, line)).kind).toBe("defect");
    expect(existsSync(file)).toBe(false);
  });

  test("loses nothing when 20 processes without a lock begin one file together", async () => {
    const script = `import { appendLine } from ${
      JSON.stringify(join(import.meta.dir, "../../src/workspace/append_line.ts"))
    };
      for (let at = 0; at < 5; at++) {
        appendLine(process.argv[2], "- " + process.argv[3] + "." + at, { header: ${JSON.stringify(HEADER)} });
      }`;
    const path = join(root, "worker.ts");
    writeFileSync(path, script);
    const workers = Array.from({ length: 20 }, (_, at) => Bun.spawn([process.execPath, path, file, String(at)]));
    expect(await Promise.all(workers.map((worker) => worker.exited))).toEqual(workers.map(() => 0));
    const lines = readFileSync(file, "utf8").split("\n");
    expect(lines.slice(0, 2)).toEqual(["# 2026-08-19", ""]);
    const wanted = workers.flatMap((_, at) => [0, 1, 2, 3, 4].map((each) => `- ${at}.${each}`));
    expect(lines.slice(2, -1).sort()).toEqual(wanted.sort());
    expect(readdirSync(root).sort()).toEqual(["2026-08-19.md", "worker.ts"]);
  });
});
