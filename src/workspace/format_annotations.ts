/**
 * Writes annotations.
 *
 * @module
 */
import { isLocalDay } from "../base/clock.ts";
import { MemoryError } from "../base/errors.ts";
import type { Annotations } from "./annotation_fields.ts";
import { isProjectKey, isSupersessionKey, splitTriggers } from "./annotation_values.ts";
import { formatAnchor } from "./source_anchor.ts";

/**
 * Returns annotations as comments joined by a blank, in the order of SPEC 3.4: source, key, trigger, importance, project,
 * observed, expires, and last the mark of untrusted origin. Empty if there are none. `malformed` is not written;
 * projects that are `invalid` stay so when read again.
 *
 * @throws {MemoryError} usage, when a value cannot be read back as it is
 */
export function formatAnnotations(annotations: Partial<Annotations>): string {
  const { sources = [], triggers = [], projects = null, key = null, importance = null } = annotations;
  const { expires = null, isUntrusted = false } = annotations;
  const comments = [
    comment("source", sources.map(formatAnchor).join("; ")),
    comment("key", key === null ? "" : checked("key", key, isSupersessionKey(key))),
    comment("trigger", triggers.map(checkedTrigger).join(", ")),
    comment("importance", importance === null ? "" : checkedImportance(importance)),
    comment("project", projects === "invalid" ? INVALID_PROJECT : (projects ?? []).map(checkedProject).join("; ")),
    comment("observed", observedText(annotations)),
    comment("expires", expires === null ? "" : checked("expiry", expires, isLocalDay(expires))),
    comment("origin", isUntrusted ? "untrusted" : ""),
  ];
  return comments.filter((text) => text !== "").join(" ");
}

/** Is no key, so that it reads back as `invalid`. */
const INVALID_PROJECT = "!invalid";

function comment(name: string, value: string): string {
  return value === "" ? "" : `<!-- ${name}: ${value} -->`;
}

function observedText(annotations: Partial<Annotations>): string {
  const { observed = null, status = null } = annotations;
  if (observed === null) return status === null ? "" : checked("status", status, false);
  const day = checked("observed day", observed, isLocalDay(observed));
  return status === null ? day : `${day} | status: ${status}`;
}

function checkedTrigger(phrase: string): string {
  const [only, ...others] = splitTriggers(phrase);
  return checked("trigger", phrase, only === phrase && others.length === 0 && !/[<>`]|\p{Cc}/u.test(phrase));
}

function checkedProject(key: string): string {
  return checked("project", key, isProjectKey(key));
}

function checkedImportance(importance: number): string {
  return checked("importance", String(importance), Number.isInteger(importance) && importance >= 1 && importance <= 10);
}

function checked(name: string, value: string, isWritable: boolean): string {
  if (isWritable) return value;
  throw new MemoryError(
    `Cannot write the ${name} "${value}" as an annotation: ${RULES[name] ?? "it is not readable"}`,
    {
      kind: "usage",
    },
  );
}

const RULES: Readonly<Record<string, string>> = {
  key: 'it should be one word without commas, semicolons, "<", ">" and backticks',
  trigger: 'it should be one phrase without commas, semicolons, "<", ">" and backticks',
  importance: "it should be a whole number from 1 to 10",
  project: "it should be host/path, a name, or path: and an absolute path",
  "observed day": "it should be a day such as 2026-08-19",
  expiry: "it should be a day such as 2026-08-19",
  status: "it should stand behind an observed day",
};
