/**
 * Passwords and keys that are given by name: `password=…`, `"apiKey": "…"`, `--token …`, `the password is …`, `密码：…`.
 *
 * @module
 */
import { findMatches, type Search } from "./finding.ts";
import { looksRandom } from "./randomness.ts";
import { isStandIn } from "./stand_in.ts";

/** Values of names that mean a secret, in code, settings, commands and sentences of both languages. */
export const ASSIGNED_SECRETS: Search = {
  mayFind: (text) => SECRET_WORD.test(text),
  find: (text) =>
    [
      ...findMatches(text, ASSIGNED, judge),
      ...findMatches(text, FLAG, ({ groups: { name = "", value = "" } = {} }) => {
        if (isStandIn(value) || isCode(value) || /^[a-z]+=/.test(value)) return null;
        return PASSWORD_NAME.test(name) ? "password" : isMixed(value) ? "secret" : null;
      }),
      ...findMatches(text, SAID_ENGLISH, judgeSaid),
      ...findMatches(text, SAID_CHINESE, judgeSaid),
      ...findMatches(text, PLAIN_WORD, ({ groups: { value = "" } = {} }) => isPlainPassword(value) ? "password" : null),
      ...findMatches(text, BESIDE, ({ groups: { value = "" } = {} }) => isStrong(value) ? "password" : null),
      ...findMatches(text, ELEMENT, ({ groups: { value = "" } = {} }) => isStandIn(value) ? null : "password"),
    ].sort((a, b) => a.start - b.start),
};

const SECRET_WORD =
  /pass|pwd?\b|secret|token|key|auth|sig|session|credential|密码|口令|密钥|秘钥|密匙|令牌|私钥|验证码|PIN/i;

/**
 * A name that ends in a word for a secret, a sign of assignment, and a value. Names go on with letters, digits, dots,
 * dashes and underscores; at most as many as keep the look behind short.
 */
const ASSIGNED =
  /(?<![A-Za-z0-9])(?<name>(?:[A-Za-z0-9]{1,40}[_.-]){0,6}[A-Za-z0-9]{0,40}?(?:password|passwd|passwort|passphrase|pwd|passcode|secret|token|api[_-]?key|access[_-]?key(?:[_-]?id)?|secret[_-]?key(?:[_-]?base)?|private[_-]?key|encryption[_-]?key|signing[_-]?key|account[_-]?key|master[_-]?key|license[_-]?key|credentials?)|(?<![A-Za-z0-9_.-])(?:pass|pw|auth|sig|signature|session[_-]?id))(?:["'`]|\*\*)?\s{0,3}(?<sign>:=|=>|==?|:)\s{0,3}(?:\*\*\s?)?(?<quote>["'`]?)(?<value>(?<=["'`])[^"'`\n]{3,400}(?=["'`])|[^\s"'`,;)}\]<>|]{3,4000})/dgi;

/** Options of commands. */
const FLAG =
  /(?<![\w-])--(?:[a-z]{1,20}-){0,3}(?<name>password|passwd|passphrase|pwd|secret|token|api-?key|access-?key|secret-?key|private-?key)[ \t]{1,3}["']?(?<value>[^\s"'`,;|<>-][^\s"'`;|<>]{3,400})/dgi;

/** A sentence that says it. */
const SAID_ENGLISH =
  /\b(?<name>password|passphrase|passcode|passwd|pwd|pin(?: code)?|secret key|(?:api|access|auth|secret|bearer) ?(?:key|token)|token|private key|credentials?)(?: (?:for|of|to|on) (?:the |my |our )?[\w.@-]{1,40}(?: [\w.@-]{1,40}){0,3})?\s{0,3}(?::|=|\bis\b(?: now| still)?:?|\bwas\b|\bto\b|->|\u2192)\s{0,3}(?<quote>["'`\u201c]?)(?<value>(?<=["'`\u201c])[^"'`\u201d\n]{4,200}(?=["'`\u201d])|[^\s"'`\u201c\u201d,;()\u3002]{3,400}[^\s"'`\u201c\u201d,;.?()\u3002])/dgi;

const SAID_CHINESE =
  /(?<name>密码|口令|密钥|秘钥|密匙|令牌|私钥|验证码|(?<![A-Za-z_-])(?:[Tt]oken|TOKEN|API ?[Kk]ey|API ?KEY|PIN))(?:[\u4e00-\u9fff]{0,10}?)\s{0,2}(?::|=|是|为|改为|改成|设为|设成|换成|->|\u2192)\s{0,3}(?:了\s?)?(?<quote>["'`\u201c\u300c]?)(?<value>(?<=["'`\u201c\u300c])[^"'`\u201d\u300d\n]{4,200}(?=["'`\u201d\u300d])|[!#-&*-+\--:<-_a-~]{3,400}[!#-&*+/-:<=@-_a-~-])/dg;

/** Right behind the word, with nothing between them but a blank. */
const BESIDE =
  /(?:(?<![\w-])(?:password|passwd|pwd)\s{1,3}|(?:密码|口令)\s{0,3})(?<value>[!#-&*+\--9<>-_a-~][!#-&*-+\--:<-_a-~]{2,60}[!#-&*+/-:<=@-_a-~-])(?!\s{0,2}(?:位|个|次|天|年|条|分钟|小时|days?|chars?|characters))/dgi;

/** A word that ends its clause: somebody's password is it. What a password may be like is told below. */
const PLAIN_WORD =
  /(?:\b(?:its|my|our|his|her|their|the [\w-]{1,30}['’]s|and the|with (?:the )?) ?(?:\w{1,20} ){0,2}(?:password|passphrase|pwd) (?:is|was)|(?:密码|口令)(?:[\u4e00-\u9fff]{0,4}?)(?:是|为|:|：))\s{0,3}(?<value>[A-Za-z]{6,40})(?=\s*(?:[.,;!。，；！、)）]|$))/dgim;

/** Of XML. */
const ELEMENT = /<(?:\w{1,20}[-_.:]?)?(?:password|passwd|pwd|secret|apikey|token)>(?<value>[^<>\s]{4,400})<\//dgi;

/** In code and settings, what is assigned to a strong name is a secret unless it stands for one. */
function judge({ groups: { name = "", sign = "", quote = "", value = "" } = {} }: RegExpExecArray): string | null {
  if (isStandIn(value) || isCode(value)) return null;
  if (PASSWORD_NAME.test(name)) {
    const isSettled = quote !== "" || sign !== ":";
    return (isSettled && value.length >= MIN_PASSWORD) || isSaidSecret(value) ? "password" : null;
  }
  if (WEAK_NAME.test(name)) return value.length >= MIN_RANDOM && looksRandom(value) ? "secret" : null;
  // A count, a name or a kind of token is no token.
  if (value.length < MIN_KEY || !isMixed(value) || /^\d+$|\s/.test(value)) return null;
  return /aws|secret[_-]?access[_-]?key/i.test(name) ? "aws-key" : "secret";
}

/** Only passwords are numbers: a number behind the word "token" is a count. */
function judgeSaid({ groups: { name = "", quote = "", value = "" } = {} }: RegExpExecArray): string | null {
  const isPassword = /^(?:pass|pwd|pin)|密码|口令|验证码|PIN/i.test(name);
  if (!isPassword && (/^\d+$/.test(value) || value.length < MIN_KEY)) return null;
  const isQuoted = quote !== "" && !isStandIn(value) && !isCode(value);
  return (isQuoted && isPassword) || isSaidSecret(value) ? (isPassword ? "password" : "secret") : null;
}

const PASSWORD_NAME = /(?:pass\w*|pwd?)$/i;
/** Also names of what is no secret. */
const WEAK_NAME = /^(?:auth|sig|signature|session[_-]?id)$/i;
/** The shortest value of such a name that is drawn and not chosen: in UTF-16 units. */
const MIN_RANDOM = 20;

/** What a programmer writes on the right of an assignment: a call, a member, a path, an address. */
function isCode(value: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*[([]|^[a-z_]+(?:\.[a-z_A-Z]+)+$|^(?:\.{0,2}\/|~\/|https?:\/\/|file:\/\/)/
    .test(value);
}

/** Nothing that is said of passwords. */
function isPlainPassword(value: string): boolean {
  const lower = value.toLowerCase();
  return value.length >= MIN_KEY && !isStandIn(value) && !QUALITIES.test(lower) && !SAID_OF_PASSWORDS.has(lower);
}

/** Endings of adjectives, participles and adverbs, and of nouns for what a thing is. */
const QUALITIES =
  /(?:ed|en|ing|able|ible|ive|ful|less|ous|al|ic|ary|ory|ent|ant|ly|ward|ish|like|some|ness|ment|tion|sion|ity|ism|ble|ate|ure|ise|ize|ance|ence|ship|hood|proof)$/;
const SAID_OF_PASSWORDS: ReadonlySet<string> = new Set(
  ("plaintext password passphrase keychain keyring elsewhere somewhere anywhere nowhere yourself myself itself unknown " +
    "obsolete insecure complete incomplete absolute base64 cleartext ciphertext bitwarden keepass lastpass onepassword " +
    "lowercase uppercase username hardcode hardcoded sensitive nonempty everyone somebody everybody anything nothing " +
    "something everything overridden forgotten mandatory visible invisible separate together tomorrow yesterday " +
    "undefined varchar32 longtext mediumtext tinytext securestring passwordfield").split(" "),
);

/** In a sentence only what is no word: with a digit or a sign among letters, or mixed capitals. */
function isSaidSecret(value: string): boolean {
  return value.length >= MIN_PASSWORD && !isStandIn(value) && !isCode(value) && isMixed(value);
}

/** Nothing between the word and the value says that it is one: it must look like nothing else. */
function isStrong(value: string): boolean {
  if (isStandIn(value) || isCode(value) || /^[\w-]+[:=]/.test(value)) return false;
  if (/^\d+$/.test(value)) return value.length >= MIN_PASSWORD && value.length <= MAX_LONE_PIN;
  const digits = value.match(/\d/g)?.length ?? 0;
  if (value.length < MIN_KEY || digits === 0 || !/[A-Za-z]/.test(value)) return false;
  return (/[A-Z]/.test(value) && /[a-z]/.test(value)) || /[!@#$%^&*]/.test(value) || digits >= MIN_LONE_DIGITS;
}

/** Longer numbers behind the word are counts and times: in digits. */
const MAX_LONE_PIN = 8;
/** `argon2id` and `sha256` have fewer, or are shorter. */
const MIN_LONE_DIGITS = 3;

function isMixed(value: string): boolean {
  if (/^[\d.:/-]+$/.test(value)) return /^\d+$/.test(value) && value.length >= MIN_PASSWORD && value.length <= MAX_PIN;
  if (/^\d{1,6}[a-z]{1,12}$/i.test(value)) return false;
  return /\d/.test(value) && /[A-Za-z]/.test(value) || /[A-Za-z][!@#$%^&*][^\s]/.test(value) ||
    /[a-z][A-Z][a-z]*[A-Z]/.test(value) && looksRandom(value);
}

/** Nobody accepts shorter ones: in UTF-16 units. */
const MIN_PASSWORD = 4;
/** Shorter values of keys and tokens are names and counts: in UTF-16 units. */
const MIN_KEY = 8;
/** A longer number behind a word for a secret is an identifier: in digits. */
const MAX_PIN = 12;
