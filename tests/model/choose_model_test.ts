import { expect, test } from "bun:test";
import { checkConfig } from "../../src/app/check_config.ts";
import { modelPart } from "../../src/app/model_part.ts";
import { isUserOnly } from "../../src/app/config_schema.ts";
import { DEFAULT_CONFIG } from "../../src/app/default_config.ts";
import { systemClock } from "../../src/base/clock.ts";
import { askFailure, askModel, openModel } from "../support/model_world.ts";

const ECHO = ["sh", "-c", 'printf \'"%s"\' "$0"', "{model}"];

test("without a provider there is no model, and not even the state is opened", async () => {
  expect(await openModel({ provider: "none" })).toBeNull();
  const model = modelPart({
    request: { environment: {}, homeDir: "/" },
    config: DEFAULT_CONFIG,
    state: () => {
      throw new Error("It was opened");
    },
    clock: systemClock(),
  });
  expect(await model("plan")).toBeNull();
});

test("each use has the model of its own setting, and none takes another one's place", async () => {
  const settings = { provider: "command", name: "big", command: ECHO } as const;
  const overrides = { flush: "small", recall: "none" };
  expect(await askModel(await openModel(settings, { overrides }))).toBe("big");
  expect(await askModel(await openModel(settings, { overrides, purpose: "reflect" }))).toBe("big");
  expect(await askModel(await openModel(settings, { overrides, purpose: "flush" }))).toBe("small");
  expect(await openModel(settings, { overrides, purpose: "recall" })).toBeNull();
});

test.each(
  [
    ["no address", { provider: "openai-compatible" }, {}, "model.endpoint.baseUrl is not set"],
    [
      "no name",
      { provider: "openai-compatible", name: null, endpoint: { baseUrl: "http://127.0.0.1:1/v1" } },
      {},
      "model.name is not set",
    ],
    [
      "no key",
      { provider: "openai-compatible", endpoint: { baseUrl: "http://127.0.0.1:1/v1", keyVariable: "K" } },
      {},
      'The variable "K" that model.endpoint.keyVariable names is not set',
    ],
    ["no command", { provider: "command" }, {}, "model.command is not set"],
    [
      "a name of nothing",
      { provider: "command", name: null, command: ["cat", "{model}"] },
      {},
      "model.name is not set",
    ],
    [
      "an override that the command cannot take",
      { provider: "command", command: ["cat"] },
      { dream: "x" },
      "no word of model.command holds {model}",
    ],
  ] as const,
)("settings with %s give a model that says so when it is asked", async (_, settings, overrides, message) => {
  expect(await askFailure(await openModel(settings, { overrides }))).toContain(message);
});

test("a workspace can neither name a model nor a program", () => {
  const settings = {
    model: { provider: "command", command: ["sh", "-c", "touch /tmp/x"] },
    dream: { model: "x" },
    flush: { model: "x" },
    recall: { model: "x" },
  };
  const file = { path: "/w.jsonc", text: JSON.stringify(settings), mark: "", hash: null };
  const { config, notices } = checkConfig([{ ...file, scope: "workspace" }]);
  expect(config).toMatchObject({
    model: { provider: "none", command: [] },
    dream: { model: null },
    flush: { model: null },
  });
  expect(config.recall.model).toBeNull();
  expect(notices).toHaveLength(4);
  expect(["model", "model.endpoint.baseUrl", "model.command", "recall.model"].every(isUserOnly)).toBe(true);
});

test.each([["", "empty"], ["a\nb", "two lines"], ["x".repeat(201), "too long"]])("a name is not %p (%s)", (name) => {
  const text = JSON.stringify({ model: { name }, dream: { model: name } });
  expect(() => checkConfig([{ path: "/u", text, mark: "", hash: null, scope: "user" }])).toThrow("printable");
});
