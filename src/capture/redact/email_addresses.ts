/**
 * E-mail addresses.
 *
 * @module
 */
import { type Finding, findMatches, type Search } from "./finding.ts";

/** Every address that mail could go to; no user names of hosts, repositories, packages and pictures. */
export const EMAIL_ADDRESSES: Search = {
  mayFind: (text) => text.includes("@") || SPELT_AT.test(text),
  find: (text) => [...findPlain(text), ...findMatches(text, SPELT, () => "email")].sort((a, b) => a.start - b.start),
};

function findPlain(text: string): Finding[] {
  return findMatches(text, ADDRESS, (match) => {
    const { local = "", ending = "" } = match.groups ?? {};
    if (NOT_AN_ENDING.has(ending.toLowerCase())) return null;
    const before = match.input.slice(Math.max(0, match.index - LOOK_BEHIND), match.index);
    const after = match.input.slice(match.index + match[0].length, match.index + match[0].length + 2);
    // `git@github.com:owner/name`, `ssh deploy@host.example.com`, `https://user@host`.
    if (/^(?:git|hg|svn)$/i.test(local) || /^:[A-Za-z0-9~/]/.test(after)) return null;
    return /:\/\/(?:[^\s@\/:]{0,40}:)?$|\b(?:ssh|scp|sftp|rsync|mosh)\s(?:-\S+\s(?:\S+\s)?){0,3}$/.test(before)
      ? null
      : "email";
  });
}

const ADDRESS =
  /(?<![A-Za-z0-9._%+-])(?<value>(?<local>[A-Za-z0-9][A-Za-z0-9._%+-]{0,63})@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}(?<ending>[A-Za-z]{2,24}))(?![A-Za-z0-9-]*@)(?![A-Za-z0-9])/dg;

/** `jane.doe(at)example.com`, `jane [at] example [dot] com`: nothing else is written with such brackets. */
const SPELT =
  /(?<![A-Za-z0-9._%+-])(?<value>[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}\s?[([{]\s?at\s?[)\]}]\s?(?:[A-Za-z0-9-]{1,63}(?:\.|\s?[([{]\s?dot\s?[)\]}]\s?)){1,8}[A-Za-z]{2,24})(?![A-Za-z0-9])/dgi;
const SPELT_AT = /[([{]\s?at\s?[)\]}]/i;

/** What stands behind the last dot of file names (`icon@2x.png`) and of hosts that no mail reaches. */
const NOT_AN_ENDING: ReadonlySet<string> = new Set(
  "png jpg jpeg gif svg webp avif ico pdf js mjs cjs ts tsx jsx css scss html json md txt py go java yml yaml toml lock log zip gz tgz internal local localhost localdomain lan svc cluster"
    .split(" "),
);

/** The longest options of `ssh` before the host, in UTF-16 units. */
const LOOK_BEHIND = 60;
