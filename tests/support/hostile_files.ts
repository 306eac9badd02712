/**
 * A workspace of files that go wrong elsewhere: what people's memories really hold, and what attackers may put there. All
 * of it is made by code, each with what has to become of it.
 *
 * @module
 */
import { type HostileCase, textCase } from "./hostile_case.ts";
import { nameCases } from "./hostile_names.ts";
import { placeCases } from "./hostile_places.ts";
import { ENCODINGS, MARKDOWN, SCRIPTS, SHAPES } from "./hostile_texts.ts";

/** Returns every case, each with words and a path of its own. */
export function hostileCases(): HostileCase[] {
  const texts = [...ENCODINGS, ...SHAPES, ...MARKDOWN, ...SCRIPTS].map(textCase);
  const names = nameCases(texts.length);
  return [...texts, ...names, ...placeCases(texts.length + names.length)];
}
