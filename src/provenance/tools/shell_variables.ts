/**
 * Variables of a line of shell that decide which program runs (SPEC 4.5): `PAGER=… git log` runs what it says.
 *
 * @module
 */

/**
 * Returns why an assignment counts as reading from outside, or `null`: by its name, since a program runs or loads what it
 * holds, or because its value is an address or looks like a command.
 */
export function dangerousAssignment(name: string, value: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return `an address in ${name}`;
  if (!RUNS_ITS_VALUE.test(name)) return null;
  if (HARMLESS_NAME.test(name) || HARMLESS_VALUE.test(value)) return null;
  if (name === "NODE_OPTIONS" && value.split(" ").every((option) => HARMLESS_NODE.test(option))) return null;
  return `the variable ${name}`;
}

/** Names of which some program runs, loads or asks what they hold. */
const RUNS_ITS_VALUE = new RegExp(
  "^(?:I?FS|ENV|HOME|SHELL|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|CDPATH|BASH_.*|.*PATH|LD_.*|DYLD_.*|.*PAGER|.*EDITOR|VISUAL" +
    "|BROWSER|LESS.*|GIT_.*|SSH_.*|.*_ASKPASS|NODE_.*|BUN_.*|DENO_.*|NPM_.*|npm_.*|YARN_.*|PYTHON.*|PIP_.*|UV_.*|PERL.*|RUBY.*" +
    "|BUNDLE_.*|GEM_.*|PHP.*|LUA_.*|JAVA_.*|_JAVA_.*|JDK_.*|MAVEN_.*|GRADLE_.*|.*_?OPTS|CARGO_.*|RUSTC.*|RUSTFLAGS|GO[A-Z]+" +
    "|MAKEFLAGS|MAKEFILES|GNUMAKEFLAGS|CC|CXX|LD|AR|TAR_.*|GREP_.*|RIPGREP_.*|DOCKER_.*|CONTAINER_.*|KUBE.*|.*_PROXY|.*_proxy" +
    "|PG.*|AWK.*|RSYNC_.*|TEXMF.*|MANPAGER|EMACS.*|VIM.*)$",
);

/** Names among these that only switch, name or limit something. */
const HARMLESS_NAME =
  /^(?:NODE_ENV|GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|GIT_(?:TERMINAL_PROMPT|OPTIONAL_LOCKS|MERGE_AUTOEDIT|PAGER_IN_USE)|PYTHON(?:UNBUFFERED|DONTWRITEBYTECODE|HASHSEED|UTF8|IOENCODING|WARNINGS)|CARGO_TERM_\w+|CARGO_INCREMENTAL|GO(?:OS|ARCH|MAXPROCS|TRACEBACK)|RUST_BACKTRACE)$/;

/** Values that run nothing, or only what prints as it is; a library folder of the project itself. */
const HARMLESS_VALUE = /^(?:|[01]|cat|true|false|:|less|\.|\.\/?src|src|\.\/?lib|lib)$/;

const HARMLESS_NODE =
  /^--(?:max-old-space-size=\d+|no-warnings|enable-source-maps|experimental-vm-modules|trace-warnings)$/;
