import { expect, test } from "bun:test";
import { checkConfig } from "../../src/app/check_config.ts";
import type { ConfigFile, ConfigScope } from "../../src/app/config_files.ts";
import { isUserOnly } from "../../src/app/config_schema.ts";

function fileOf(scope: ConfigScope, settings: object): ConfigFile {
  return { scope, path: `/${scope}.jsonc`, text: JSON.stringify(settings), mark: "", hash: null };
}

const endpoint = { provider: "openai-compatible", endpoint: { baseUrl: "http://127.0.0.1:1/v1", model: "m" } };

test("a workspace cannot have text sent anywhere, nor choose a model, nor a key", () => {
  const { config, notices } = checkConfig([fileOf("user", {}), fileOf("workspace", { embed: endpoint })]);
  expect(config.embed.provider).toBe("auto");
  expect(config.embed.endpoint.baseUrl).toBeNull();
  expect(notices).toEqual([
    'The setting "embed" in "/workspace.jsonc" is ignored: it counts only in the user\'s own settings',
  ]);
});

test("the user can", () => {
  const { config, notices } = checkConfig([fileOf("user", { embed: endpoint }), fileOf("workspace", {})]);
  expect(config.embed.endpoint.baseUrl).toBe("http://127.0.0.1:1/v1");
  expect(notices).toEqual([]);
});

test("everything below a key of the user's is the user's, and nothing that only begins like it", () => {
  expect(["embed", "embed.provider", "embed.endpoint.baseUrl", "dream.enabled"].filter(isUserOnly)).toHaveLength(4);
  expect(["embedding", "dream", "dream.deep.minScore"].filter(isUserOnly)).toEqual([]);
});
