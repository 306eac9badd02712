/** Every hostile file at once, indexed and searched by the built executable as a user who is not root. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Expectation, HostileCase } from "../support/hostile_case.ts";
import { hostileCases } from "../support/hostile_files.ts";
import { memoryCommand } from "../support/run_memory.ts";
import { withoutPowers } from "../support/run_script.ts";
import { skips } from "../support/skips.ts";
import { openTempHome, type TempHome } from "../support/temp_home.ts";

setDefaultTimeout(300_000);

const prefix = process.platform === "linux" ? withoutPowers() : null;
const isLeftOut = skips(
  prefix === null,
  "hostile names and special files are made on Linux, by another user than root",
);
/** Searches that run at the same time. */
const AT_ONCE = 6;

interface Note {
  readonly path: string;
  readonly reason: string;
}

interface Report {
  readonly code: number;
  readonly failures: readonly Note[];
  readonly skipped: readonly Note[];
  readonly chunks: number;
}

let home: TempHome;
let cases: readonly HostileCase[] = [];
let report: Report;

async function run(words: readonly string[]): Promise<{ code: number; json: Record<string, unknown>; stderr: string }> {
  const child = Bun.spawn([...prefix ?? [], ...memoryCommand(), ...words], {
    cwd: home.workspace,
    env: home.environment,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, json: JSON.parse(stdout), stderr };
}

beforeAll(async () => {
  if (isLeftOut) return;
  home = openTempHome();
  cases = hostileCases();
  chmodSync(home.home, 0o755);
  writeFileSync(join(home.home, "secret.md"), "- secret\n");
  // The files belong to the other user; only their own modes keep that user out.
  Bun.spawnSync(["chown", "-R", "65534:65534", home.home]);
  expect((await run(["init"])).code).toBe(0);
  for (const each of cases) each.make(home.workspace);
  Bun.spawnSync(["chown", "-hR", "65534:65534", home.home]);
  const { code, json } = await run(["index", "--no-embed"]);
  const { failures, skipped, chunks } = json as unknown as Report;
  report = { code, failures, skipped, chunks };
});

afterAll(() => {
  if (isLeftOut) return;
  Bun.spawnSync(["chmod", "-R", "u+rwX", home.home]);
  home.remove();
});

test.skipIf(isLeftOut)("the corpus has at least 150 cases, each with a name and a path of its own", () => {
  expect(cases.length).toBeGreaterThanOrEqual(150);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  expect(new Set(cases.map(({ path }) => path)).size).toBe(cases.length);
});

test.skipIf(isLeftOut)("the run is partial, and names exactly what could not be read", () => {
  const failing = cases.flatMap(({ path, expect: all }) =>
    all.filter(({ kind }) => kind === "failed").map((it) => ("path" in it ? it.path : undefined) ?? path)
  );
  expect({ code: report.code, failed: report.failures.map(({ path }) => path).sort() })
    .toEqual({ code: 5, failed: failing.sort() });
});

test.skipIf(isLeftOut)("what is left out is named, and nothing else is", () => {
  const named = cases.flatMap(({ path, expect: all }) =>
    all.filter(({ kind }) => kind === "skipped").map((it) => ("path" in it ? it.path : undefined) ?? path)
  );
  expect(report.skipped.map(({ path }) => path).sort()).toEqual(named.sort());
});

test.skipIf(isLeftOut)("everything becomes of each file that has to", async () => {
  const wrong: string[] = [];
  const queue = cases.flatMap((each) => each.expect.map((expectation) => ({ each, expectation })));
  const work = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const problem = await problemOf(next.each, next.expectation);
      if (problem !== null) wrong.push(`${next.each.name.padEnd(52)} ${JSON.stringify(next.each.path)}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // A table of what went wrong, not the first of it.
  expect(wrong.sort().join("\n")).toBe("");
});

test.skipIf(isLeftOut)("a second run changes nothing", async () => {
  await Bun.sleep(2_100);
  await run(["index", "--no-embed"]);
  const { code, json } = await run(["index", "--no-embed"]);
  expect({ code, json }).toMatchObject({ code: 5, json: { files: { changed: 0, removed: 0 }, chunks: report.chunks } });
});

/** Returns what is wrong with what became of a file, or `null`. */
async function problemOf({ path }: HostileCase, expectation: Expectation): Promise<string | null> {
  if (expectation.kind === "absent") {
    const isNamed = [...report.failures, ...report.skipped].some((note) => note.path === path);
    return isNamed ? "is named, and nothing is wrong with it" : null;
  }
  const wanted = expectation.path ?? path;
  if (expectation.kind === "found") return await problemOfSearch(wanted, expectation);
  const notes = expectation.kind === "failed" ? report.failures : report.skipped;
  const reason = notes.find((note) => note.path === wanted)?.reason ?? "not named at all";
  return expectation.reason.test(reason) ? null : `${expectation.kind}: ${reason}`;
}

interface Hit {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly snippet: string;
}

async function problemOfSearch(
  path: string,
  { words, line }: Extract<Expectation, { kind: "found" }>,
): Promise<string | null> {
  const { code, json, stderr } = await run(["search", "--", words]);
  if (code !== 0) return `the search ends with ${code}: ${stderr}`;
  const hits = json["results"] as readonly Hit[];
  const hit = hits.find((each) => each.path === path && each.startLine <= line && each.endLine >= line);
  if (hit !== undefined) return hit.snippet.isWellFormed() ? null : "the snippet cuts a character";
  return `line ${line} is not found: ${
    JSON.stringify(hits.map((each) => `${each.path}:${each.startLine}-${each.endLine}`))
  }`;
}
