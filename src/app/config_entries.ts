import { strikeUrl } from "../base/text/strike_secrets.ts";
import type { App } from "./app.ts";
import type { ConfigScope } from "./config_files.ts";
import { leafKeys, valueAt } from "./config_tree.ts";
import { DEFAULT_CONFIG } from "./default_config.ts";

/** One setting as it holds now. */
export interface ConfigEntry {
  /** Dotted key. */
  readonly key: string;
  /** As JSON holds it; `null` if nothing is set. Addresses are shown without secrets; see {@linkcode shownSetting}. */
  readonly value: unknown;
  /** Where the value comes from. */
  readonly source: "default" | ConfigScope;
}

/** Returns every setting, in the order of the schema. */
export function configEntries(app: Pick<App, "config" | "configSources">): ConfigEntry[] {
  return leafKeys(DEFAULT_CONFIG).map((key) => ({
    key,
    value: shownSetting(key, valueAt(app.config, key)),
    source: app.configSources.get(key) ?? "default",
  }));
}

/** Settings that hold the address of something that may want a secret in it. */
const ADDRESS_KEYS: ReadonlySet<string> = new Set(
  ["embed", "model"].flatMap((slice) => [`${slice}.endpoint.baseUrl`, `${slice}.endpoint.proxy`]),
);

/** Returns the value of a setting as it may be printed: an address without user, password and query values. */
export function shownSetting(key: string, value: unknown): unknown {
  return ADDRESS_KEYS.has(key) && typeof value === "string" ? strikeUrl(value) : value;
}
