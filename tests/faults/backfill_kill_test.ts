/** `memory dream backfill` killed at any moment: no half page, nothing that cannot be taken back, and the next call finishes it. */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCliWorld } from "../support/cli_world.ts";
import { memoryCommand } from "../support/run_memory.ts";

const ROUNDS = 8;
/** Milliseconds; a whole run takes longer than most of these, so that the blow falls anywhere. */
const LATEST_BLOW_MS = 220;
const FILES = 40;
const LINES = 10;

test("a kill leaves the old page or the new one, and taking it back leaves nothing", async () => {
  const world = openCliWorld();
  try {
    await world.run(["init"]);
    mkdirSync(join(world.workspace, "memory"), { recursive: true });
    for (let at = 0; at < FILES; at++) {
      const day = `2025-${String(1 + Math.floor(at / 28)).padStart(2, "0")}-${String(1 + (at % 28)).padStart(2, "0")}`;
      const lines = Array.from({ length: LINES }, (_, nth) => `- The relay ${at} of pier ${nth} is painted green\n`);
      writeFileSync(join(world.workspace, `memory/${day}.md`), lines.join(""));
    }
    await world.run(["index", "--no-embed"]);
    const dreams = join(world.workspace, "DREAMS.md");
    const read = () => existsSync(dreams) ? readFileSync(dreams, "utf8") : null;
    const statusOf = async () => JSON.parse((await world.run(["dream", "status"])).stdout) as { candidates: number };
    let killed = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const words = round % 2 === 0 ? ["--path", "memory", "--stage", "--apply"] : ["--revert"];
      const child = Bun.spawn([...memoryCommand(), "dream", "backfill", ...words], {
        cwd: world.workspace,
        env: world.environment,
        stdin: "ignore",
        stdout: "ignore",
        stderr: "ignore",
      });
      await Bun.sleep((LATEST_BLOW_MS * (round + 1)) / ROUNDS);
      child.kill("SIGKILL");
      await child.exited;
      if (child.signalCode !== null) killed++;
      const page = read();
      if (page !== null) expect(page.trimEnd()).toEndWith("<!-- end of backfill -->");
      expect((await world.run(["dream", "backfill", ...words])).code).toBe(0);
      const isThere = round % 2 === 0;
      expect((read() ?? "").includes("<!-- backfill: memory -->")).toBe(isThere);
      expect((await statusOf()).candidates).toBe(isThere ? FILES * LINES : 0);
    }
    expect(killed).toBeGreaterThan(0);
    expect(read()).toBeNull();
  } finally {
    world.remove();
  }
}, 240_000);
