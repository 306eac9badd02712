import { expect, test } from "bun:test";
import { errorOf } from "../support/error_of.ts";
import { checkConfig } from "../../src/app/check_config.ts";
import type { ConfigFile, ConfigScope } from "../../src/app/config_files.ts";
import { configEntries } from "../../src/app/config_entries.ts";
import { editConfig } from "../../src/app/edit_config.ts";
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

test.each([
  ["a password in the address", { baseUrl: "https://user:s3cret-word@models.example/v1" }],
  ["a mistyped address", { baseUrl: "user:s3cret-word@models.example/v1" }],
  ["a password in the proxy", { proxy: "http://user:s3cret-word@proxy.example" }],
  ["an address in a list", { baseUrl: ["https://user:s3cret-word@models.example/v1"] }],
  ["a key instead of its variable", { keyVariable: "sk-s3cret-word" }],
])("the refusal of %s does not repeat it", (_, settings) => {
  const read = () => checkConfig([fileOf("user", { embed: { endpoint: settings } })]);
  expect(read).toThrow('Cannot use the setting "embed.endpoint.');
  expect(read).not.toThrow("s3cret");
});

test("settings are shown without what the query of an address holds, and the program still uses it", () => {
  const baseUrl = "https://models.example/v1?api-key=s3cret-word";
  const { config, sources } = checkConfig([fileOf("user", { embed: { endpoint: { baseUrl } } })]);
  const entries = configEntries({ config, configSources: sources });
  expect(entries.find(({ key }) => key === "embed.endpoint.baseUrl")?.value).toBe(
    "https://models.example/v1?api-key=***",
  );
  expect(config.embed.endpoint.baseUrl).toBe(baseUrl);
});

test("the hint to set an address for the user does not repeat its password", () => {
  const set = () => editConfig(fileOf("workspace", {}), "embed.endpoint.baseUrl", "https://u:s3cret-word@h/v1");
  expect(errorOf(set)).toMatchObject({ hint: "memory config set embed.endpoint.baseUrl https://***@h/v1 --user" });
});
