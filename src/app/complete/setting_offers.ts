import type * as z from "zod/mini";
import { configSchema } from "../config_schema.ts";
import { isTree, valueAt } from "../config_tree.ts";
import { DEFAULT_CONFIG } from "../default_config.ts";
import type { Offer } from "./offer.ts";

/** Returns the values that a setting may have where there are few, else its default; none for an unknown key. */
export function settingValues(key: string): Offer[] {
  const fallback = valueAt(DEFAULT_CONFIG, key);
  if (fallback === undefined || isTree(fallback)) return [];
  const usual = typeof fallback === "string" ? fallback : JSON.stringify(fallback);
  const values = new Set([...choicesOf(schemaAt(key)), usual]);
  return [...values].map((value) => ({ value, about: value === usual ? "default" : null }));
}

type Schema = z.core.$ZodTypes;

function schemaAt(key: string): Schema | undefined {
  return key.split(".").reduce<Schema | undefined>((at, part) => {
    const def = at === undefined ? undefined : bare(at)._zod.def;
    return def?.type === "object" ? def.shape[part] as Schema | undefined : undefined;
  }, configSchema as Schema);
}

/** Returns the schema inside of defaults. */
function bare(schema: Schema): Schema {
  const { def } = schema._zod;
  return def.type === "default" || def.type === "prefault" ? bare(def.innerType as Schema) : schema;
}

function choicesOf(schema: Schema | undefined): string[] {
  if (schema === undefined) return [];
  const { def } = bare(schema)._zod;
  switch (def.type) {
    case "nullable":
      return [...choicesOf(def.innerType as Schema), "null"];
    case "boolean":
      return ["true", "false"];
    case "enum":
      return Object.values(def.entries).map(String);
    default:
      return [];
  }
}
