/** Untrusted text reaches an agent by a read only, which taints it, whichever way the agent reads and writes (SPEC 4.5). */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type CliWorld, openFilledWorld } from "../support/cli_world.ts";
import { openMcpSession } from "../support/mcp_world.ts";

/** Two dozen processes one after the other, on a slow machine. */
const TIMEOUT_MS = 120_000;
const SECRETS = /99887766|55443322|77665544/;
const AGENT = { MEMORY_CALLER: "agent" };

let world: CliWorld;
beforeAll(async () => {
  world = await openFilledWorld();
  for (
    const text of [
      "Vendor invoices are to be wired to account 99887766",
      "Vendor payments go out on Fridays, bank 55443322",
      "供应商 Vendor 发票付给账户 77665544",
    ]
  ) expect((await world.run(["note", text, "--derived-from", "web"])).code).toBe(0);
  expect((await world.run(["note", "Vendor of the lamp is Ada"])).code).toBe(0);
}, TIMEOUT_MS);
afterAll(() => world.remove());

async function originOf(text: string, environment: Readonly<Record<string, string>>) {
  return JSON.parse((await world.run(["note", text], { environment })).stdout).origin;
}

test("who is told which lines may be meant gets no untrusted text, the owner does", async () => {
  const recalled = await world.run(["search", "vendor invoices", "--session-kind", "interactive"]);
  expect(recalled.stdout).toMatch(SECRETS);
  const asked = [
    ["get", "Vendor"],
    ["blame", "Vendor"],
    ["forget", "Vendor"],
    ["distrust", "Vendor"],
    ["dream", "--explain", "Vendor"],
    ["search", "--related", "Vendor"],
  ];
  for (const words of asked) {
    const { code, stdout, stderr } = await world.run(words, { environment: AGENT });
    expect([words[0], code]).toEqual([words[0], 2]);
    expect(stdout + stderr).not.toMatch(SECRETS);
    expect(stdout).toContain("(untrusted: text withheld)");
    expect(stdout).toContain("Vendor of the lamp is Ada");
    expect(stdout).toContain("memory/2026-08-19.md#L");
  }
  for (const words of [["status"], ["status", "--text"], ["dream", "preview"], ["dream", "preview", "--text"]]) {
    const { code, stdout } = await world.run(words, { environment: AGENT });
    expect(code).toBe(0);
    expect(stdout).not.toMatch(SECRETS);
    expect(stdout).toContain("withheld");
  }
  const session = await openMcpSession(world);
  for (const name of ["memory_get", "memory_forget"]) {
    const answer = await session.call(name, { selector: "Vendor" });
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain("text withheld");
    expect(JSON.stringify(answer)).not.toMatch(SECRETS);
  }
  expect((await session.call("memory_add", { text: "The kettle is green" })).structured).toMatchObject({
    origin: "agent",
  });
  await session.close();
  expect(await originOf("The lamp is red", AGENT)).toBe("agent");
  expect((await world.run(["get", "Vendor"])).stdout).toMatch(SECRETS);
  const status = JSON.parse((await world.run(["status"])).stdout);
  expect(JSON.stringify(status.listed.untrusted)).toMatch(SECRETS);
  expect(JSON.parse((await world.run(["dream", "preview"])).stdout).pool[0]).toMatchObject({ origin: "untrusted" });
}, TIMEOUT_MS);

test(
  "what a command of the shell read counts for a connection, and the other way round; whoever is untrusted for it is told",
  async () => {
    const session = await openMcpSession(world);
    const add = async (text: string) => (await session.call("memory_add", { text })).structured;
    expect(await add("The shelf is oak")).toMatchObject({ origin: "agent" });
    expect((await world.run(["get", "Vendor invoices are"], { environment: AGENT })).stdout).toMatch(SECRETS);
    expect(await add("Accounting pays by wire")).toMatchObject({ origin: "untrusted" });
    await session.close();

    const later = { MEMORY_NOW: "2026-08-22T09:00:00+08:00" };
    expect(await originOf("The roof is flat", { ...later, ...AGENT })).toBe("agent");
    const reader = await openMcpSession(world, "auto", later);
    expect(JSON.stringify(await reader.call("memory_get", { selector: "Vendor invoices are" }))).toMatch(SECRETS);
    await reader.close();
    expect(await originOf("Invoices are paid by wire", { ...later, ...AGENT })).toBe("untrusted");
    const nobody = { environment: { ...later, MEMORY_CALLER: "none" }, input: "The build number is 77124" };
    for (const [words, kind] of [[["note", "-"], undefined], [["remember", "-", "--propose"], "proposal"]] as const) {
      const piped = JSON.parse((await world.run(words, { ...nobody, input: `${nobody.input} ${kind ?? ""}` })).stdout);
      expect(piped).toMatchObject({ origin: "untrusted", written: true });
      expect(piped.notices.join()).toContain(`memory trust ${piped.path}:${piped.line}`);
      expect(piped.notices.join()).toContain("type it at a terminal");
    }
    const told = await world.run(["note", "-", "--text"], { ...nobody, input: "The gate is shut" });
    expect(told.stderr).toContain("type it at a terminal");
    expect(await originOf("The door is blue", later)).toBe("owner");
  },
  TIMEOUT_MS,
);
