/**
 * Secrets on command lines without a name of their own, and secrets that are words or letters only.
 *
 * @module
 */
import { findMatches, type Search } from "./finding.ts";
import { isStandIn } from "./stand_in.ts";

/** Passwords of `curl -u`, `mysql -p`, `sshpass -p`, `redis-cli -a`; seeds of one-time codes; phrases of wallets. */
export const COMMAND_SECRETS: Search = {
  mayFind: (text) => COMMANDS.test(text) || SEEDS.test(text),
  find: (text) =>
    [
      ...[USER_OPTION, MYSQL, SSHPASS, REDIS].flatMap((pattern) =>
        findMatches(text, pattern, ({ groups: { value = "" } = {} }) => isStandIn(value) ? null : "password")
      ),
      ...findMatches(text, ONE_TIME_SEED, () => "secret"),
      ...findMatches(text, PHRASE, () => "secret"),
    ].sort((a, b) => a.start - b.start),
};

const COMMANDS = /curl|wget|http|mysql|mariadb|sshpass|redis-cli/i;
const SEEDS = /totp|otp|2fa|phrase|mnemonic|助记词/i;

const USER_OPTION =
  /(?<=\b(?:curl|wget|https?)\b[^\n]{0,200}\s(?:-u|--user|--proxy-user|-a|--auth)[ =]["']?[^\s:"']{1,64}:)(?<value>[^\s"'`]{3,200})/dg;
const MYSQL = /(?<=\b(?:mysql|mariadb)\w{0,12}\b[^\n]{0,120}\s-p)(?<value>[^\s"'`-][^\s"'`]{3,200})/dg;
const SSHPASS = /(?<=\bsshpass\s-p\s?["']?)(?<value>[^\s"'`]{3,200})/dg;
const REDIS = /(?<=\bredis-cli\b[^\n]{0,120}\s-a\s["']?)(?<value>[^\s"'`]{3,200})/dg;

/** Base32, as authenticators take it. */
const ONE_TIME_SEED = /(?<=\b(?:totp|otp|2fa)\b[^\n]{0,30}?[\s:=])(?<value>[A-Z2-7]{16,64})(?![A-Za-z0-9])/dgi;

/** Twelve to 24 words (BIP 39). */
const PHRASE =
  /(?<=(?:phrase|mnemonic|助记词)(?: is|是)?[\s:"']{1,4})(?<value>(?:[a-z]{3,8}[ \t]){11,23}[a-z]{3,8})(?![a-z])/dgi;
