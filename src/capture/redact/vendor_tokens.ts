/**
 * Tokens of vendors by how they begin. The rule set knows the exact form of some, and refuses a token that is a character
 * short; here a prefix and a plausible rest are enough, since a truncated token is still a secret.
 *
 * @module
 */
import { type Finding, findMatches, type Search } from "./finding.ts";
import { looksRandom } from "./randomness.ts";

/** Known prefixes, AWS access keys and JSON web tokens. */
export const VENDOR_TOKENS: Search = {
  mayFind: (text) => MAY_BE_TOKEN.test(text),
  find: (text) =>
    [
      ...findPrefixed(text),
      ...findMatches(text, AWS_ACCESS_KEY, () => "aws-key"),
      ...findMatches(text, JSON_WEB_TOKEN, () => "jwt"),
      ...findMatches(text, TELEGRAM_BOT, () => "telegram-key"),
      ...findMatches(text, DISCORD_BOT, (match) => looksRandom(match[0]) ? "discord-key" : null),
    ].sort((a, b) => a.start - b.start),
};

/** A quick look: no token is shorter. */
const MAY_BE_TOKEN = /[A-Za-z0-9_.:-]{14}/;

/** Prefixes by kind. A kind is the vendor's name with `-key`, as the rule set has it. */
const PREFIXES: Readonly<Record<string, readonly string[]>> = {
  "anthropic-key": ["sk-ant-"],
  "openai-key": ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-", "sess-", "sk-"],
  "openrouter-key": ["sk-or-v1-", "sk-or-"],
  "github-key": ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
  "gitlab-key": ["glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-", "gloas-", "glagent-"],
  "slack-key": ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxc-", "xoxd-", "xoxe-", "xoxe.", "xapp-"],
  "google-key": ["AIza", "ya29.", "GOCSPX-"],
  "stripe-key": ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"],
  "npm-key": ["npm_"],
  "pypi-key": ["pypi-"],
  "huggingface-key": ["hf_", "api_org_"],
  "groq-key": ["gsk_"],
  "xai-key": ["xai-"],
  "perplexity-key": ["pplx-"],
  "replicate-key": ["r8_"],
  "sendgrid-key": ["SG."],
  "digitalocean-key": ["dop_v1_", "doo_v1_", "dor_v1_"],
  "shopify-key": ["shpat_", "shpca_", "shppa_", "shpss_"],
  "square-key": ["sq0atp-", "sq0csp-", "EAAAE"],
  "databricks-key": ["dapi"],
  "docker-key": ["dckr_pat_", "dckr_oat_"],
  "figma-key": ["figd_"],
  "notion-key": ["ntn_", "secret_"],
  "linear-key": ["lin_api_", "lin_oauth_"],
  "vercel-key": ["vcp_", "vci_", "vca_", "vcr_", "vck_"],
  "grafana-key": ["glc_", "glsa_"],
  "hashicorp-vault-key": ["hvs.", "hvb.", "hvr."],
  "tailscale-key": ["tskey-"],
  "postman-key": ["PMAK-"],
  "newrelic-key": ["NRAK-"],
  "supabase-key": ["sbp_", "sb_secret_"],
  "sentry-key": ["sntrys_", "sntryu_"],
  "atlassian-key": ["ATATT3", "ATCTT3"],
  "airtable-key": ["pat."],
  "heroku-key": ["HRKU-"],
  "pulumi-key": ["pul-"],
  "doppler-key": ["dp.pt.", "dp.st.", "dp.ct."],
  "age-key": ["AGE-SECRET-KEY-"],
  "aliyun-key": ["LTAI"],
  "tencent-key": ["AKID"],
  "langsmith-key": ["lsv2_pt_", "lsv2_sk_"],
  "firecrawl-key": ["fc-"],
  "tavily-key": ["tvly-"],
  "mailgun-key": ["key-"],
  "easypost-key": ["EZAK", "EZTK"],
  "buildkite-key": ["bkua_"],
  "render-key": ["rnd_"],
  "fly-key": ["fo1_", "fm2_"],
  "planetscale-key": ["pscale_tkn_", "pscale_pw_"],
  "rubygems-key": ["rubygems_"],
  "cloudflare-key": ["cfk_", "cfut_", "cfat_"],
};

function findPrefixed(text: string): Finding[] {
  return findMatches(text, TOKEN, ({ groups: { value = "" } = {} }) => {
    let [longest, kind]: [string, string | null] = ["", null];
    for (const [each, prefixes] of Object.entries(PREFIXES)) {
      for (const prefix of prefixes) {
        // The longest prefix names the vendor: `sk-ant-`, not `sk-`.
        if (prefix.length > longest.length && value.startsWith(prefix)) [longest, kind] = [prefix, each];
      }
    }
    return kind !== null && isToken(value.slice(longest.length)) ? kind : null;
  });
}

/** A run that may be a token; a stop at its end belongs to the sentence. */
const TOKEN = /(?<![A-Za-z0-9_-])(?<value>[A-Za-z][A-Za-z0-9_.-]{12,4000}[A-Za-z0-9_-]={0,2})/dg;

const AWS_ACCESS_KEY =
  /(?<![A-Za-z0-9_])(?<value>(?:AKIA|ASIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ABIA|ACCA)[A-Z0-9]{16})(?![A-Za-z0-9_])/dg;

/** Header and payload are JSON objects, so both begin with `{"`: `eyJ` in Base64. */
const JSON_WEB_TOKEN =
  /(?<![A-Za-z0-9_-])(?<value>eyJ[A-Za-z0-9_-]{10,}\.(?:eyJ)?[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]*)?)/dg;

/** Number of the bot, colon, 35 characters. */
const TELEGRAM_BOT = /(?<![A-Za-z0-9])(?<value>(?:bot)?\d{8,10}:[A-Za-z0-9_-]{35})(?![A-Za-z0-9_-])/dg;

/** Number of the bot in Base64, time, signature. */
const DISCORD_BOT =
  /(?<![A-Za-z0-9_.-])(?<value>[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38})(?![A-Za-z0-9_.-])/dg;

/** What stands behind a prefix is a token if one of its parts is random and not a word: `sk-learn-pipeline-steps` is none. */
function isToken(rest: string): boolean {
  return rest.split(/[-_.]/).some((part) => part.length >= MIN_PART && looksRandom(part)) ||
    (rest.length >= MIN_MIXED && looksRandom(rest) && /\d/.test(rest) && /[A-Z]/.test(rest));
}

/** The shortest random part of a token that is told from a word: in UTF-16 units. */
const MIN_PART = 10;
/** The shortest token whose parts are all shorter than that: in UTF-16 units. */
const MIN_MIXED = 20;
