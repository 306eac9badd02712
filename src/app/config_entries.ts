import type { App } from "./app.ts";
import type { ConfigScope } from "./config_files.ts";
import { leafKeys, valueAt } from "./config_tree.ts";
import { DEFAULT_CONFIG } from "./default_config.ts";

/** One setting as it holds now. */
export interface ConfigEntry {
  /** Dotted key. */
  readonly key: string;
  /** As JSON holds it; `null` if nothing is set. */
  readonly value: unknown;
  /** Where the value comes from. */
  readonly source: "default" | ConfigScope;
}

/** Returns every setting, in the order of the schema. */
export function configEntries(app: Pick<App, "config" | "configSources">): ConfigEntry[] {
  return leafKeys(DEFAULT_CONFIG).map((key) => ({
    key,
    value: valueAt(app.config, key),
    source: app.configSources.get(key) ?? "default",
  }));
}
