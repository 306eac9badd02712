/** A prompt in a workspace that was never indexed, in the real program (SPEC 5, 9.2). */
import { expect, test } from "bun:test";
import { openHookWorld, SESSION } from "../../support/hook_world.ts";

/** The program is started a few times, and once more beside it. */
const STORY_MS = 120_000;
/** Far more than 20 ms of work. */
const DIARIES = 200;
const MOST_LOOKS = 100;
const BETWEEN_MS = 200;

test("is caught up with beside the prompts, which wait for nothing", async () => {
  const world = await openHookWorld();
  try {
    world.write("MEMORY.md", "- Deploys run with make ship <!-- trigger: deploy gateway -->\n");
    for (let at = 0; at < DIARIES; at++) {
      const lines = Array.from({ length: 40 }, (_, line) => `- Fact ${at} ${line} of a long year\n`).join("");
      world.write(`memory/y${at}.md`, lines);
    }
    let isGiven = false;
    for (let look = 0; look < MOST_LOOKS && !isGiven; look++) {
      isGiven = (await world.prompt("please deploy the gateway", `${SESSION}-${look}`)).stdout.includes("make ship");
      if (!isGiven) await Bun.sleep(BETWEEN_MS);
    }
    expect(isGiven).toBe(true);
  } finally {
    world.remove();
  }
}, STORY_MS);
