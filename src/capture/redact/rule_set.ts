/**
 * The rules of secretlint, a linter for secrets: tokens of vendors, by people who follow what vendors issue
 * (docs/adr/0040-redaction.md). Its rules are called directly; its engine, settings and reports are not used.
 *
 * @module
 */
import type { Finding, Search } from "./finding.ts";

/** All rules of the recommended preset. They are loaded when a text first holds what one of them could match. */
export const RULE_SET: Search = {
  mayFind: (text) => LONG_TOKEN.test(text) || URL_WITH_USER.test(text),
  find(text) {
    const findings: Finding[] = [];
    for (const rule of loadRules()) {
      const context: RuleContext = {
        createTranslator: () => (messageId) => messageId,
        report({ message, range: [start, end] }) {
          if (IGNORED_MESSAGES.has(message)) return;
          findings.push({ start, end: tokenEnd(text, end), kind: kindOf(rule.meta.id) });
        },
        // Comments that switch rules off are part of the text; who wrote them is not known.
        ignore() {},
      };
      // An access key without its secret is still nobody's business.
      rule.create(context, { enableIDScanRule: true }).file(sourceOf(text));
    }
    return findings.sort((a, b) => a.start - b.start || b.end - a.end);
  },
};

/** What is used of a rule; the package's own types need packages that it does not install. */
interface Rule {
  readonly meta: { readonly id: string };
  readonly create: (context: RuleContext, options: Readonly<Record<string, unknown>>) => {
    readonly file: (source: RuleSource) => void;
  };
}

interface RuleContext {
  readonly createTranslator: () => (messageId: string) => string;
  readonly report: (found: { readonly message: string; readonly range: readonly [number, number] }) => void;
  readonly ignore: () => void;
}

interface RuleSource {
  readonly content: string;
  readonly contentType: "text";
  readonly filePath: string;
  readonly ext: string;
}

/** Every token that a rule knows is at least this long and stands without a blank: in UTF-16 units. */
const LONG_TOKEN = /[A-Za-z0-9_./+=-]{20}/;
const URL_WITH_USER = /:\/\/[^\s/@]{1,256}@/;

/**
 * An account number is no secret, and twelve digits behind the word "account" are many other things besides. The other two
 * report a place that is not the secret's, or the rest of the line; `assigned_secrets.ts` finds what they find.
 */
const IGNORED_MESSAGES: ReadonlySet<string> = new Set([
  "AWSAccountID",
  "AWSSecretAccessKey",
  "Npmrc_authToken",
]);

/** Directives are text here. The others report whole addresses, or only the beginning of a key: ours are narrower. */
const IGNORED_RULES: ReadonlySet<string> = new Set([
  "filter-comments",
  "basicauth",
  "database-connection-string",
  "privatekey",
]);

const ID_PREFIX = "@secretlint/secretlint-rule-";

function loadRules(): readonly Rule[] {
  // Loaded here, because three milliseconds of start-up are too much for the many texts without a token.
  const preset = require("@secretlint/secretlint-rule-preset-recommend") as { readonly rules: readonly Rule[] };
  return preset.rules.filter((rule) => !IGNORED_RULES.has(rule.meta.id.slice(ID_PREFIX.length)));
}

/** A rule knows the length of a token; if it goes on, what follows is a part of it. */
function tokenEnd(text: string, end: number): number {
  REST_OF_TOKEN.lastIndex = end;
  return end + (REST_OF_TOKEN.exec(text)?.[0].length ?? 0);
}

const REST_OF_TOKEN = /[A-Za-z0-9_-]*/y;

function sourceOf(content: string): RuleSource {
  return { content, contentType: "text", filePath: "text.txt", ext: ".txt" };
}

/** Returns `aws-key` for the rule of AWS. */
function kindOf(ruleId: string): string {
  return `${ruleId.slice(ID_PREFIX.length).replace(/[^a-z0-9-]/g, "")}-key`;
}
