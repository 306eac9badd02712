/**
 * One hostile file: what is made, and what has to become of it.
 *
 * @module
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What has to become of a file. */
export type Expectation =
  /** A search for the words is answered with lines of the file that hold line `line`. */
  | { readonly kind: "found"; readonly words: string; readonly line: number; readonly path?: string }
  /** Left out, and named with a reason. */
  | { readonly kind: "skipped"; readonly reason: RegExp; readonly path?: string }
  /** Could not be read, and named with a reason. */
  | { readonly kind: "failed"; readonly reason: RegExp; readonly path?: string }
  /** Not there, without a word. */
  | { readonly kind: "absent" };

/** A case of the corpus. */
export interface HostileCase {
  readonly name: string;
  /** Relative to the workspace, as the program prints it. */
  readonly path: string;
  /** Makes it in a workspace. */
  make(root: string): void;
  readonly expect: readonly Expectation[];
}

/** Returns a word that no other case holds, in letters only: `zqa` and so on. */
export function wordOf(number: number): string {
  const letter = (value: number) => String.fromCharCode(0x61 + value % 16);
  return `zq${letter(number)}${letter(number >> 4)}${letter(number >> 8)}x`;
}

/** Puts a file there, with the folders above it. */
export function put(root: string, path: string, content: string | Uint8Array): void {
  const target = join(root, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}

/** What a text case is made from: `W` in the text stands for a word of its own. */
export type TextCase = readonly [name: string, text: string, options?: TextOptions];

/** How the text becomes a file. */
export interface TextOptions {
  /** @default the text in UTF-8 */
  readonly encode?: (text: string) => Uint8Array;
  /** Line of the word. @default the first line of the text that holds `W` */
  readonly line?: number;
  /** What is searched for. @default the word */
  readonly words?: (word: string) => string;
  /** @default memory/<number>.md */
  readonly path?: string;
}

/** Returns the case of a text, with the `W`s replaced. */
export function textCase([name, text, options = {}]: TextCase, number: number): HostileCase {
  const word = wordOf(number);
  const path = options.path ?? `memory/text/${number}.md`;
  const written = text.replaceAll("W", word);
  const line = options.line ?? text.split("\n").findIndex((row) => row.includes("W")) + 1;
  const words = options.words?.(word) ?? word;
  return {
    name,
    path,
    make: (root) => put(root, path, options.encode?.(written) ?? written),
    expect: [{ kind: "found", words, line }],
  };
}
