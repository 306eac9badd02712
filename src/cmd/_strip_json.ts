import { stripControls } from "../base/text/display.ts";

/**
 * Returns a value as JSON of which no text moves a terminal, also behind `jq -r` (SPEC 11.4): what came from files loses
 * control sequences and control characters but line feeds and tabs. Paths and citations stay exact, since scripts open what
 * they name; what JSON itself would leave raw in them is escaped.
 *
 * @param indent blanks per level; one line if left out
 */
export function stripJson(value: object, indent?: number): string {
  const stripped = JSON.stringify(
    value,
    (name, each: unknown) => typeof each === "string" && !EXACT_FIELDS.has(name) ? stripControls(each) : each,
    indent,
  );
  return stripped.replace(RAW_CONTROLS, (unit) => `\\u${unit.charCodeAt(0).toString(HEX).padStart(HEX_CHARS, "0")}`);
}

/** Names of files, as they are. */
const EXACT_FIELDS: ReadonlySet<string> = new Set(["path", "citation"]);

/** What `JSON.stringify` writes as it is. */
const RAW_CONTROLS = /[\x7f-\x9f]/g;

const HEX = 16;
/** Of `\u009b`. */
const HEX_CHARS = 4;
