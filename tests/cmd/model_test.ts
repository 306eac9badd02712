/** `memory model` in the real program. */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasBundledModel } from "../support/bundled_model.ts";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";
import { skips } from "../support/skips.ts";

/** The model is unpacked for each test; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

let world: CliWorld;
beforeEach(async () => {
  world = openCliWorld({ hasOwnCache: true });
  await world.run(["init"]);
});
afterEach(() => world.remove());

async function model(...words: readonly string[]) {
  const { code, stdout } = await world.run(["model", ...words]);
  return { code, answer: JSON.parse(stdout) };
}

const configPath = () => join(world.home, ".config/memory/config.jsonc");

const withoutModel = skips(!hasBundledModel(), "this program carries no embedding model");

describe("list", () => {
  test("shows the bundled model, or that there is none", async () => {
    const { code, answer } = await model();
    expect(code).toBe(0);
    expect(answer.models).toHaveLength(1);
    expect(answer.models[0]).toMatchObject({ kind: "bundled", inUse: true });
  });

  test.skipIf(withoutModel)("says of a model what it is, where it lies and how large it is", async () => {
    const { answer } = await model("list");
    const [bundled] = answer.models;
    expect(bundled).toMatchObject({ state: "ready", reason: null, dimensions: 384 });
    expect(bundled.bytes).toBeGreaterThan(20_000_000);
    expect(readdirSync(bundled.path)).toContain("model.onnx");
  });

  test("shows what the settings name, in use or not, and what is wrong with it", async () => {
    mkdirSync(join(configPath(), ".."), { recursive: true });
    const embed = {
      provider: "none",
      model: join(world.home, "nowhere"),
      endpoint: { baseUrl: "http://127.0.0.1:9/v1" },
    };
    writeFileSync(configPath(), JSON.stringify({ embed }));
    const { answer } = await model();
    const shown = answer.models.map(({ kind, inUse }: { kind: string; inUse: boolean }) => `${kind} ${inUse}`);
    expect(shown).toEqual(["bundled false", "folder false", "endpoint false"]);
    expect(answer.models[1]).toMatchObject({ state: "failed", bytes: null, reason: expect.any(String) });
    const { stdout } = await world.run(["model", "--text"]);
    expect(stdout).toContain("None is used: searches go by keywords only");
  });
});

describe("use", () => {
  test("writes the choice into the user's settings and keeps what stands there", async () => {
    mkdirSync(join(configPath(), ".."), { recursive: true });
    writeFileSync(configPath(), '// mine\n{\n  "search": { "limit": 7 } // results\n}\n');
    const { code, answer } = await model("use", "none");
    expect(code).toBe(0);
    expect(answer).toMatchObject({ provider: "none", name: null, trial: null, path: configPath() });
    expect(answer.notices).toEqual(["Searches go by keywords only from now on."]);
    const text = readFileSync(configPath(), "utf8");
    expect(text).toStartWith('// mine\n{\n  "search": { "limit": 7 },');
    expect(text).toContain("// results");
    expect((await model()).answer.models[0].inUse).toBe(false);
  });

  test.skipIf(withoutModel)("tries the bundled model before it writes", async () => {
    const { code, answer } = await model("use", "bundled");
    expect(code).toBe(0);
    expect(answer).toMatchObject({ provider: "bundled", trial: { dimensions: 384 } });
    expect(answer.trial.linesPerSecond).toBeGreaterThan(0);
    expect(answer.notices).toEqual([expect.stringContaining('"memory index"')]);
    expect(JSON.parse(readFileSync(configPath(), "utf8"))).toEqual({ embed: { provider: "bundled" } });
  });

  test("writes nothing for a folder that is no model, or is not there", async () => {
    mkdirSync(join(world.home, "empty"));
    const refused = [await model("use", join(world.home, "empty")), await model("use", "nowhere")];
    expect(refused.map(({ code }) => code)).toEqual([1, 1]);
    expect(refused[1]?.answer.error.message).toContain(`there is no folder "${join(world.workspace, "nowhere")}"`);
    expect(() => readFileSync(configPath())).toThrow();
  });

  test("is for the owner alone", async () => {
    const environment = { MEMORY_CALLER: "agent" };
    const { code, stdout } = await world.run(["model", "use", "none"], { environment });
    expect(code).toBe(1);
    expect(JSON.parse(stdout).error.message).toContain("only the owner at a terminal may");
    expect(() => readFileSync(configPath())).toThrow();
  });

  test("wants to know which, and nothing else takes one", async () => {
    const answers = [await model("use"), await model("verify", "x"), await model("list", "x"), await model("choose")];
    expect(answers.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
  });
});

describe.skipIf(withoutModel)("verify", () => {
  test("hashes every file and checks what the model answers", async () => {
    const { code, answer } = await model("verify");
    expect(code).toBe(0);
    expect(answer).toMatchObject({ verified: true, reason: null });
    expect(answer.references).toHaveLength(12);
    for (const { state } of answer.files) expect(state).toBe("intact");
    for (const { actual, expected } of answer.references) {
      expect(Math.abs(actual - expected)).toBeLessThanOrEqual(0.003);
    }
  });

  test("tries the model that the settings name as well", async () => {
    expect((await model("verify")).answer.inUse).toBeNull();
    const folder = join(world.home, "gone");
    mkdirSync(join(configPath(), ".."), { recursive: true });
    writeFileSync(configPath(), JSON.stringify({ embed: { provider: "folder", model: folder } }));
    const { code, answer } = await model("verify");
    expect(code).toBe(1);
    expect(answer).toMatchObject({ verified: true, inUse: { works: false, trial: null } });
    expect(answer.inUse.reason).toContain(folder);
  });

  test("names the file that somebody changed, exits with 1, and has it unpacked again", async () => {
    const { folder, files } = (await model("verify")).answer;
    if (files.length === 0) return expect(folder).toContain("models/cache");
    writeFileSync(join(folder, "model.onnx"), "not a model");
    const { code, answer } = await model("verify");
    expect(code).toBe(1);
    expect(answer).toMatchObject({
      verified: false,
      references: [],
      reason: expect.stringContaining("unpacks them again"),
    });
    const wrong = answer.files.filter(({ state }: { state: string }) => state !== "intact");
    expect(wrong).toMatchObject([{ name: "model.onnx", state: "altered" }]);
    expect((await model("verify")).answer.verified).toBe(true);
    writeFileSync(join(folder, "tokenizer.bin"), "not a vocabulary");
    const { stdout } = await world.run(["model", "verify", "--text"]);
    expect(stdout).toContain("The bundled model is not right");
    // As the reason says.
    expect((await model("verify")).answer.verified).toBe(true);
  });
});
