import { configSchema } from "../src/app/config_schema.ts";

/** Returns the text of `src/app/default_config.ts`: the defaults of all slices, worked out by the schema, as plain data. */
export function renderDefaultConfig(): string {
  return `import type { Config } from "./config_schema.ts";

/**
 * The settings that hold when nothing is configured. Generated from the slices by \`tools/generate.ts\`, so that a program
 * start without settings loads no schema library; change a default in its slice, never here.
 */
export const DEFAULT_CONFIG: Config = ${literal(configSchema.parse({}), "")};
`;
}

function literal(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, inner)).join(", ")}]`;
  const rows = Object.entries(value).map(([key, each]) => `${inner}${key}: ${literal(each, inner)},\n`);
  return rows.length === 0 ? "{}" : `{\n${rows.join("")}${indent}}`;
}
