/**
 * Reads settings files strictly: every key known, every value in range, and for each setting where it came from. Loaded
 * only when a file holds settings or when settings are shown or changed.
 *
 * @module
 */
import { parse, type ParseError, printParseErrorCode } from "jsonc-parser";
import { MemoryError } from "../base/errors.ts";
import type { ConfigFile, ConfigScope } from "./config_files.ts";
import { type ConfigIssue, describeIssue } from "./config_issue.ts";
import { type Config, configSchema, USER_ONLY_KEYS } from "./config_schema.ts";
import { type ConfigTree, isTree, leafKeys, mergeTrees, valueAt, withoutKey } from "./config_tree.ts";

/** Settings as read from the files. */
export interface CheckedConfig {
  /** Every setting, defaults filled in. */
  readonly config: Config;
  /** Where each set key came from; a key that is not here has its default. */
  readonly sources: ReadonlyMap<string, ConfigScope>;
  /** Settings that were ignored, as sentences. */
  readonly notices: readonly string[];
}

/**
 * Returns the settings of the files; later files override earlier ones, but for the keys that count only in the user's.
 *
 * @throws {MemoryError} failed: a file is no JSONC object, or a key or value in it is wrong
 */
export function checkConfig(files: readonly ConfigFile[]): CheckedConfig {
  const sources = new Map<string, ConfigScope>();
  const notices: string[] = [];
  let merged: ConfigTree = {};
  for (const file of files) {
    let tree = parseConfig(file);
    const ignored = file.scope === "user" ? [] : USER_ONLY_KEYS.filter((key) => valueAt(tree, key) !== undefined);
    for (const key of ignored) {
      notices.push(`The setting "${key}" in "${file.path}" is ignored: it counts only in the user's own settings`);
      tree = withoutKey(tree, key);
    }
    for (const key of leafKeys(tree)) sources.set(key, file.scope);
    merged = mergeTrees(merged, tree);
  }
  return { config: configSchema.parse(merged), sources, notices };
}

/**
 * Returns the settings that one file holds, checked but without defaults.
 *
 * @throws {MemoryError} failed, naming file and key, or file and line
 */
export function parseConfig(file: ConfigFile): ConfigTree {
  try {
    return parseShallow(file);
  } catch (error) {
    // What reads trees calls itself for each level.
    if (!(error instanceof RangeError)) throw error;
    throw new MemoryError(`Cannot read the settings file "${file.path}": it is nested too deeply`, {
      hint: "no setting lies deeper than a few levels; repair the file or move it away",
    });
  }
}

function parseShallow(file: ConfigFile): ConfigTree {
  if (file.text.trim() === "") return {};
  const errors: ParseError[] = [];
  // Comments alone leave nothing to parse, which is no error here.
  const tree: unknown = parse(file.text, errors, { allowTrailingComma: true, allowEmptyContent: true }) ?? {};
  const error = errors[0];
  if (error !== undefined) {
    const line = file.text.slice(0, error.offset).split("\n").length;
    throw new MemoryError(
      `Cannot read the settings file "${file.path}": ${printParseErrorCode(error.error)} at line ${line}`,
      { hint: "it should be one JSON object; comments and trailing commas are allowed" },
    );
  }
  if (!isTree(tree)) {
    throw new MemoryError(`Cannot use the settings file "${file.path}": it should hold one JSON object`);
  }
  const issue = findIssue(tree);
  if (issue === undefined) return tree;
  throw new MemoryError(`Cannot use the setting "${issue.key}" in "${file.path}": ${issue.problem}`, {
    hint: issue.closest === undefined ? '"memory config" lists all settings' : `did you mean "${issue.closest}"?`,
  });
}

/** Returns the first thing that is wrong with settings, or `undefined`. */
export function findIssue(tree: ConfigTree): ConfigIssue | undefined {
  const issue = configSchema.safeParse(tree).error?.issues[0];
  return issue === undefined ? undefined : describeIssue(issue, tree);
}
