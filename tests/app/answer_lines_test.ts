import { expect, test } from "bun:test";
import { answerLines } from "../../src/app/answer_lines.ts";

function linesOf(...parts: string[]) {
  return answerLines(() =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(Buffer.from(part));
        controller.close();
      },
    })
  );
}

async function all(lines: ReturnType<typeof answerLines>): Promise<(string | null)[]> {
  const told: (string | null)[] = [];
  do told.push(await lines.next()); while (told.at(-1) !== null);
  return told;
}

test("lines come one by one, however they were cut; what follows the last line end is one, too", async () => {
  expect(await all(linesOf("ye", "s\n standing \n", "no"))).toEqual(["yes", "standing", "no", null]);
  expect(await all(linesOf("y\n"))).toEqual(["y", "", null]);
  expect(await all(linesOf())).toEqual([null]);
  expect([await linesOf("x").isThere(), await linesOf().isThere()]).toEqual([true, false]);
});

test("of what never ends no more is read than was asked for", async () => {
  let asked = 0;
  const lines = answerLines(() =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        asked++;
        controller.enqueue(Buffer.from("y\n".repeat(1_000)));
      },
    })
  );
  expect([await lines.isThere(), await lines.next(), await lines.next()]).toEqual([true, "y", "y"]);
  expect(asked).toBeLessThanOrEqual(3);
  lines.close();
});

test("a line without end is refused", async () => {
  const lines = answerLines(() =>
    new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(Buffer.alloc(300_000, "x")) })
  );
  const refusal = await lines.next().catch((error: unknown) => error);
  expect(String(refusal)).toContain("its line should have at most 1048576 chars");
});
