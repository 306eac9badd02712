import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { modelFacts } from "../../src/app/status/model_facts.ts";
import { type App, openApp } from "../../src/app/app.ts";
import type { AppRequest } from "../../src/app/app_request.ts";
import { initialiseApp } from "../../src/app/initialise_app.ts";
import { textStyle } from "../../src/cmd/_style.ts";
import { modelText } from "../../src/cmd/_text/model_use_text.ts";
import { failureOf } from "../support/failure_of.ts";
import { openTempHome, type TempHome } from "../support/temp_home.ts";

let temp: TempHome;
let request: AppRequest;
let app: App | null;
beforeEach(async () => {
  temp = openTempHome({ MEMORY_NOW: "2026-08-19T09:00:00+08:00", MEMORY_CALLER: "owner" });
  request = {
    flags: { workspace: undefined, dataDir: undefined },
    environment: { ...temp.environment, PATH: Bun.env["PATH"] },
    cwd: temp.workspace,
    homeDir: temp.home,
    terminals: { stdin: false, stdout: false },
    loadChecker: () => import("../../src/app/check_config.ts"),
    loadEmbedding: () => import("../../src/app/open_embedder.ts"),
  };
  await initialiseApp(request, { folder: undefined, adopt: false });
  app = null;
});
afterEach(() => {
  app?.close();
  temp.remove();
});

async function openWith(settings: object): Promise<App> {
  const folder = join(temp.environment["XDG_CONFIG_HOME"] ?? "", "memory");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "config.jsonc"), JSON.stringify(settings));
  return app = await openApp(request);
}

test("without a model there is nothing to tell", async () => {
  expect(await modelFacts(await openWith({}))).toEqual([]);
});

test("each use is told with its model, and how the last questions went", async () => {
  const model = { provider: "command", name: "big", command: ["sh", "-c", "echo {model}-says-no >&2; exit 3"] };
  const opened = await openWith({ model, dream: { model: "small" }, recall: { model: "none" } });
  const dream = await opened.model("plan");
  const question = { purpose: "plan", prompt: "one two three", deadlineMs: 20_000, maxAnswerChars: 9 } as const;
  if (dream !== null) await failureOf(dream.ask(question));
  const facts = await modelFacts(opened);
  const at = "2026-08-19T09:00:00+08:00";
  expect(facts).toEqual([
    {
      use: "dream",
      name: "small by sh",
      problem: null,
      calls: 1,
      tokens: 4,
      failures: 1,
      askedAt: at,
      answeredAt: null,
      failedAt: at,
      failure: "ended with code 3",
    },
    expect.objectContaining({ use: "flush", name: "big by sh", calls: 0, askedAt: null, failure: null }),
  ]);
  expect(facts.map((fact) => modelText(fact, textStyle(false)))).toEqual([
    `dream: small by sh, 1 question today, 1 failed (last ${at}: ended with code 3)`,
    "flush: big by sh",
  ]);
});

test("settings that cannot work are told before anybody asks", async () => {
  const facts = await modelFacts(await openWith({ model: { provider: "openai-compatible" } }));
  expect(facts).toHaveLength(3);
  const [first] = facts;
  if (first === undefined) throw new Error("There is no model");
  expect(first.problem).toContain("model.endpoint.baseUrl is not set");
  expect(modelText(first, textStyle(false))).toContain("is not set");
});
