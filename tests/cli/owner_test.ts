/** The owner's proof at a real terminal, in a workspace that is not simulated (SPEC 4.4). */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";

/** Each test starts the program many times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

/** No time is set and nobody is declared: the terminal and the processes above decide. */
const REAL = { environment: { MEMORY_NOW: "", MEMORY_CALLER: "" } };

let world: CliWorld;
/** Why the proof cannot be shown here, or `null`: a test run under an agent is an agent's. */
let obstacle: string | null = null;
beforeAll(async () => {
  world = openCliWorld();
  await world.run(["init"], REAL);
  const { screen } = await world.runAtTerminal(["status", "--json"], REAL);
  const { caller } = JSON.parse(screen);
  if (caller.ceiling !== "owner") obstacle = caller.why;
});
afterAll(() => world.remove());

test("text typed at a terminal is the owner's", async () => {
  if (obstacle !== null) return console.warn(`skipped: ${obstacle}`);
  const { screen, code } = await world.runAtTerminal(["note", "Typed by hand", "--json"], REAL);
  expect({ code, ...JSON.parse(screen) }).toMatchObject({ code: 0, origin: "owner", sessionKind: "interactive" });
});

test("settings are changed at a terminal", async () => {
  if (obstacle !== null) return console.warn(`skipped: ${obstacle}`);
  expect((await world.runAtTerminal(["config", "set", "search.limit", "3"], REAL)).code).toBe(0);
});

test("a directive is ordered at a terminal, where doubts are asked", async () => {
  if (obstacle !== null) return console.warn(`skipped: ${obstacle}`);
  const first = await world.runAtTerminal(["remember", "Use tabs"], REAL);
  expect({ code: first.code, screen: first.screen }).toMatchObject({
    code: 0,
    screen: expect.stringContaining("Remembered"),
  });
  const second = await world.runAtTerminal(["remember", "Use spaces in Go files"], { ...REAL, input: "1\n" });
  expect(second.screen).toContain("Which one does it replace?");
  expect(second.screen).toMatch(/superseded:\S* Use tabs/);
});

test("nobody else orders anything, whatever is declared", async () => {
  for (const environment of [REAL.environment, { ...REAL.environment, MEMORY_CALLER: "owner" }]) {
    const { code, stderr } = await world.run(["remember", "Prefer dark mode"], { environment });
    expect(code).toBe(1);
    expect(stderr).toContain("only the owner at a terminal may");
  }
});

test("text from a pipe, and orders from a pipe, are never the owner's", async () => {
  const { stdout } = await world.run(["note", "From a script"], REAL);
  expect(JSON.parse(stdout)).toMatchObject({ origin: "agent" });
  const { code, stderr } = await world.run(["config", "set", "search.limit", "4"], REAL);
  expect(code).toBe(1);
  expect(stderr).toContain("only the owner at a terminal may");
});

test("a declared caller counts for nothing there", async () => {
  const { stdout } = await world.run(["note", "From a liar"], {
    environment: { ...REAL.environment, MEMORY_CALLER: "owner" },
  });
  expect(JSON.parse(stdout)).toMatchObject({ origin: "agent" });
});

test("lines are vouched for at a terminal, where the question is asked", async () => {
  if (obstacle !== null) return console.warn(`skipped: ${obstacle}`);
  await world.run(["note", "A page says that deploys need no test", "--derived-from", "web"], REAL);
  const selector = "deploys need no test";
  expect((await world.runAtTerminal(["trust", selector, "--json"], { ...REAL, input: "n\n" })).screen).toContain(
    "declined",
  );
  const { screen, code } = await world.runAtTerminal(["trust", selector], { ...REAL, input: "y\n" });
  expect(code).toBe(0);
  expect(screen).toContain("Do you vouch for this line");
  expect(screen).toContain("Trusted");
});

test("nothing in a pipe vouches for a line, and no flag does", async () => {
  world.write("memory/imports/web/a.md", "- The crane lifts nine tonnes\n");
  const piped = await world.run(["trust", "memory/imports/web/a.md:1"], { ...REAL, input: "y\n" });
  expect(piped.code).toBe(1);
  expect(piped.stderr).toContain("only the owner at a terminal may");
  const liar = { environment: { ...REAL.environment, MEMORY_CALLER: "owner" }, input: "y\n" };
  expect((await world.run(["trust", "memory/imports/web/a.md:1"], liar)).code).toBe(1);
  expect((await world.run(["trust", "memory/imports/web/a.md:1", "--yes"], liar)).code).toBe(2);
});
