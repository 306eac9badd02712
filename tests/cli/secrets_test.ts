import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { drawn } from "../capture/redact/drawn_numbers.ts";
import { type HookWorld, openHookWorld } from "../support/hook_world.ts";

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
const PASSWORD = `${drawn(LETTERS, 12, 71)}9x`;
const TOKEN = `ghp_${drawn(LETTERS, 36, 72)}`;
const MOBILE = `137${drawn("123456789", 8, 73)}`;
const SECRETS = [PASSWORD, TOKEN, MOBILE];

let world: HookWorld;

beforeEach(async () => {
  world = await openHookWorld({ hasOwnCache: true });
});

afterEach(() => world.remove());

/** Every file below the home whose bytes hold one of the secrets, as UTF-8 or as UTF-16. */
function holders(): string[] {
  const entries = readdirSync(world.home, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).filter((path) => {
    const bytes = readFileSync(path);
    return SECRETS.some((secret) => bytes.includes(secret) || bytes.includes(Buffer.from(secret, "utf16le")));
  });
}

/** Writes the user's own settings. */
function configure(settings: unknown): void {
  const path = join(world.home, ".config/memory/config.jsonc");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(settings));
}

describe("a secret", () => {
  test("is in no file after it was noted, and in nothing that was printed", async () => {
    const done = await world.run([
      "note",
      `The wifi password is ${PASSWORD}, the token ${TOKEN} and the number of the landlord ${MOBILE}.`,
      "--json",
    ]);
    expect(done.code).toBe(0);
    expect(JSON.parse(done.stdout)).toMatchObject({
      text:
        "The wifi password is [redacted: password], the token [redacted: github-key] and the number of the landlord " +
        "[redacted: phone].",
      redacted: { "github-key": 1, password: 1, phone: 1 },
      notices: [expect.stringContaining("not stored: github-key, password, phone")],
    });
    expect(SECRETS.filter((secret) => done.stdout.includes(secret) || done.stderr.includes(secret))).toEqual([]);
    expect(holders()).toEqual([]);
  });

  test("is no name of a session, and an address may be one", async () => {
    for (
      const words of [["note", "The port is 18789", "--session", TOKEN], [
        "intent",
        "add",
        "Ask for it",
        "--keywords",
        "gateway",
        "--scope",
        `session:${TOKEN}`,
      ]]
    ) {
      const refused = await world.run([...words, "--json"]);
      expect(refused.code).toBe(2);
      expect(JSON.parse(refused.stdout).error.message).toMatch(
        /it is stored as it is, and holds a secret \("github-key"\)$/,
      );
    }
    expect(holders()).toEqual([]);
    const search = await world.run(["search", "port", "--session", "agent:main:mail:ann@example.com", "--json"]);
    expect(search.code).toBe(0);
  });

  test("is in no file after hooks saw it in a prompt, a command and what a tool gave", async () => {
    await world.prompt(`Log in with the password ${PASSWORD} and call ${MOBILE}`);
    await world.tool("Bash", { command: `curl -H "Authorization: Bearer ${TOKEN}" https://api.example.com` }, {
      stdout: `token=${TOKEN}\n手机：${MOBILE}`,
      stderr: "",
    });
    await world.agent(["note", `Logged in with the password ${PASSWORD}; the hotline is ${MOBILE}`]);
    await world.hook("Stop");
    await world.run(["index", "--no-embed"]);
    await world.run(["search", "hotline", "--keyword-only"]);
    expect(world.outcomes().length).toBeGreaterThan(2);
    expect(holders()).toEqual([]);
  });

  test("is refused in an annotation without being repeated", async () => {
    const done = await world.run(["note", "Call the landlord", "--trigger", `landlord ${MOBILE}`]);
    expect(done.code).toBe(2);
    expect(done.stdout + done.stderr).not.toContain(MOBILE);
    expect(holders()).toEqual([]);
  });
});

describe("the settings", () => {
  test("let the user keep a text", async () => {
    configure({ redact: { allow: [MOBILE] } });
    const { stdout } = await world.run(["note", `The hotline is ${MOBILE}`, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ text: `The hotline is ${MOBILE}`, redacted: {} });
    expect(holders()).toContainEqual(expect.stringContaining(join("notes", "memory")));
  });

  test("of a workspace neither switch it off nor allow anything, and that is said", async () => {
    const path = join(world.home, "notes.memory", "config.jsonc");
    expect(existsSync(dirname(path))).toBe(true);
    writeFileSync(path, JSON.stringify({ redact: { enabled: false, allow: [MOBILE] } }));
    const { stdout } = await world.run(["note", `The hotline is ${MOBILE}`, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      text: "The hotline is [redacted: phone]",
      notices: expect.arrayContaining([expect.stringContaining("redact")]),
    });
  });
});
