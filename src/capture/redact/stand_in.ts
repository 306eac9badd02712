/**
 * What people write where a secret would stand.
 *
 * @module
 */
import { PLACEHOLDER_START } from "./placeholder.ts";

/** Returns whether a value is no secret but stands for one: a variable, a blank to fill, stars, our own placeholder. */
export function isStandIn(value: string): boolean {
  return value.startsWith(PLACEHOLDER_START) || value.includes("[redacted") ||
    STAND_INS.some((each) => each.test(value));
}

const STAND_INS: readonly RegExp[] = [
  // Variables of shells, templates and programs.
  /^\$|^%[A-Za-z_]+%$|^\{\{|^\{[A-Za-z_.]*\}?$|\$\{|^<[^>]*>?$|^\[[^\]]*\]?$|^\(|\)$|\(\)/,
  /^(?:process\.env|os\.(?:environ|getenv)|getenv|env|import\.meta|Deno\.env|secrets|vars|config|settings|self|this|args|ctx|req|request|params|props|options|opts|data|body|user|form|payload|response|result|state|session|creds?|credentials)[.[(]/,
  // Stars, dots, one character again and again.
  /^(.)\1*$|^[*.\u2026\u2022x-]+$/i,
  // Words for "here comes yours".
  /^(?:your|my|the|a|an|some|example|sample|dummy|fake|placeholder|change[-_]?me|replace[-_]?me|redacted|hidden|masked|removed|secret|password|passwd|pwd|token|xxx+|todo|tbd|none|null|nil|undefined|true|false|empty|string|str|int|integer|number|bool|boolean|text|any|unknown|optional|required|bytes?|char|varchar|object|value|default|username|user|name|n\/?a)(?:[-_ ][a-z_ -]*)?$|^1password$/i,
];
