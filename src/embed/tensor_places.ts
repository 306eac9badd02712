/**
 * Where the tensors of the bundled model lie in its files, so that one can be read without the runtime; see
 * `models/tensor_index.ts`, which writes the list.
 *
 * @module
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";

/** Name of the list in the model's folder. */
export const TENSOR_INDEX = "tensors.json";

/** Where a tensor lies. */
export interface TensorPlace {
  /** Name of a file in the model's folder. */
  readonly file: string;
  /** Offset of its first byte. */
  readonly offset: number;
  /** Its size, in bytes. */
  readonly length: number;
}

/** Places by the names that the tensors have in the graph. */
export type TensorPlaces = Readonly<Record<string, TensorPlace>>;

/** What to read. */
export interface TensorRead {
  /** Name of the tensor. */
  readonly name: string;
  /** Bytes into the tensor. @default 0 */
  readonly from?: number;
  /** Bytes to read. */
  readonly length: number;
  /** Offset in the memory at which they are put. */
  readonly to: number;
}

/** The opened files of a model. */
export interface TensorFiles {
  /**
   * Reads a part of a tensor into memory.
   *
   * @throws {Error} if there is no such tensor, it is smaller, or its file was cut short meanwhile
   */
  read(memory: Uint8Array, part: TensorRead): void;
  /** Closes them; a second call does nothing. */
  close(): void;
}

/**
 * Opens the files that the list of a folder names.
 *
 * @throws {Error} if the list or a file is missing, or a file is shorter than the list says
 */
export function openTensors(folder: string): TensorFiles {
  const places = JSON.parse(readFileSync(`${folder}/${TENSOR_INDEX}`, "utf8")) as TensorPlaces;
  const sizes = new Map<string, number>();
  for (const { file, offset, length } of Object.values(places)) {
    sizes.set(file, Math.max(sizes.get(file) ?? 0, offset + length));
  }
  const opened = new Map<string, number>();
  const close = () => {
    for (const descriptor of opened.values()) closeSync(descriptor);
    opened.clear();
  };
  try {
    for (const [file, size] of sizes) {
      const descriptor = openSync(`${folder}/${file}`, "r");
      opened.set(file, descriptor);
      const now = fstatSync(descriptor).size;
      if (now < size) throw new Error(`"${folder}/${file}" has ${now} bytes, expected ${size}`);
    }
  } catch (error) {
    close();
    throw error;
  }
  return {
    read(memory, { name, from = 0, length, to }) {
      const place = places[name];
      const descriptor = opened.get(place?.file ?? "");
      if (place === undefined || descriptor === undefined || from + length > place.length) {
        throw new Error(`The tensor "${name}" has ${place?.length ?? 0} bytes, expected ${from + length}`);
      }
      if (readSync(descriptor, memory, to, length, place.offset + from) === length) return;
      const now = fstatSync(descriptor).size;
      throw new Error(`"${folder}/${place.file}" was cut from ${sizes.get(place.file) ?? 0} to ${now} bytes`);
    },
    close,
  };
}
