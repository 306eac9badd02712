import leven from "leven";
import type * as z from "zod/mini";
import { strikeUrl, STRUCK } from "../base/text/strike_secrets.ts";
import { type ConfigTree, leafKeys, valueAt } from "./config_tree.ts";
import { DEFAULT_CONFIG } from "./default_config.ts";

/** What is wrong with a setting, in words. */
export interface ConfigIssue {
  /** Dotted key. */
  readonly key: string;
  /** Half a sentence: what is and what should be. */
  readonly problem: string;
  /** For an unknown key, the known one that it may stand for. */
  readonly closest?: string | undefined;
}

/** One finding of the schema. */
export type SchemaIssue = z.core.$ZodIssue;

/** Returns a schema's finding in words, with the value that was found. */
export function describeIssue(issue: SchemaIssue, tree: ConfigTree): ConfigIssue {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    const key = [...path, issue.keys[0] ?? ""].join(".");
    return { key, problem: "there is no such setting", closest: suggestKey(key) };
  }
  const key = path.join(".");
  // Whoever puts a key where the name of its variable belongs should not find it in a log as well.
  const value = foundAt(tree, issue.path);
  const whole = JSON.stringify(/^(?:embed|model)(?:\.|$)/.test(key) ? withoutSecrets(key, value) : value) ?? "nothing";
  const found = whole.length <= MAX_SHOWN_CHARS ? whole : `${whole.slice(0, MAX_SHOWN_CHARS)}…`;
  return { key, problem: `it is ${found}, it should be ${wanted(issue)}` };
}

/** Returns the value at a path, in lists as well. */
function foundAt(tree: ConfigTree, path: readonly PropertyKey[]): unknown {
  const inList = path.findIndex((part) => typeof part === "number");
  if (inList < 0) return valueAt(tree, path.map(String).join("."));
  const list = valueAt(tree, path.slice(0, inList).map(String).join("."));
  return Array.isArray(list) ? list[Number(path[inList])] : undefined;
}

/** The ones that are mistaken for the key itself. */
const KEY_VARIABLE = /^(?:embed|model)\.endpoint\.keyVariable$/;

/** For settings that may hold an address with a password. */
function withoutSecrets(key: string, value: unknown): unknown {
  if (KEY_VARIABLE.test(key) || (typeof value === "object" && value !== null)) return STRUCK;
  return typeof value === "string" ? strikeUrl(value) : value;
}

/** A value that is wrong is shown up to here, in UTF-16 units: enough to find it again. */
const MAX_SHOWN_CHARS = 80;

/** Returns the known setting closest to a mistyped one, or `undefined` if none is close. */
export function suggestKey(typed: string): string | undefined {
  const last = typed.split(".").at(-1) ?? typed;
  const ranked = leafKeys(DEFAULT_CONFIG).map((key) => {
    // A slip in one part, or the right name in the wrong place.
    const edits = Math.min(leven(typed, key), key.split(".").at(-1) === last ? 1 : Number.POSITIVE_INFINITY);
    return { key, edits };
  }).sort((a, b) => a.edits - b.edits);
  const best = ranked[0];
  return best !== undefined && best.edits <= Math.max(MIN_EDITS, typed.length / EDIT_SHARE) ? best.key : undefined;
}

/** Edits that are always taken for a slip. */
const MIN_EDITS = 2;
/** One slip in so many characters is still one. */
const EDIT_SHARE = 3;

function wanted(issue: SchemaIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "int"
        ? "a whole number"
        : `${/^[aeio]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
    case "too_small":
      return `${issue.inclusive === true ? "at least" : "more than"} ${issue.minimum}`;
    case "too_big":
      return `${issue.inclusive === true ? "at most" : "less than"} ${issue.maximum}`;
    case "invalid_value":
      return `one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "custom":
    case "invalid_format":
      return issue.message;
    default:
      return "another value";
  }
}
