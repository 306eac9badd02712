/**
 * A set of classes as one number, so that a filter looks at one column.
 *
 * @module
 */
import { ORIGIN_CLASSES, type OriginClass } from "../../provenance/origin.ts";

/** Returns the set as a number: bit 0 is `owner`, the others follow in the order of {@linkcode ORIGIN_CLASSES}. */
export function bitsOf(classes: Iterable<OriginClass>): number {
  let bits = 0;
  for (const origin of classes) bits |= 1 << ORIGIN_CLASSES.indexOf(origin);
  return bits;
}

/** Returns the set that a number stands for, in the order of {@linkcode ORIGIN_CLASSES}. */
export function classesOf(bits: number): OriginClass[] {
  return ORIGIN_CLASSES.filter((_, at) => (bits & (1 << at)) !== 0);
}
