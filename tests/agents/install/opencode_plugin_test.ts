/** The plugin of OpenCode, loaded and driven as OpenCode does it, against a program that writes down what it is told. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OPENCODE } from "../../../src/agents/hook/opencode.ts";
import { type InstallWorld, openInstallWorld } from "../../support/install_world.ts";

const PLUGIN = ".config/opencode/plugins/memory.js";

let world: InstallWorld;

beforeEach(() => {
  world = openInstallWorld();
});
afterEach(() => world.remove());

interface Part {
  readonly id: string;
  readonly type: string;
  readonly text?: string;
  readonly synthetic?: boolean;
}

/** The hooks that are used here. */
interface Hooks {
  event(input: { event: { type: string; properties: object } }): Promise<void>;
  "chat.message"(input: object, output: { message: object; parts: Part[] }): Promise<void>;
  "tool.execute.after"(input: object, output: object): Promise<void>;
  "experimental.session.compacting"(input: object, output: { context: string[] }): Promise<void>;
}

/** Installs the plugin for a program that runs a script, loads it, and returns its hooks. */
async function loaded(script: string): Promise<Hooks> {
  const program = world.write(
    "bin/memory",
    `#!/bin/sh\nread -r line\nprintf '%s\\n' "$line" >> "${world.home}/told"\n${script}\n`,
  );
  chmodSync(program, 0o755);
  world.install("opencode", { program, withServer: false });
  const messages = { data: [{ info: { role: "assistant" }, parts: [{ type: "text", text: "It is 18789." }] }] };
  const { MemoryPlugin } = await import(join(world.home, PLUGIN));
  return await MemoryPlugin({
    client: { session: { messages: () => Promise.resolve(messages) } },
    directory: world.home,
  });
}

/** Returns what the program was told, as our reader reads it. */
function told() {
  const path = join(world.home, "told");
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8").trim().split("\n").map((line) => OPENCODE.read(JSON.parse(line), null));
}

describe("the plugin", () => {
  test("tells of a session from its start to its end, in words that the program reads", async () => {
    const hooks = await loaded(`printf '{"context":"<memory-data>port</memory-data>"}'`);
    await hooks.event({ event: { type: "session.created", properties: { info: { id: "s1" } } } });
    const parts: Part[] = [{ id: "prt_1", type: "text", text: "Which port?" }];
    const input = { sessionID: "s1", messageID: "msg_1" };
    await hooks["chat.message"](input, { message: { id: "msg_1" }, parts });
    await hooks["tool.execute.after"](
      { tool: "webfetch", sessionID: "s1", args: { url: "https://example.com" } },
      { output: "a page" },
    );
    const page = { content: [{ type: "text", text: "a page" }], structuredContent: { note: "x" } };
    await hooks["tool.execute.after"]({ tool: "docs_read", sessionID: "s1", args: {} }, page);
    const output = { context: [] as string[] };
    await hooks["experimental.session.compacting"]({ sessionID: "s1" }, output);
    await hooks.event({ event: { type: "session.idle", properties: { sessionID: "s1" } } });
    await hooks.event({ event: { type: "session.deleted", properties: { info: { id: "s1" } } } });
    await hooks.event({ event: { type: "server.connected", properties: {} } });

    expect(told()).toMatchObject([
      { event: "start", session: "s1", folder: world.home, isSubagent: false },
      { event: "prompt", prompt: "Which port?", promptId: "msg_1" },
      { event: "tool", tool: { name: "webfetch", input: { url: "https://example.com" }, output: "a page" } },
      { event: "tool", tool: { name: "docs_read", output: page } },
      { event: "precompact" },
      { event: "reply", reply: "It is 18789." },
      { event: "end" },
    ]);
    // The start and the prompt answered once each; the text comes behind what was written.
    expect(parts).toHaveLength(2);
    expect(parts[1]).toMatchObject({ id: "prt_1m", type: "text", synthetic: true });
    expect(parts[1]?.text?.match(/<memory-data>/g)).toHaveLength(2);
    expect(output.context).toEqual(["<memory-data>port</memory-data>"]);
  }, 240_000);

  test("tells of a session that it did not see begin, and of a sub-agent as one", async () => {
    const hooks = await loaded(":");
    const parts: Part[] = [{ id: "prt_1", type: "text", text: "Go on" }];
    await hooks["chat.message"]({ sessionID: "old" }, { message: { id: "msg_9" }, parts });
    await hooks.event({ event: { type: "session.created", properties: { info: { id: "sub", parentID: "old" } } } });
    await hooks["chat.message"]({ sessionID: "sub" }, { message: { id: "msg_10" }, parts });
    expect(told()).toMatchObject([
      { event: "start", session: "old", isSubagent: false },
      { event: "prompt", session: "old", promptId: "msg_9" },
      { event: "start", session: "sub", isSubagent: true },
      { event: "prompt", session: "sub", isSubagent: true },
    ]);
    expect(parts).toHaveLength(1);
  }, 240_000);

  test("leaves the session as it is if the program fails, says odd things or is gone", async () => {
    for (const script of ["exit 1", "echo no json", "echo '{}'", "echo '{\"context\":null}'"]) {
      const hooks = await loaded(script);
      const parts: Part[] = [{ id: "prt_1", type: "text", text: "Hello" }];
      await hooks["chat.message"]({ sessionID: "s" }, { message: { id: "m" }, parts });
      expect([script, parts.length]).toEqual([script, 1]);
    }
    const hooks = await loaded(":");
    writeFileSync(join(world.home, "bin/memory"), "");
    chmodSync(join(world.home, "bin/memory"), 0o644);
    const parts: Part[] = [{ id: "prt_1", type: "text", text: "Hello" }];
    await hooks["chat.message"]({ sessionID: "s" }, { message: { id: "m" }, parts });
    expect(parts).toHaveLength(1);
  }, 240_000);

  test("that somebody wrote or changed is neither replaced nor removed", () => {
    world.write(PLUGIN, "export const Mine = 1;\n");
    expect(() => world.install("opencode")).toThrow("somebody else wrote it");
    expect(world.uninstall("opencode")).toEqual([]);
    expect(world.read(PLUGIN)).toBe("export const Mine = 1;\n");
    world.write(PLUGIN, "");
    expect(() => world.install("opencode")).toThrow("somebody else wrote it");
  });

  test("that was changed by hand stays, and is named", () => {
    world.install("opencode");
    const changed = `${world.read(PLUGIN)}// mine\n`;
    world.write(PLUGIN, changed);
    expect(() => world.install("opencode")).toThrow("it was changed by hand");
    expect(() => world.uninstall("opencode")).toThrow("it was changed by hand");
    expect(world.read(PLUGIN)).toBe(changed);
  });
});
