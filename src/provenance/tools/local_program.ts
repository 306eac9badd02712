/**
 * Programs that work on what lies here, but for some of their options and scripts (SPEC 4.5): what carries a command, code
 * or the name of a further list of files to them reads from outside.
 *
 * @module
 */
import type { ShellWord } from "./shell_word.ts";
import { isQuietAwk, isQuietSed } from "./stream_script.ts";
import { text, type ToolVerdict, turn } from "./verdict.ts";

/** Returns the class of a program of {@linkcode LOCAL_PROGRAMS}, apart from the files it names. */
export function localProgram(program: string, args: readonly ShellWord[]): ToolVerdict {
  const words = args.filter((arg) => arg !== null);
  if (/^g?sed$/.test(program)) return isQuietSed(words) ? text(program) : turn("a script of sed that may reach out");
  if (/^[gm]?awk$/.test(program)) return isQuietAwk(words) ? text(program) : turn("a script of awk that may reach out");
  const action = words.find((word) => !word.startsWith("-"));
  const actions = Object.hasOwn(ONLY_ACTIONS, program) ? ONLY_ACTIONS[program] : undefined;
  if (actions !== undefined && !isOneOf(actions, program === "mvn" ? words.filter(isNoOption) : [action])) {
    return turn(`${program} ${action ?? ""}`.trim());
  }
  const carried = Object.hasOwn(CARRIERS, program) ? CARRIERS[program] : undefined;
  const found = words.find((word) => carried?.test(word) === true || isCarrier(word));
  return found === undefined ? text(program) : turn(`a command or list given to ${program}`);
}

function isNoOption(word: string): boolean {
  return !word.startsWith("-");
}

function isOneOf(actions: RegExp, words: readonly (string | undefined)[]): boolean {
  return words.every((word) => actions.test(word ?? ""));
}

/** Programs that also fetch, with the actions that do not; the empty one where the program builds without an action. */
const ONLY_ACTIONS: Readonly<Record<string, RegExp>> = {
  mvn: /^(?:clean|validate|compile|test-compile|test|package|verify|install|site)$/,
  gradle: /^(?:|:?[\w:-]*(?:build|test|check|assemble|clean|run|classes|jar|lint\w*|compile\w+|tasks))$/i,
  zig: /^(?:build|test|run|fmt|version|build-exe|build-lib)$/,
  stack: /^(?:build|test|run|clean|ghc)$/,
  dune: /^(?:build|test|runtest|clean|fmt|exec)$/,
  bazel: /^(?:build|test|run|query|clean|info|version)$/,
  buck2: /^(?:build|test|run|query|clean)$/,
  meson: /^(?:setup|compile|test|configure|introspect)$/,
  playwright: /^(?:test|show-report|merge-reports)$/,
  cypress: /^(?:run|verify|version)$/,
  turbo: /^(?:run|build|test|lint|ls|dev)$/,
  nx: /^(?:run|run-many|affected|build|test|lint|show|graph|serve|format:\w+)$/,
  lerna: /^(?:run|exec|ls|list|changed|diff)$/,
  rails: /^(?:server|s|test|routes|db:\w+(?::\w+)*|generate|g|assets:\w+|stats|zeitwerk:check|--version)$/,
  next: /^(?:build|dev|start|lint|info)$/,
  nuxt: /^(?:build|dev|generate|preview|prepare|typecheck)$/,
  astro: /^(?:build|dev|check|preview|sync)$/,
  hash: /^(?:|node|npm|python|git)$/,
};

/** What carries a command or code to one program, beside what does so to any. */
const CARRIERS: Readonly<Record<string, RegExp>> = {
  tar:
    /^(?:-[a-zA-Z]*[IFTV]|[a-zA-Z]*[IFT][a-zA-Z]*$|--(?!(?:exclude|strip-components|directory|file|gzip|xz|list|extract|create|verbose|zstd|bzip2|no-same-owner|keep-old-files)(?:=|$))|[^/]*:)/,
  less: /^(?:\+|-(?![NSRFXEiIn]+$))/,
  more: /^[+]/,
  sort: /^--(?:co|f)/,
  wc: /^--f/,
  du: /^--f/,
  split: /^--fi/,
  rg: /^--(?:pre|hostname-bin)(?:=|$)/,
  zip: /^-(?:TT|[a-zA-Z]*T)|^--(?:te|un)/,
  make: /^(?:--ev|-E|SHELL=|-f-?$|--f|--ma|-I|\w+[:+?]?=.*[\s$`;|&/])/,
  cmake: /^-E/,
  just: /^(?:-c|--c|--sh|--ch)/,
  rake: /^(?:-[a-zA-Z]*[eEpr]$|-[eEpr]|--exe|--req)/,
  prove: /^(?:-e|--e|-P|-M|--so)/,
  ghc: /^-(?:e|pgm|F)/,
  java: /^-(?:XX:On|agent|javaagent)/,
  gcc: /^-(?:wrapper|specs|B|fplugin)/,
  patch: /^-(?:e|-ed)/,
  mvn: /^-(?:U|-update|s|-settings|gs|D\w*\.?(?:exec|artifact|remoteRepositories))/,
  gradle: /^--(?:refresh|init-script|include-build)|^-I/,
  gzip: /^-S/,
  jest: /^--(?:config|globalSetup)=?\{/,
  yq: /\b(?:load\w*|env|strenv|envsubst)\b/,
  jq: /\b(?:import|include)\b/,
  install: /^(?:--strip-program|-[a-z]*s)/,
};

const SAME: readonly (readonly [string, readonly string[]])[] = [
  ["gradle", ["gradlew"]],
  ["mvn", ["mvnw"]],
  ["make", ["gmake"]],
  ["gcc", ["g++", "cc", "c++", "clang", "clang++"]],
];

/** Returns the name under which the rules of a program stand. */
export function ruleName(program: string): string {
  return SAME.find(([, names]) => names.includes(program))?.[0] ?? program;
}

/** Options by which any program may be given a command, and code as an address. */
function isCarrier(word: string): boolean {
  return /^(?:--?(?:exec|eval|exec-batch|execdir|command|cmd|pager|extcmd|to-command|use-compress-program|checkpoint-action|rsh|preprocessor|rcfile|init-file|files0-from|files-from)(?:[=-]|$)|(?:[^=]*=)?(?:data|javascript):)/
    .test(word);
}
