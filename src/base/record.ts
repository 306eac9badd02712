/**
 * Looks at what was parsed before it is believed.
 *
 * @module
 */

/** Returns whether a value is an object with named fields: neither `null` nor a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
