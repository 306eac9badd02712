/** `memory remember` killed at any moment: `USER.md` is old or new as a whole, and the next order goes through (SPEC 13). */
import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openCliWorld } from "../support/cli_world.ts";
import { memoryCommand } from "../support/run_memory.ts";

/** Each test starts the program many times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

const ROUNDS = 24;
/** Milliseconds; a whole run takes longer than most of these, so that the blow falls anywhere. */
const LATEST_BLOW_MS = 120;

test("a kill leaves the old file or the new one, and no order after it is lost", async () => {
  const world = openCliWorld();
  try {
    await world.run(["init"]);
    await world.run(["remember", "Use tabs"]);
    const file = join(world.workspace, "USER.md");
    const read = () => existsSync(file) ? readFileSync(file, "utf8") : "";
    let killed = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const before = read();
      const word = round % 2 === 0 ? "spaces" : "tabs";
      const child = Bun.spawn([...memoryCommand(), "remember", `Use ${word}`], {
        cwd: world.workspace,
        env: world.environment,
        stdin: "ignore",
        stdout: "ignore",
        stderr: "ignore",
      });
      await Bun.sleep((LATEST_BLOW_MS * round) / ROUNDS);
      child.kill("SIGKILL");
      await child.exited;
      if (child.signalCode !== null) killed++;
      const after = read();
      if (after !== before) {
        expect(after).toContain(`- Use ${word} <!-- observed: 2026-08-19 | status: active -->\n`);
        expect(after.match(/status: active/g)).toHaveLength(1);
        expect(after).toEndWith("\n");
      }
      expect((await world.run(["remember", `Use ${word}`])).code).toBe(0);
      expect(read()).toContain(`- Use ${word} <!-- observed: 2026-08-19 | status: active -->\n`);
    }
    expect(killed).toBeGreaterThan(0);
    // The owner's line is the owner's, whichever run had booked it.
    const { stdout } = await world.run(["bootstrap", "--text"]);
    expect(stdout).toContain("- Use tabs");
    expect(readdirSync(world.workspace).filter((name) => name.includes("USER") && name !== "USER.md").length)
      .toBeLessThan(ROUNDS);
  } finally {
    world.remove();
  }
});
