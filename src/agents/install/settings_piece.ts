/**
 * What the installer puts into one file of a client.
 *
 * @module
 */

/** One file of a client, and what of it is ours. */
export interface SettingsPiece {
  /** Absolute path. */
  readonly path: string;
  /** Others never write into it: it comes and goes as a whole, and nothing of it is kept. */
  readonly isWholeFile: boolean;
  /**
   * Returns the text with ours in it; the same text if it is there already.
   *
   * @param text without byte order mark; `null` if there is no file
   * @throws {MemoryError} failed, if the text cannot be read or something of another's stands in the way
   */
  add(text: string | null): string;
  /** Returns what of ours stands in a text, or `null` if nothing does. @throws {MemoryError} failed, as `add` */
  found(text: string): FoundPiece | null;
}

/** What of ours stands in a file. */
export interface FoundPiece {
  /** Names of the client's events that are ours, in order of the file. */
  readonly events: readonly string[];
  /** The different commands of these, as they stand there. */
  readonly commands: readonly string[];
  /** The MCP server is entered. */
  readonly hasServer: boolean;
  /** Returns a text with the very same put into it, to tell whether that and nothing else was done to a file. */
  addAgain(text: string | null): string;
  /** Returns the text of the file without ours; `null` if nothing is left of it. */
  removed(): string | null;
}
