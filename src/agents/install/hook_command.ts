/**
 * The command that a client is given, and how it is told from commands that somebody else wrote.
 *
 * @module
 */
import { isAbsolute } from "node:path";
import { MemoryError } from "../../base/errors.ts";

/** What a command is made of. */
export interface CommandParts {
  /** The words that start this program: its absolute path first. */
  readonly program: readonly string[];
  /** Flags that were given and that every call needs, such as `--workspace` with an absolute path. */
  readonly kept: readonly string[];
  /** As in `linux`. */
  readonly platform: string;
}

/** Returns the words of a client's hook. @throws {MemoryError} failed, if a path holds a control character */
export function hookWords({ program, kept }: CommandParts, client: string): readonly string[] {
  return checked([...program, "hook", client, ...kept]);
}

/** Returns the words that start the MCP server. @throws {MemoryError} failed, if a path holds a control character */
export function serverWords({ program, kept }: CommandParts): readonly string[] {
  return checked([...program, "mcp", ...kept]);
}

/** Returns words as one line for the shell that a client starts commands with. */
export function shellLine(words: readonly string[], platform: string): string {
  return words.map((word) => quoted(word, platform)).join(" ");
}

/** Returns whether the installer wrote a hook's command, of whatever place the program had then. */
export function isOwnHook(command: string, client: string): boolean {
  const words = shellWords(command);
  return words !== null && isOwn(words, ["hook", client]);
}

/** Returns whether the installer wrote the words that start a server. */
export function isOwnServer(words: readonly string[]): boolean {
  return isOwn(words, ["mcp"]);
}

/** Returns whether a command that the installer did not write calls the hook of a client. */
export function isOtherCall(command: string, client: string): boolean {
  return new RegExp(`\\bmemory(?:\\.exe)?["']?\\s(?:.*\\s)?hook\\s+${client}\\b`).test(command) &&
    !isOwnHook(command, client);
}

/**
 * Returns the words of a line that uses no more of a shell than quotes, or `null` for one that does: the installer writes
 * no such line.
 */
export function shellWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let rest = line.trim();
  while (rest !== "") {
    const word = /^(?:'[^']*'|"[^"$`]*"|\\'|[^\s'"$`;&|<>()*?\\])+/.exec(rest)?.[0];
    if (word === undefined || !/^(?:\s|$)/.test(rest.slice(word.length))) return null;
    words.push(
      word.replaceAll(/'([^']*)'|"([^"]*)"|\\'/g, (whole, single, double) => single ?? double ?? whole.slice(1)),
    );
    rest = rest.slice(word.length).trimStart();
  }
  return words;
}

/** The program, perhaps with the sources that a runtime starts, then the call, then flags that were kept. */
function isOwn(words: readonly string[], call: readonly string[]): boolean {
  const at = words.findIndex((_, index) => call.every((word, offset) => words[index + offset] === word));
  if (at !== 1 && at !== 2 || !isAbsolutePath(words[0]) || at === 2 && !/main\.[jt]s$/.test(words[1] ?? "")) {
    return false;
  }
  const kept = words.slice(at + call.length);
  return kept.length % 2 === 0 && kept.every((word, index) => index % 2 === 1 || KEPT.has(word));
}

const KEPT: ReadonlySet<string> = new Set(["--workspace", "--data-dir"]);

function isAbsolutePath(path: string | undefined): boolean {
  return path !== undefined && (isAbsolute(path) || /^[A-Za-z]:[\\/]/.test(path));
}

function quoted(word: string, platform: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  // No path of Windows holds a double quote.
  return platform === "win32" ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

function checked(words: readonly string[]): readonly string[] {
  // deno-lint-ignore no-control-regex
  const odd = words.find((word) => /[\x00-\x1f\x7f]/.test(word));
  if (odd === undefined) return words;
  throw new MemoryError(`Cannot write ${JSON.stringify(odd)} into a command: it holds a control character`, {
    hint: "rename that folder, or move the program",
  });
}
