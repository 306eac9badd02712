/**
 * Programs that run another one, which stands among their arguments (SPEC 4.5): `timeout 60 npm test` is `npm test`. Each
 * is known with its options; with any other option it is not known where the other command begins.
 *
 * @module
 */
import { dangerousAssignment } from "./shell_variables.ts";
import type { ShellWord } from "./shell_word.ts";

/** How the arguments of a wrapper look before the command begins. */
interface Wrapper {
  /** Options without a value. */
  readonly flags: RegExp;
  /** Options whose value is the next word. */
  readonly valued?: RegExp;
  /** Words before the command. */
  readonly words?: number;
}

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  sudo: { flags: /^-[nEHkbS]+$|^--non-interactive$/, valued: /^-[ug]$/ },
  doas: { flags: /^-n$/, valued: /^-u$/ },
  env: { flags: /^(?:-i|-|--ignore-environment)$/, valued: /^-u$/ },
  nohup: { flags: /^$/ },
  time: { flags: /^-[pvl]$/ },
  timeout: {
    flags: /^(?:--foreground|--preserve-status|-v|-k\d+\w?|-s\w+|--(?:signal|kill-after)=\w+)$/,
    valued: /^-[ks]$/,
    words: 1,
  },
  gtimeout: { flags: /^--foreground$/, valued: /^-[ks]$/, words: 1 },
  nice: { flags: /^-(?:n?-?\d+)$/, valued: /^-n$/ },
  ionice: { flags: /^-[cn]\d$/, valued: /^-[cn]$/ },
  stdbuf: { flags: /^-[ioe][L0]$/ },
  setsid: { flags: /^-[wf]$/ },
  watch: { flags: /^-(?:[dtgex]|n[\d.]+)$/, valued: /^-n$/ },
  xargs: { flags: /^-(?:[0rtx]|[nPL]\d+|I\S+)+$/, valued: /^-[nPLId]$/ },
  exec: { flags: /^$/ },
  command: { flags: /^-p$/ },
  builtin: { flags: /^$/ },
  coproc: { flags: /^$/ },
  unbuffer: { flags: /^$/ },
  chronic: { flags: /^$/ },
  caffeinate: { flags: /^-[dims]+$/ },
  busybox: { flags: /^$/ },
  toybox: { flags: /^$/ },
  rtk: { flags: /^$/ },
};

/** Returns whether a program runs another one. */
export function isWrapper(program: string): boolean {
  return Object.hasOwn(WRAPPERS, program);
}

/**
 * Returns the words of the command that a wrapper runs, without any if it runs none; `null` if it cannot be told.
 */
export function commandBehind(program: string, args: readonly ShellWord[]): readonly ShellWord[] | null {
  const wrapper = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined;
  if (wrapper === undefined) return null;
  if (program === "command" && /^-[vV]/.test(args[0] ?? "")) return [];
  const at = commandStart(args, wrapper);
  if (at === null) return null;
  if (!ASSIGNING.has(program)) return args.slice(at + (wrapper.words ?? 0));
  let start = at;
  for (; start < args.length; start++) {
    const pair = ASSIGNMENT.exec(args[start] ?? "");
    if (pair === null) break;
    if (dangerousAssignment(pair[1] ?? "", pair[2] ?? "") !== null) return null;
  }
  return args.slice(start);
}

/** These take assignments before the command. */
const ASSIGNING: ReadonlySet<string> = new Set(["env", "sudo", "doas"]);

const ASSIGNMENT = /^([A-Za-z_]\w*)=([^]*)$/;

/** Returns where the options before a command end, or `null` if one is not known. */
export function commandStart(args: readonly ShellWord[], { flags, valued }: Wrapper): number | null {
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at];
    if (arg === null || arg === undefined) return null;
    if (arg === "--") return at + 1;
    if (!arg.startsWith("-")) break;
    if (valued?.test(arg) === true) at++;
    else if (!flags.test(arg)) return null;
  }
  return at;
}
