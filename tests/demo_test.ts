/** `make demo` tells a story; this checks that it comes out as told, the same every time, and that it can fail. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { skips } from "./support/skips.ts";

const ROOT = join(import.meta.dir, "..");
const DEMO = join(ROOT, "examples", "demo.ts");
const BINARY = Bun.env["MEMORY_BIN"] ?? join(ROOT, "dist", "memory");

/** Each run starts some twenty processes. */
const DEMO_TIMEOUT_MS = 240_000;

/** Runs the demonstration with its temporary folder below `folder`, since a failed one keeps it. */
async function runDemo(binary: string, folder: string): Promise<{ code: number; text: string }> {
  const child = Bun.spawn([process.execPath, DEMO, binary], {
    env: { ...Bun.env, TMPDIR: folder },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, text: stdout + stderr };
}

describe.skipIf(skips(!existsSync(BINARY), "dist/memory is not built"))("the demonstration", () => {
  let folder = "";
  let first = { code: -1, text: "" };
  let second = first;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "memory-demo-test-"));
    [first, second] = await Promise.all([runDemo(BINARY, folder), runDemo(BINARY, folder)]);
  }, DEMO_TIMEOUT_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("comes out as told", () => {
    expect(first.text).toContain("Promoted: the owner's note");
    expect(first.code).toBe(0);
  });

  test("prints the same every time, and no path of this machine", () => {
    expect(second.text).toBe(first.text);
    expect(first.text).not.toContain(folder);
  });

  /** Writes a program that stands for the binary and treats some calls differently. */
  function variant(name: string, cases: string): string {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\ncase "$*" in\n${cases}\nesac\nexec "${BINARY}" "$@"\n`, { mode: 0o755 });
    return path;
  }

  test("fails if the owner's note is not promoted", async () => {
    const run = await runDemo(variant("forgetful", "*18789*-n*|*loopback*-n*) exit 0 ;;"), folder);
    expect(run.text).toContain("the owner's note should be promoted");
    expect(run.code).toBe(1);
  }, DEMO_TIMEOUT_MS);

  test("fails if the web line gets through", async () => {
    const trusting = `note\\ --derived-from*) shift 3; exec "${BINARY}" note "$@" ;;`;
    const run = await runDemo(variant("trusting", trusting), folder);
    expect(run.text).toContain("the web line should be stopped by the gate origin");
    expect(run.code).toBe(1);
  }, DEMO_TIMEOUT_MS);

  test("fails if a command fails", async () => {
    const run = await runDemo(variant("broken", "index*) exit 1 ;;"), folder);
    expect(run.text).toContain('"memory index" ended with exit code 1');
    expect(run.code).toBe(1);
  }, DEMO_TIMEOUT_MS);
});
