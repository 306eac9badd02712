/**
 * How near a question is to anything at all. Raw cosines are compressed and shift with the language of question and text,
 * so what a hit is worth shows only against this.
 *
 * @module
 */
import type { Connection } from "../../connect.ts";
import type { PackedVectors } from "./packed_vectors.ts";
import { cosineReader, placeOf } from "./scan_vectors.ts";
import { cosinesOf } from "./sign_bits.ts";
import { SAMPLE_SIZE, vectorSpaces } from "./vector_spaces.ts";

/** The cosines between a question and all pieces, whatever the filters. */
export interface Background {
  /** Their mean. */
  readonly mean: number;
  /** Their standard deviation. */
  readonly spread: number;
  /** How many cosines these follow from: all, or a sample of {@linkcode SAMPLE_SIZE}. */
  readonly count: number;
}

/** Returns the background: of all pieces if they are few, else of the sample. */
export function backgroundOf(
  connection: Connection,
  { question, packed }: { readonly question: Float32Array; readonly packed: PackedVectors },
): Background {
  if (packed.count > SAMPLE_SIZE) {
    const sample = cosinesOf(question, vectorSpaces(connection).sampleCodes());
    if (sample.length > 0) return summaryOf(sample);
  }
  const exact = cosineReader(connection, question);
  return summaryOf(Array.from({ length: packed.count }, (_, slot) => exact(placeOf(packed, slot)[0])));
}

function summaryOf(cosines: readonly number[]): Background {
  const count = cosines.length;
  if (count === 0) return { mean: 0, spread: 0, count };
  const mean = cosines.reduce((sum, each) => sum + each, 0) / count;
  const square = cosines.reduce((sum, each) => sum + (each - mean) ** 2, 0) / count;
  return { mean, spread: Math.sqrt(square), count };
}
