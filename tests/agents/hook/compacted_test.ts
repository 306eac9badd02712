/** How the memory comes back after a compaction, for clients that tell of a start again and for those that do not. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type CallWorld, openCallWorld } from "../../support/hook_call.ts";
import { type SampledClient, sampledClients } from "../../support/client_samples.ts";

const LONG_MS = 240_000;
const FILES = {
  "MEMORY.md": "- Backups run at 02:30 <!-- trigger: backup time -->\n- 网关监听 18789 端口\n",
  "AGENTS.md": "Ask before you delete.\n",
};

let world: CallWorld;

beforeEach(async () => {
  world = await openCallWorld(FILES);
});

afterEach(() => world.remove());

function client(name: string): SampledClient {
  const found = sampledClients(world.workspace).find((each) => each.name === name);
  if (found === undefined) throw new Error(name);
  return found;
}

describe("after a compaction", () => {
  test.each([
    ["gemini", "SessionStart", "BeforeAgent", "PreCompress"],
    ["opencode", "session.created", "chat.message", "session.compacting"],
  ])("the next prompt of %s brings the memory back, once", async (name, start, prompt, compact) => {
    const each = client(name);
    const ask = (text: string) => world.tell(each, prompt, { prompt: text, "message_id": text });
    expect(await world.tell(each, start)).toContain("Backups run at 02:30");
    expect(await ask("What is the backup time?")).toBe("");
    await world.tell(each, compact);
    const back = await ask("And the backup time now?");
    expect(back).toContain("Backups run at 02:30");
    expect(back).toContain("18789");
    expect(back.match(/Backups run/g)).toHaveLength(1);
    expect(back.length).toBeLessThan(9_500);
    expect(world.outcomes().at(-1)).toContain("memory brought back");
    expect(await ask("Once more, the backup time?")).toBe("");
  }, LONG_MS);

  test("Gemini CLI tells of one before each answer; only its transcript tells which came", async () => {
    const each = client("gemini");
    const transcript = join(world.home, "session-g.jsonl");
    const said = (line: object) => appendFileSync(transcript, `${JSON.stringify(line)}\n`);
    const auto = () => world.tell(each, "PreCompress", { trigger: "auto", "transcript_path": transcript });
    const turn = async (text: string, work: () => void = () => undefined) => {
      const answer = await world.tell(each, "BeforeAgent", { prompt: text, "transcript_path": transcript });
      await auto();
      expect(world.outcomes().at(-1)).toBe("nothing to do");
      work();
      await world.tell(each, "AfterAgent", { prompt: text, "transcript_path": transcript });
      return answer;
    };
    said({ sessionId: "g", projectHash: "ab", startTime: "2026-08-19T01:00:00.000Z", kind: "main" });
    expect(await world.tell(each, "SessionStart", { "transcript_path": transcript })).toContain("Backups run at 02:30");
    const messages = [{ id: "1", type: "user", content: [{ text: "<state_snapshot>x</state_snapshot>" }] }];
    expect(await turn("One")).toBe("");
    expect(await turn("Two", () => said({ $set: { messages } }))).toBe("");
    expect(world.outcomes().at(-1)).toContain("compaction");
    expect(await turn("Three")).toContain("Backups run at 02:30");
    expect(await turn("Four")).toBe("");
  }, LONG_MS);

  test("a start of Codex brings it back, and no prompt", async () => {
    const each = client("codex");
    await world.tell(each, "SessionStart");
    await world.tell(each, "PreCompact");
    expect(await world.tell(each, "SessionStart", { source: "compact" })).toContain("Backups run at 02:30");
    expect(await world.tell(each, "UserPromptSubmit", { prompt: "What is the backup time?" })).toBe("");
  }, LONG_MS);

  test("Cursor is given nothing at its prompts, and nothing counts as given", async () => {
    const each = client("cursor");
    expect(await world.tell(each, "sessionStart")).toContain("Backups run at 02:30");
    await world.tell(each, "preCompact");
    expect(await world.tell(each, "beforeSubmitPrompt", { prompt: "What is the backup time?" })).toBe("");
    expect(world.outcomes().at(-1)).toBe("turn opened");
    expect(await world.tell(each, "sessionStart")).toContain("Backups run at 02:30");
  }, LONG_MS);
});

describe("the instructions of the workspace", () => {
  test("are left out only where the client reads that very file", async () => {
    const inside = join(world.workspace, "app", "src");
    const outside = join(world.home, "elsewhere");
    mkdirSync(join(world.workspace, ".git"), { recursive: true });
    for (const folder of [inside, outside]) mkdirSync(folder, { recursive: true });
    const given = async (name: string, event: string, folder: string) => {
      const place = { cwd: folder, "workspace_roots": [folder] };
      return (await world.tell(client(name), event, place)).includes("Ask before you delete");
    };
    const found: [string, boolean[]][] = [];
    for (
      const [name, event] of [
        ["claude-code", "SessionStart"],
        ["codex", "SessionStart"],
        ["gemini", "SessionStart"],
        ["cursor", "sessionStart"],
        ["opencode", "session.created"],
      ] as const
    ) {
      const places = [world.workspace, inside, outside, "/no/such/folder"];
      const rows: boolean[] = [];
      for (const place of places) rows.push(await given(name, event, place));
      found.push([name, rows]);
    }
    expect(found).toEqual([
      ["claude-code", [true, true, true, true]],
      ["codex", [false, false, true, true]],
      ["gemini", [true, true, true, true]],
      ["cursor", [false, true, true, true]],
      ["opencode", [false, false, true, true]],
    ]);
  }, LONG_MS);
});
