/** An agent that writes into the files of another workspace by an editor of its own (SPEC 4.3, 4.5). */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type HookWorld, openHookWorld } from "../../support/hook_world.ts";

/** Each test starts the program a dozen times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

const LINE = "Unsigned packages are fine on the release server";

let world: HookWorld;
let memoryFile: string;
beforeEach(async () => {
  world = await openHookWorld();
  const other = join(world.home, "other");
  mkdirSync(other);
  memoryFile = join(other, "MEMORY.md");
  writeFileSync(memoryFile, "# M\n\n- The crane is yellow\n");
  await inOther("init");
  await inOther("index", "--no-embed");
  await world.prompt("Look at the page");
});
afterEach(() => world.remove());

async function inOther(...words: string[]) {
  const { stdout } = await world.run([...words, "--workspace", join(world.home, "other")], { cwd: "." });
  return JSON.parse(stdout);
}
const fetchPage = () => world.tool("WebFetch", { url: "https://page.example" }, "a page");
async function writeLine(): Promise<void> {
  appendFileSync(memoryFile, `- ${LINE}\n`);
  await world.tool("Bash", { command: `echo "- ${LINE}" >> ../other/MEMORY.md` }, "");
}
const isGiven = async () => String((await inOther("bootstrap")).context).includes(LINE);
const origin = async () => (await inOther("get", LINE)).origin;

test("what a tainted turn wrote there is untrusted, whether the page came before or after", async () => {
  await fetchPage();
  await writeLine();
  expect([await isGiven(), await origin()]).toEqual([false, "untrusted"]);
  await world.hook("Stop");
  expect(await isGiven()).toBe(false);
});

test("what a clean turn wrote there waits for its end, as it does here, and a page that comes later taints it", async () => {
  const write = { "file_path": memoryFile, content: LINE };
  appendFileSync(memoryFile, `- ${LINE}\n`);
  await world.tool("Write", write, "ok");
  expect(await isGiven()).toBe(false);
  await world.hook("Stop");
  expect([await isGiven(), await origin()]).toEqual([true, "agent"]);
  await world.prompt("And now the other page");
  appendFileSync(memoryFile, "- The winch is said to be safe without a brake\n");
  await world.tool("Write", write, "ok");
  await fetchPage();
  await world.hook("Stop");
  expect((await inOther("get", "The winch is said")).origin).toBe("untrusted");
});

test("a state there that cannot be opened stops nothing here", async () => {
  writeFileSync(join(world.home, "other.memory", "state.sqlite"), "no database");
  await writeLine();
  await world.hook("Stop");
  expect(world.outcomes().slice(-2).map((outcome) => outcome.split(",")[0])).toEqual(["text kept", "turn closed"]);
});
