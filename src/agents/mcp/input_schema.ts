import type { JsonObject, ObjectSchema, ToolField, ToolFields } from "./tool.ts";

/** Returns the closed schema of a tool's arguments. */
export function inputSchema(fields: ToolFields): ObjectSchema {
  const entries = Object.entries(fields);
  const required = entries.filter(([, field]) => field.isRequired).map(([name]) => name);
  return {
    type: "object",
    ...(entries.length === 0
      ? {}
      : { properties: Object.fromEntries(entries.map(([name, field]) => [name, fieldSchema(field)])) }),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function fieldSchema({ type, description, choices, minimum, maximum }: ToolField): JsonObject {
  if (type === "strings") return { type: "array", items: { type: "string" }, description };
  return {
    type,
    ...(choices === undefined ? {} : { enum: [...choices] }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    description,
  };
}
