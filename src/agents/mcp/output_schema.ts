/**
 * Short ways to write the schemas of answers. What may be `null` is written as two schemas: some clients map each onto a
 * dialect that knows one type at a place.
 *
 * @module
 */
import type { JsonObject, ObjectSchema } from "./tool.ts";

/** The schemas of simple values: texts, whole numbers from 0 on, switches, each perhaps `null`. */
export const VALUE = {
  text: { type: "string" },
  textOrNull: { anyOf: [{ type: "string" }, { type: "null" }] },
  number: { type: "number" },
  count: { type: "integer", minimum: 0 },
  countOrNull: { anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }] },
  flag: { type: "boolean" },
  texts: { type: "array", items: { type: "string" } },
  counts: { type: "object", additionalProperties: { type: "integer", minimum: 0 } },
} satisfies Readonly<Record<string, JsonObject>>;

/** Returns the schema of a list. */
export function listOf(items: JsonObject): JsonObject {
  return { type: "array", items };
}

/**
 * Returns the schema of an object that always has these fields. Others may come with a later version, so it is not closed.
 *
 * @param optional fields that may be missing
 */
export function record(
  fields: Readonly<Record<string, JsonObject>>,
  optional: Readonly<Record<string, JsonObject>> = {},
): ObjectSchema {
  return { type: "object", properties: { ...fields, ...optional }, required: Object.keys(fields) };
}

/** Returns the schema of such an object or `null`. */
export function orNull(schema: ObjectSchema): JsonObject {
  return { anyOf: [schema, { type: "null" }] };
}
