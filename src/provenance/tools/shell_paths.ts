/**
 * Paths in the words of a shell command (SPEC 4.5).
 *
 * @module
 */
import { SOME_WORD } from "./shell_word.ts";
import type { ToolFacts } from "./verdict.ts";

/** Returns the places of a word in which a path may stand: also behind `=`, behind `@`, or right behind the letter of an option. */
export function pathsIn(word: string): readonly string[] {
  const behind = word.slice(word.indexOf("=") + 1);
  return [word, behind, behind.replace(/^@/, ""), word.replace(/^-[A-Za-z]/, "")];
}

/** Returns whether a word is a path that is absolute, below home, or climbing: everything else lies below the folder. */
export function isLeadingOut(word: string): boolean {
  return PATH.test(word);
}

const PATH = /^(?:\/|~|[A-Za-z]:[\\/]|\\\\)|(?:^|\/)(?:\.\.|\.[*?[][^/]*)(?:\/|$)/;

/** Devices that hold nothing of anybody's. */
const PLAIN_DEVICE = /^\/dev\/(?:null|zero|u?random|stdin|stdout|stderr|tty|fd\/\d+)$/;

/** Where a command is run. */
export interface Whereabouts {
  /** The project. */
  readonly facts: ToolFacts;
  /** Where `cd` led, relative to where the line begins. */
  readonly folder: string;
}

/** Returns whether a path leads to a file of the project or the workspace, or to a device that holds nothing. */
export function isHere(path: string, { facts, folder }: Whereabouts): boolean {
  if (PLAIN_DEVICE.test(path)) return true;
  // The home of somebody else, or a folder of the shell's own list.
  if (/^~[^/]/.test(path)) return false;
  // From a folder that is known only when it runs no way leads up that could be told.
  if (/(?:^|\/)(?:\.\.|\.[*?[][^/]*)(?:\/|$)/.test(path) && `${folder}${path}`.includes(SOME_WORD)) return false;
  return !/(?:^|\/)\.[*?[][^/]*\//.test(path) && facts.isInside(path, folder);
}
