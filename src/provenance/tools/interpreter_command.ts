/**
 * Programs that run code (SPEC 4.5). A script of the project is one of its programs; code in an option, from a pipe or in a
 * here-document is nobody's, unless it is a line of shell, which is parsed like the line it stands in.
 *
 * @module
 */
import { type ShellWord, SOME_WORD } from "./shell_word.ts";
import type { Circumstances } from "./simple_command.ts";
import { text, type ToolVerdict, turn } from "./verdict.ts";

/** Returns the class of a call of an interpreter. */
export function interpreted(program: string, args: readonly ShellWord[], circumstances: Circumstances): ToolVerdict {
  const isShell = SHELLS.test(program);
  const family = isShell
    ? "sh"
    : /^(?:python|pypy)$/.test(program)
    ? "python"
    : program === "nodejs"
    ? "node"
    : program;
  if (args.length === 1 && QUIET.test(args[0] ?? "")) return text(program);
  const plain = Object.hasOwn(PLAIN_OPTIONS, family) ? PLAIN_OPTIONS[family] : undefined;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg === null || arg === undefined) return turn(`${program} of a script that is not named`);
    if (isShell && /^-[leuxi]*c$/.test(arg)) {
      const code = args[at + 1];
      return typeof code === "string" && !code.includes(SOME_WORD)
        ? circumstances.line(code)
        : turn(`code given to ${program}`);
    }
    if (family === "python" && arg === "-m") return pythonModule(args.slice(at + 1), circumstances);
    if (family === "node" && /^--(?:test|check)$|^-c$/.test(arg)) continue;
    if ((arg === "-o" || arg === "+o") && isShell) at++;
    else if (family === "node" && LOADERS.test(arg)) {
      const module = arg.includes("=") ? arg.slice(arg.indexOf("=") + 1) : args[++at];
      if (!/^[\w@./-]+(?:\/[\w./-]+)*$/.test(module ?? ":")) return turn(`code given to ${program}`);
    } else if (plain?.test(arg) === true) continue;
    else if (/^[-+]/.test(arg)) return turn(`an option of ${program} that is not known`);
    else return isScript(arg) ? text(program) : turn(`${program} of something that is no file`);
  }
  return family === "node" && args.includes("--test") ? text(program) : turn(`code given to ${program}`);
}

const SHELLS = /^(?:ba|z|da|k|mk|a)?sh$/;

/** With only one of these nothing is read. */
const QUIET = /^(?:--version|-V|-v|--help|-h)$/;

/** Node loads a module first: one of the project or of its packages. */
const LOADERS = /^(?:-r|--require|--import|--loader|--env-file)(?:=|$)/;

/** Options that neither hold code nor take the next word. */
const PLAIN_OPTIONS: Readonly<Record<string, RegExp>> = {
  sh: /^-[exuvnlf]+$|^--(?:norc|noprofile|posix|login)$/,
  python: /^-(?:[bBdEIOPqsSuvx]+|W\w+|Xdev|Xutf8)$/,
  node:
    /^--(?:watch|inspect|inspect-brk|test-[\w-]+=?\w*|no-warnings|enable-source-maps|trace-[\w-]+|experimental-(?:strip-types|vm-modules|test-[\w-]+|transform-types)|max-old-space-size=\d+)$/,
  tsx: /^watch$/,
  perl: /^-(?:[cwWT]+)$/,
  ruby: /^-(?:[cwW]+\d?)$/,
  php: /^-(?:l|n)$/,
};

/** A script is a file by its name: no address, no open file of the shell. */
function isScript(word: string): boolean {
  return word !== "-" && !/^(?:\/dev\/|\/proc\/|[a-z][a-z0-9+.-]*:)/i.test(word);
}

/** Of the modules that can be run, those that only build, test and check; `pip` as the program of that name. */
function pythonModule(args: readonly ShellWord[], { again }: Pick<Circumstances, "again">): ToolVerdict {
  const module = args[0] ?? "";
  if (module === "pip") return again(args);
  if (module === "coverage" && args[1] === "run") {
    return args[2] === "-m" ? pythonModule(args.slice(3), { again }) : text("coverage");
  }
  return LOCAL_MODULES.test(module) ? text(`python -m ${module}`) : turn("a module of python that is not known");
}

const LOCAL_MODULES =
  /^(?:pytest|unittest|mypy|ruff|black|isort|flake8|pylint|pyright|coverage|build|compileall|py_compile|json\.tool|tokenize|ast|doctest|tabnanny|venv|django|nose2|bandit|sphinx)$/;
