/** The documents promise that the program opens no connection; this reads the sources for anything that could. */
import { expect, test } from "bun:test";
import { readSource, sourceFiles } from "./support/source_tree.ts";

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

test("no source opens a connection", () => {
  expect(breaches(sourceFiles())).toEqual([]);
});

test("no source starts a program that does", () => {
  const starting = sourceFiles().filter(({ code }) => /\bBun\.spawn(?:Sync)?\b/.test(code));
  expect(starting.filter(({ text }) => NETWORK_PROGRAMS.test(text)).map(({ path }) => path)).toEqual([]);
});

test("a source that did would be found", () => {
  const file = readSource("src/base/x.ts", 'import { connect } from "node:net";\nawait fetch("x");\n');
  expect(breaches([file])).toHaveLength(2);
});
