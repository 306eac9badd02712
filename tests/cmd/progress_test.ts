import { expect, test } from "bun:test";
import { startProgress } from "../../src/cmd/_progress.ts";
import type { Streams } from "../../src/cmd/_streams.ts";

function recorder() {
  const state = { written: "", nowMs: 0 };
  const streams: Streams = {
    isTerminal: () => true,
    input: () => new ReadableStream(),
    readInput: () => Promise.resolve(""),
    write: (_, text) => {
      state.written += text;
      return Promise.resolve(true);
    },
  };
  return { state, streams, steadyMs: () => state.nowMs };
}

test("short work shows nothing", async () => {
  const { state, streams, steadyMs } = recorder();
  const progress = startProgress(streams, "redrawn", steadyMs);
  progress.show("one");
  state.nowMs = 499;
  progress.show("two");
  await progress.clear();
  expect(state.written).toBe("");
});

test("longer work shows its line, and takes it away at the end", async () => {
  const { state, streams, steadyMs } = recorder();
  const progress = startProgress(streams, "redrawn", steadyMs);
  state.nowMs = 500;
  progress.show("half way");
  await progress.clear();
  expect(state.written).toBe("\r\x1b[Khalf way\r\x1b[K");
});

test("the line is not redrawn at every step", () => {
  const { state, streams, steadyMs } = recorder();
  const progress = startProgress(streams, "redrawn", steadyMs);
  for (state.nowMs = 500; state.nowMs < 1000; state.nowMs += 10) progress.show(`${state.nowMs}`);
  expect(state.written.split("\r").length - 1).toBe(5);
});

test("nothing is shown where nobody looks", async () => {
  const { state, streams, steadyMs } = recorder();
  const progress = startProgress(streams, "none", steadyMs);
  state.nowMs = 5000;
  progress.show("half way");
  await progress.clear();
  expect(state.written).toBe("");
});

test("where no line can be redrawn one is written now and then, without control sequences", async () => {
  const { state, streams, steadyMs } = recorder();
  const progress = startProgress(streams, "lines", steadyMs);
  for (state.nowMs = 0; state.nowMs <= 12_000; state.nowMs += 100) progress.show(`at ${state.nowMs}`);
  await progress.clear();
  expect(state.written).toBe("at 500\nat 5500\nat 10500\n");
});
