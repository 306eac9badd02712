/**
 * Changes one setting in the text of a settings file and keeps every other byte: comments, order, blanks.
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import { shownSetting } from "./config_entries.ts";
import { findIssue, parseConfig } from "./check_config.ts";
import type { ConfigFile } from "./config_files.ts";
import { suggestKey } from "./config_issue.ts";
import { isUserOnly } from "./config_schema.ts";
import { leafKeys, mergeTrees, treeOf } from "./config_tree.ts";
import { DEFAULT_CONFIG } from "./default_config.ts";
import { setInText } from "./set_in_text.ts";

/** A changed settings file. */
export interface EditedConfig {
  /** The whole file, without byte order mark. */
  readonly text: string;
  /** The value that was set. */
  readonly value: unknown;
}

/**
 * Returns the file's text with one setting changed. The value is taken as JSON where that fits the setting, else as text.
 *
 * @throws {MemoryError} usage: an unknown key, a value that does not fit, or a user-only key in the workspace's file
 */
export function editConfig(file: ConfigFile, key: string, typedValue: string): EditedConfig {
  requireKnown(key);
  if (file.scope === "workspace" && isUserOnly(key)) {
    throw new MemoryError(`Cannot set "${key}" for one workspace: it counts only in the user's own settings`, {
      kind: "usage",
      hint: `memory config set ${key} ${String(shownSetting(key, typedValue))} --user`,
    });
  }
  // A broken file is reported as it is, before a change could be blamed for it.
  const tree = parseConfig(file);
  const issues = readings(typedValue).map((value) => ({
    value,
    issue: findIssue(mergeTrees(tree, treeOf(key, value))),
  }));
  const fitting = issues.find(({ issue }) => issue === undefined);
  if (fitting === undefined) {
    throw new MemoryError(`Cannot set "${key}": ${issues[0]?.issue?.problem}`, { kind: "usage" });
  }
  return { text: setInText(file.text, key.split("."), fitting.value), value: fitting.value };
}

/**
 * Does nothing for a key of a setting.
 *
 * @throws {MemoryError} usage, with the closest key, if there is no such setting
 */
export function requireKnown(key: string): void {
  if (leafKeys(DEFAULT_CONFIG).includes(key)) return;
  const below = leafKeys(DEFAULT_CONFIG).filter((each) => each.startsWith(`${key}.`));
  if (below.length > 0) {
    throw new MemoryError(`Cannot take "${key}" for a setting: it is a group of them`, {
      kind: "usage",
      hint: `name one of ${below.join(", ")}`,
    });
  }
  const closest = suggestKey(key);
  throw new MemoryError(`Unknown setting "${key}"`, {
    kind: "usage",
    hint: closest === undefined ? '"memory config" lists all settings' : `did you mean "${closest}"?`,
  });
}

/** Returns what a typed value may mean: JSON first, so that `7` is a number and `true` a truth value, then text. */
function readings(typed: string): unknown[] {
  try {
    return [JSON.parse(typed), typed];
  } catch (error) {
    if (error instanceof SyntaxError) return [typed];
    throw error;
  }
}
