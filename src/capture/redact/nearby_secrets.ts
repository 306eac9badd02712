/**
 * Random characters on a line that speaks of a secret: for what has no known prefix and is not assigned.
 *
 * @module
 */
import { type Finding, findMatches, type Search } from "./finding.ts";
import { looksRandom } from "./randomness.ts";

/** A long random run within a few words behind, or right before, a word for a secret. */
export const NEARBY_SECRETS: Search = {
  mayFind: (text) => LONG_RUN.test(text) && WORD.test(text),
  find(text) {
    const findings: Finding[] = [];
    for (const finding of findMatches(text, RUN, ({ groups: { value = "" } = {} }) => isKey(value) ? "secret" : null)) {
      const before = text.slice(Math.max(0, finding.start - REACH), finding.start);
      const after = text.slice(finding.end, finding.end + REACH_BEHIND);
      const isNamed = WORD.test(lastLine(before)) || WORD.test(firstLine(after));
      if (isNamed && !OTHER_MEANING.test(lastLine(before))) findings.push(finding);
    }
    return findings;
  },
};

const LONG_RUN = /[A-Za-z0-9_+/-]{20}/;
const RUN = /(?<![A-Za-z0-9_+/.=:-])(?<value>[A-Za-z0-9_+/-]{20,4000}={0,2})(?![A-Za-z0-9_+/.-])/dg;
const WORD =
  /\b(?:password|passwd|passphrase|secrets?|tokens?|credentials?|(?:api|access|auth|private|signing|encryption|webhook|master|license|recovery) ?keys?|api[_-]?key)\b|密码|口令|密钥|秘钥|密匙|令牌|私钥|授权码|凭证|凭据/i;
/** What also has long random names and is public. */
const OTHER_MEANING =
  /\b(?:commit|hash|sha-?\d{0,3}|md5|digest|checksum|revision|rev|blob|tree|uuid|guid|build|image|etag|integrity|fingerprint|public key|trace|request|session|message|run)(?: ?id)?\s{0,2}[:=#]?\s{0,2}$|ssh-(?:rsa|ed25519)\s$|提交|哈希|校验和|指纹|公钥/i;

/** A sentence's length to the left, in UTF-16 units; a word that is farther away names something else. */
const REACH = 48;
/** `abc… is the API key`: in UTF-16 units. */
const REACH_BEHIND = 24;

/** Not a UUID, not a path, not a name in snake or camel case. */
function isKey(value: string): boolean {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)) return false;
  if (value.split("/").length > 3 || /^\d[\d_-]*$/.test(value)) return false;
  const longest = value.split(/[-_/+]/).reduce((best, part) => part.length > best.length ? part : best, "");
  return longest.length >= MIN_RANDOM && looksRandom(longest) && /\d/.test(longest);
}

/** Shorter parts are words with a number: in UTF-16 units. */
const MIN_RANDOM = 12;

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf("\n") + 1);
}

function firstLine(text: string): string {
  const end = text.indexOf("\n");
  return end < 0 ? text : text.slice(0, end);
}
