/**
 * Local actions of git that are not (SPEC 4.5): settings and options by which it runs another program.
 *
 * @module
 */
import type { ShellWord } from "./shell_word.ts";

/** Returns whether a call of git with a local action runs another program or reaches another machine after all. */
export function leavesByGit(before: readonly ShellWord[], action: string, rest: readonly ShellWord[]): boolean {
  for (let at = 0; at < before.length; at++) {
    const word = before[at] ?? "";
    if (word === "-c") {
      if (!HARMLESS_SETTING.test(before[++at] ?? "")) return true;
    } else if (word === "-C" || word === "--git-dir" || word === "--work-tree") at++;
    else if (!HARMLESS_OPTION.test(word)) return true;
  }
  const words = rest.filter((word) => word !== null);
  const options = words.slice(0, words.includes("--") ? words.indexOf("--") : words.length);
  if (options.some((word) => LEAVING.some((name) => isShort(word, name)) || word === "FETCH_HEAD")) return true;
  switch (action) {
    case "bisect":
      return words[0] === "run";
    case "rebase":
      return options.some((word) => word.startsWith("-x"));
    case "grep":
      return options.some((word) => /^-[a-zA-Z]*O/.test(word));
    case "difftool":
    case "mergetool":
      return true;
    case "config":
      return words.some((word) => RUNNING_KEY.test(word) || word.startsWith("!") || /^-(?:e|-edit)$/.test(word));
    case "worktree":
    default:
      return false;
  }
}

/** Long options, of which git takes every beginning that is not ambiguous. */
const LEAVING = [
  "--remote",
  "--upload-pack",
  "--exec",
  "--ext-diff",
  "--extcmd",
  "--open-files-in-pager",
  "--pathspec-from-file",
];

/** Shorter ones than this are those of others. In UTF-16 units. */
const LEAST_BEGINNING = 5;

function isShort(word: string, name: string): boolean {
  const given = word.split("=", 1)[0] ?? "";
  if (given === "--extended-regexp" || given.length < LEAST_BEGINNING) return false;
  return name.startsWith(given) && !HARMLESS_OPTION.test(given);
}

/** Settings for one call that change how things look. */
const HARMLESS_SETTING =
  /^(?:color\.[\w.-]+|core\.(?:quotepath|autocrlf|abbrev|ignorecase|filemode)|user\.(?:name|email)|advice\.\w+|commit\.gpgsign|tag\.gpgsign|diff\.(?:renames|renamelimit|algorithm|context|noprefix)|log\.\w+|init\.defaultbranch|gc\.auto|merge\.conflictstyle|column\.ui|status\.\w+|safe\.directory|core\.pager=(?:cat|))(?:=|$)/i;

const HARMLESS_OPTION =
  /^(?:-P|-p|--no-pager|--paginate|--no-optional-locks|--literal-pathspecs|--bare|--version|--(?:git-dir|work-tree)=.*|--no-replace-objects)$/;

/** Keys of settings that name a program, or lead to other settings. */
const RUNNING_KEY =
  /^(?:alias\.|include|.*\.(?:pager|editor|cmd|command|helper|external|textconv|driver|hookspath|sshcommand|fsmonitor|program|process|clean|smudge|askpass|path|url|insteadof|pushinsteadof|templatedir|proxy|gitproxy)(?:=|$)|pager\.)/i;
