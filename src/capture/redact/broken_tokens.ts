/**
 * Tokens with a gap: a line break or a blank, as a narrow window or a chat leaves them. Only those whose vendor gives them
 * one length, so that both halves together tell.
 *
 * @module
 */
import { findMatches, type Search } from "./finding.ts";
import { looksRandom } from "./randomness.ts";

/** Tokens of a known length in two parts. */
export const BROKEN_TOKENS: Search = {
  mayFind: (text) => PREFIX.test(text),
  find: (text) =>
    findMatches(text, IN_TWO, ({ groups: { prefix = "", first = "", second = "" } = {} }) => {
      const [kind, length] = LENGTHS.get(prefix) ?? ["", 0];
      const whole = first + second;
      // The second half is no word that only happens to be as long.
      const isToken = whole.length === length && looksRandom(whole) && (/\d/.test(second) || looksRandom(second));
      return isToken ? kind : null;
    }),
};

/** Kind, and how many letters and digits stand behind a prefix, as the vendors give them out. */
const LENGTHS: ReadonlyMap<string, readonly [kind: string, length: number]> = new Map<
  string,
  readonly [kind: string, length: number]
>([
  ["ghp_", ["github-key", 36]],
  ["gho_", ["github-key", 36]],
  ["ghu_", ["github-key", 36]],
  ["ghs_", ["github-key", 36]],
  ["ghr_", ["github-key", 36]],
  ["npm_", ["npm-key", 36]],
  ["glpat-", ["gitlab-key", 20]],
  ["hf_", ["huggingface-key", 34]],
  ["AKIA", ["aws-key", 16]],
  ["ASIA", ["aws-key", 16]],
  ["AIza", ["google-key", 35]],
]);

const PREFIX = /(?:gh[pousr]_|npm_|glpat-|hf_|AKIA|ASIA|AIza)[A-Za-z0-9_-]{0,85}\s/;
const IN_TWO =
  /(?<![A-Za-z0-9_-])(?<value>(?<prefix>gh[pousr]_|npm_|glpat-|hf_|AKIA|ASIA|AIza)(?<first>[A-Za-z0-9_-]{1,35})\s{1,9}(?<second>[A-Za-z0-9_-]{1,35}))(?![A-Za-z0-9_-])/dg;
