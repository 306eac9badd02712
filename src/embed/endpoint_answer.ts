/**
 * Reads the answer of an embedding endpoint and believes nothing of it: a wrong vector would spoil search without a sign.
 *
 * @module
 */
import { isRecord } from "../base/record.ts";
import { EndpointFault } from "../endpoint/endpoint_fault.ts";
import { unitVector } from "./unit_vector.ts";

/** What was asked. */
export interface AskedVectors {
  /** How many texts were sent. */
  readonly count: number;
  /** Length that every vector has to have; `null` if it is not known yet, then they only have to agree. */
  readonly dimensions: number | null;
}

/**
 * Returns one vector of unit length for each text, in the order of the texts.
 *
 * @param text the whole answer
 * @throws {EndpointFault} saying what came instead
 */
export function readVectors(text: string, { count, dimensions }: AskedVectors): Float32Array[] {
  const rows = rowsOf(text);
  if (rows.length !== count) throw wrong(`answered with ${rows.length} vectors for ${count} texts`);
  const vectors = new Map<number, Float32Array>();
  let wanted = dimensions;
  for (const [place, row] of rows.entries()) {
    const { index, embedding } = fieldsOf(row, place);
    if (index < 0 || index >= count || vectors.has(index)) {
      throw wrong(`answered with the index ${index} ${vectors.has(index) ? "twice" : `for ${count} texts`}`);
    }
    const checked = unitVector(embedding, wanted);
    if (checked.vector === null) {
      const isOtherLength = wanted !== null && embedding.length !== wanted;
      throw new EndpointFault(`answered with ${checked.fault}`, { isTransient: false, isOtherLength });
    }
    wanted = checked.vector.length;
    vectors.set(index, checked.vector);
  }
  return [...vectors].sort(([a], [b]) => a - b).map(([, vector]) => vector);
}

function rowsOf(text: string): readonly unknown[] {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    const isPage = /^\s*<(?:!doctype|html|\?xml|head|body)/i.test(text);
    throw wrong(isPage ? "answered with a web page instead of JSON" : "answered with something that is no JSON");
  }
  const data = isRecord(answer) ? answer["data"] : undefined;
  if (!Array.isArray(data)) {
    const keys = isRecord(answer) ? Object.keys(answer).slice(0, 5).join(", ") : typeof answer;
    throw wrong(`answered with JSON without a list "data" (it has ${keys === "" ? "nothing" : keys})`);
  }
  return data;
}

function fieldsOf(row: unknown, place: number): { readonly index: number; readonly embedding: readonly number[] } {
  if (!isRecord(row)) throw wrong(`answered with a vector ${place} that is no object`);
  // Some servers leave the index out; then the order is that of the texts.
  const { index = place, embedding } = row;
  if (typeof index !== "number" || !Number.isInteger(index)) throw wrong(`answered with the index "${String(index)}"`);
  if (!Array.isArray(embedding) || !embedding.every((each) => typeof each === "number")) {
    throw wrong(`answered with a vector ${index} that is no list of numbers`);
  }
  return { index, embedding };
}

function wrong(message: string): EndpointFault {
  return new EndpointFault(message, { isTransient: false });
}
