import { expect, test } from "bun:test";
import { MemoryError } from "../../src/base/errors.ts";
import { MOST_INPUT_BYTES, readInput } from "../../src/cmd/_read_input.ts";

/** Gives the same bytes again and again, for ever if nobody stops it. */
function endless(bytes: Uint8Array) {
  const asked = { times: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      asked.times++;
      controller.enqueue(bytes);
    },
    cancel: () => void (asked.isCancelled = true),
  });
  return { stream, asked };
}

test("what has no end is refused once it is more than anybody means, and let go", async () => {
  const { stream, asked } = endless(new Uint8Array(1024 * 1024));
  const refusal = await readInput(stream).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(MemoryError);
  expect((refusal as MemoryError).message).toBe(
    "Cannot read standard input: it should have at most 16 MB, and has more",
  );
  expect(asked.isCancelled).toBe(true);
  expect(asked.times).toBeLessThanOrEqual(MOST_INPUT_BYTES / (1024 * 1024) + 3);
});

test("what has one is a text, also where a character lies across two reads", async () => {
  const bytes = Buffer.from("网关 listens");
  const parts = [bytes.subarray(0, 2), bytes.subarray(2)];
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  expect(await readInput(stream)).toBe("网关 listens");
  expect(await readInput(new ReadableStream({ start: (controller) => controller.close() }))).toBe("");
});

test.each([
  ["UTF-16 with a mark", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("网关 listens", "utf16le")])],
  ["UTF-16 without one", Buffer.from("the gateway listens", "utf16le")],
  ["UTF-8 with a mark", Buffer.from("\ufeff网关 listens")],
])("%s is read as the text that it is", async (_, bytes) => {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  expect(await readInput(stream)).toMatch(/^(?:网关|the gateway) listens$/);
});
