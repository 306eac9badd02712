/**
 * A table of ours at the end of a TOML file, between two lines that say whose it is. Nothing else of the file is touched.
 *
 * @module
 */
import { parse, TomlError } from "smol-toml";
import { MemoryError } from "../../base/errors.ts";
import { isRecord } from "../../base/record.ts";
import type { FoundPiece, SettingsPiece } from "./settings_piece.ts";

/** What the table is. */
export interface TomlTable {
  /** Absolute path of the file. */
  readonly path: string;
  /** Where it stands, such as `["mcp_servers", "memory"]`. */
  readonly keys: readonly [string, string];
  /** Texts and lists of texts by key. */
  readonly values: Readonly<Record<string, string | readonly string[]>>;
  /** It is put in; else one that is there stays. */
  readonly isWanted: boolean;
}

const BEGIN = "# BEGIN memory, written by memory hook install";
const END = "# END memory";

/** With the empty line before it and the end of its last line. */
const BLOCK = new RegExp(`(?:\\r?\\n)?${BEGIN}\\r?\\n[^]*?${END}(?:\\r?\\n|$)`);

/** Returns the piece. */
export function tomlPiece(table: TomlTable): SettingsPiece {
  return {
    path: table.path,
    isWholeFile: false,
    add: (text) => added(table, text),
    found: (text) => foundIn(table, text),
  };
}

/** Returns what a text says. @throws {MemoryError} failed, if it is no TOML */
export function readToml(text: string, name: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const [problem] = cause.message.replace(/^Invalid TOML document: /, "").split("\n");
    throw new MemoryError(
      `Cannot read "${name}": it is no valid TOML (${problem} at line ${cause.line}, column ${cause.column})`,
      { hint: "mend the file, then run the same command again", cause },
    );
  }
}

function added({ path, keys: [outer, inner], values, isWanted }: TomlTable, text: string | null): string {
  const before = text ?? "";
  const rest = before.replace(BLOCK, "");
  const said = readToml(rest, path);
  readToml(before, path);
  if (!isWanted) return before;
  const tables = said[outer];
  const there = BLOCK.exec(before);
  // Clients put further settings of a server into tables below it.
  const more = there === null ? null : moreOf(said, [outer, inner]);
  if (tables !== undefined && (!isRecord(tables) || inner in tables && more === null)) {
    throw new MemoryError(`Cannot enter the server: "${path}" has another one under "${outer}.${inner}"`, {
      hint: "rename that one, or leave out --mcp",
    });
  }
  const eol = before.includes("\r\n") ? "\r\n" : "\n";
  const block = [
    BEGIN,
    `[${outer}.${inner}]`,
    ...Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
    END,
    "",
  ].join(eol);
  const after = there === null
    ? atEnd(rest, block, eol)
    : before.replace(BLOCK, (whole) => (/^\r?\n/.exec(whole)?.[0] ?? "") + block);
  const wanted = { ...(isRecord(tables) ? tables : {}), [inner]: { ...more, ...values } };
  requireSame(path, after, { ...said, [outer]: wanted });
  return after;
}

function atEnd(rest: string, block: string, eol: string): string {
  const joint = rest === "" || rest.endsWith("\n") ? "" : eol;
  return rest + joint + (rest === "" ? "" : eol) + block;
}

/** Returns what a text without our lines says of our table, or `null` if nothing. */
function moreOf(
  said: Readonly<Record<string, unknown>>,
  [outer, inner]: TomlTable["keys"],
): Readonly<Record<string, unknown>> | null {
  const tables = said[outer];
  const more = isRecord(tables) ? tables[inner] : undefined;
  return isRecord(more) ? more : null;
}

/** An inline table takes no further one, and a file is not trusted to have been understood. */
function requireSame(path: string, after: string, wanted: Readonly<Record<string, unknown>>): void {
  if (isSame(after, wanted)) return;
  throw new MemoryError(`Cannot change "${path}": what was put in would change the meaning of the rest`, {
    hint: "memory hook print --mcp shows what to put in by hand",
  });
}

/** What cannot be read any more is our doing: the file was read before. */
function isSame(after: string, wanted: Readonly<Record<string, unknown>>): boolean {
  try {
    return Bun.deepEquals(parse(after), wanted);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    return false;
  }
}

function foundIn(table: TomlTable, text: string): FoundPiece | null {
  const said = readToml(text, table.path);
  const [there] = BLOCK.exec(text) ?? [];
  if (there === undefined || moreOf(said, table.keys) === null) return null;
  const eol = there.includes("\r\n") ? "\r\n" : "\n";
  return {
    events: [],
    commands: [],
    hasServer: true,
    addAgain: (before) => atEnd(before ?? "", there.replace(/^\r?\n/, ""), eol),
    removed: () => removed(table, text),
  };
}

/** What others put below our table would be left as a server without a command, which its client refuses. */
function removed({ path, keys }: TomlTable, text: string): string {
  const rest = text.replace(BLOCK, "");
  const more = Object.keys(moreOf(readToml(rest, path), keys) ?? {});
  if (more.length === 0) return rest;
  throw new MemoryError(
    `Cannot take the server out of "${path}": somebody else's "${keys.join(".")}.${more.join(", ")}" would stay`,
    { hint: "take these lines out, then run the same command again" },
  );
}
