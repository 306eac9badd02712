/**
 * The documents promise that the program opens no connection but to an embedding endpoint that the user configured; this
 * reads the sources for anything else that could.
 */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PART_NAMES } from "../src/base/assets/native_files.ts";
import { partSource } from "../src/base/assets/part_source.ts";
import { runMemory } from "./support/run_memory.ts";
import { readSource, sourceFiles } from "./support/source_tree.ts";
import { openTempHome } from "./support/temp_home.ts";

/** Modules and calls that open a connection or listen for one. */
const NETWORK_MODULES = /^(?:node:)?(?:net|tls|dgram|dns|http|https|http2|inspector)(?:\/|$)/;
const NETWORK_CALLS =
  /\b(?:fetch|WebSocket|EventSource|XMLHttpRequest)\s*\(|\bBun\.(?:connect|listen|serve|udpSocket|dns|sql|redis|s3)\b|\bnavigator\.sendBeacon\b/;

/** Programs that a child process could send something with. */
const NETWORK_PROGRAMS = /["'`](?:curl|wget|ssh|scp|nc|ncat|rsync|git)["'`]/;

function breaches(files: ReturnType<typeof sourceFiles>): string[] {
  return files.flatMap((file) => [
    ...file.imports.filter(({ target }) => NETWORK_MODULES.test(target)).map(({ target }) => `${file.path}: ${target}`),
    ...file.code.split("\n").filter((line) => NETWORK_CALLS.test(line)).map((line) => `${file.path}: ${line.trim()}`),
  ]);
}

/** The one place that sends something: to addresses that only the user's own settings can name. */
const ENDPOINT_CALL = "src/endpoint/endpoint_call.ts";

test("no source but one opens a connection", () => {
  expect(breaches(sourceFiles().filter(({ path }) => path !== ENDPOINT_CALL))).toEqual([]);
  expect(breaches(sourceFiles())).toHaveLength(1);
});

test("that one is reached only by the adapters of endpoints, which are loaded only if the settings name one", () => {
  const importers = (target: string) =>
    sourceFiles().filter(({ imports }) => imports.some((each) => each.target === target && !each.isTypeOnly)).map(
      ({ path }) => path,
    );
  expect(importers(ENDPOINT_CALL)).toEqual(["src/endpoint/endpoint_client.ts"]);
  const adapters = ["src/embed/endpoint_embedder.ts", "src/model/endpoint_model.ts"];
  expect(importers("src/endpoint/endpoint_client.ts")).toEqual(adapters);
  const choosers = ["src/embed/choose_embedder.ts", "src/model/choose_model.ts"];
  for (const [at, adapter] of adapters.entries()) {
    expect(importers(adapter)).toEqual([]);
    const code = sourceFiles().find(({ path }) => path === choosers[at])?.code ?? "";
    const before = code.slice(0, code.indexOf(`import("./${adapter.split("/").at(-1)}")`));
    expect(before.slice(before.lastIndexOf('"openai-compatible"')).length).toBeLessThan(600);
  }
});

test("no source starts a program that does", () => {
  const starting = sourceFiles().filter(({ code }) => /\bBun\.spawn(?:Sync)?\b/.test(code));
  expect(starting.filter(({ text }) => NETWORK_PROGRAMS.test(text)).map(({ path }) => path)).toEqual([]);
});

test("a source that did would be found", () => {
  const file = readSource("src/base/x.ts", 'import { connect } from "node:net";\nawait fetch("x");\n');
  expect(breaches([file])).toHaveLength(2);
});

/** What a library carries that reports its use to its maker: the address, and the library that it sends with. */
const REPORTING = ["events.data.microsoft.com", "OneCollector", "curl.se/docs"];

test("no library that the program carries reports its use: ONNX Runtime does from 1.29 on, unless a variable forbids it", () => {
  const found = PART_NAMES.flatMap((name) => {
    const source = partSource(name);
    if (source.kind !== "folder") return [];
    return source.files.filter((file) => /\.(?:so|dylib|dll|node)/.test(file)).flatMap((file) => {
      const bytes = readFileSync(`${source.path}/${file}`);
      return REPORTING.filter((text) => bytes.includes(text)).map((text) => `${file}: ${text}`);
    });
  });
  expect(found).toEqual([]);
});

test("loading the libraries leaves nothing in the home folder but what is the program's own", async () => {
  const { home, workspace, environment, remove } = openTempHome();
  try {
    await runMemory(["init", "--workspace", workspace], { cwd: home, environment });
    const { stdout } = await runMemory(["status", "--workspace", workspace], { cwd: home, environment });
    expect(JSON.parse(stdout).native).toContainEqual(expect.objectContaining({ name: "onnxruntime", loaded: true }));
    const left = readdirSync(home).concat(...[".cache", ".config", ".state"].map((name) => within(join(home, name))));
    const own = [".cache", ".config", ".state", "memory", "notes", "notes.memory"];
    expect(left.filter((name) => !own.includes(name))).toEqual([]);
  } finally {
    remove();
  }
});

function within(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
