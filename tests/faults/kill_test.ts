/** A twentieth of `make soak`, always with the same seed. */
import { expect, test } from "bun:test";
import { soak } from "../soak/soak.ts";

test("a command that is killed at any moment leaves whole files, and the next run finishes the work", async () => {
  const results = await soak({ binary: Bun.env["MEMORY_BIN"] ?? "dist/memory", kills: 50, seed: 20260819 });
  expect(results.flatMap((result) => result.faults)).toEqual([]);
  expect(results.map((result) => result.kills)).toEqual([6, 6, 6, 6, 6, 5, 5, 5, 5]);
}, 1_200_000);
