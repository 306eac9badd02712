/**
 * Secrets in addresses: user and password before the host, and values of a query that let somebody in.
 *
 * @module
 */
import { findMatches, type Search } from "./finding.ts";
import { isStandIn } from "./stand_in.ts";
import { looksRandom } from "./randomness.ts";

/** `scheme://user:password@host`, `scheme://token@host`, `?access_token=…`, addresses of incoming webhooks. */
export const URL_SECRETS: Search = {
  mayFind: (text) => text.includes("://") || /[?&][A-Za-z_-]{2,40}=/.test(text),
  find: (text) =>
    [
      ...findMatches(text, PASSWORD, ({ groups: { value = "" } = {} }) => isStandIn(value) ? null : "url-password"),
      ...findMatches(
        text,
        LONE_USER,
        ({ groups: { value = "" } = {} }) => looksRandom(value) ? "url-password" : null,
      ),
      ...findMatches(text, QUERY_VALUE, ({ groups = {} }) => {
        const { name = "", value = "" } = groups;
        if (isStandIn(value)) return null;
        return STRONG_NAMES.test(name) || (value.length >= MIN_TOKEN && looksRandom(value)) ? "url-secret" : null;
      }),
      ...findMatches(text, WEBHOOK, () => "webhook"),
    ].sort((a, b) => a.start - b.start),
};

/** The user stays: it says whose password is missing. */
const PASSWORD =
  /(?<=:\/\/[^\s\/@:"'`<>]{0,64}:)(?<value>[^\s\/"'`@]{1,256}(?:@[^\s\/"'`@.]{1,64})?)(?=@[A-Za-z0-9.[_-])/dg;

/** Some services take a token as the user, without a password. */
const LONE_USER = /(?<=:\/\/)(?<value>[A-Za-z0-9_.-]{16,256})(?=(?::x-oauth-basic)?@[A-Za-z0-9])/dg;

const QUERY_VALUE =
  /(?<=[?&;])(?<name>access_token|refresh_token|id_token|auth_token|authtoken|token|api[_-]?key|apikey|key|sig|signature|secret|client_secret|password|passwd|pwd|auth|code|session|sessionid|sid|X-Amz-Signature|X-Amz-Security-Token|X-Goog-Signature|X-Amz-Credential)=(?<value>[^\s&#"'`<>()\]]{4,4000})/dgi;

/** Whatever stands there is a secret; the other names also stand for harmless things. */
const STRONG_NAMES = /token|secret|password|passwd|pwd|api[_-]?key|signature|credential/i;

/** Whoever knows the address can write into the channel. */
const WEBHOOK =
  /(?<=https:\/\/)(?<value>hooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9_/-]{10,200}|(?:(?:canary|ptb)\.)?discord(?:app)?\.com\/api\/webhooks\/\d{5,25}\/[A-Za-z0-9_-]{10,100}|[a-z0-9-]{1,60}\.webhook\.office\.com\/[A-Za-z0-9_/@.-]{10,400}|open\.feishu\.cn\/open-apis\/bot\/v2\/hook\/[A-Za-z0-9-]{8,80}|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=[A-Za-z0-9-]{8,80})/dg;

/** The shortest thing without a telling name that is taken for a token: in UTF-16 units. */
const MIN_TOKEN = 16;
