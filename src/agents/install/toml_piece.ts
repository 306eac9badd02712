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
  if (tables !== undefined && (!isRecord(tables) || inner in tables)) {
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
  const there = BLOCK.exec(before);
  const joint = rest === "" || rest.endsWith("\n") ? "" : eol;
  const after = there === null
    ? rest + joint + (rest === "" ? "" : eol) + block
    : before.replace(BLOCK, (whole) => (/^\r?\n/.exec(whole)?.[0] ?? "") + block);
  requireSame(path, after, { ...said, [outer]: { ...(isRecord(tables) ? tables : {}), [inner]: values } });
  return after;
}

/** An inline table takes no further one, and a file is not trusted to have been understood. */
function requireSame(path: string, after: string, wanted: Readonly<Record<string, unknown>>): void {
  if (Bun.deepEquals(readToml(after, path), wanted)) return;
  throw new MemoryError(`Cannot change "${path}": what was put in would change the meaning of the rest`, {
    hint: "memory hook print --mcp shows what to put in by hand",
  });
}

function foundIn(table: TomlTable, text: string): FoundPiece | null {
  const said = readToml(text, table.path);
  const there = BLOCK.exec(text);
  if (there === null) return null;
  const tables = said[table.keys[0]];
  const values = isRecord(tables) ? tables[table.keys[1]] : undefined;
  if (!isRecord(values)) return null;
  return {
    events: [],
    commands: [],
    hasServer: true,
    addAgain: (before) => added({ ...table, values: textsOf(values), isWanted: true }, before),
    removed: () => text.replace(BLOCK, ""),
  };
}

function textsOf(values: Readonly<Record<string, unknown>>): TomlTable["values"] {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  );
}
