/**
 * The bundled model without ONNX Runtime, for one short text at a time. Loading the runtime and putting all weights into the
 * order of its kernels takes three times as long as a question itself does here: each layer's weights are read from
 * the model's own files into the same memory and used as they are. The steps are those of `models/onnx/encoder_graph.ts`.
 *
 * @module
 */
import { encoderKernels, type Kernels } from "./kernels.ts";
import { openTensors, type TensorFiles } from "./tensor_places.ts";

/** Ids of one text, at most: the fixed memory of the kernels has room for so many rows. */
export const MAX_KERNEL_IDS = 128;

/** An opened model. */
export interface KernelEncoder {
  /**
   * Returns the sum of the last layer over all ids: a vector in the direction of the text's, of any length. Blocks the
   * thread, 30 ms for a question the first time.
   *
   * @param ids at most {@linkcode MAX_KERNEL_IDS}
   * @throws {Error} if the model's files are not what they were, or an id is none of the vocabulary
   */
  run(ids: readonly number[]): Float32Array;
  /** Closes its files; a second call does nothing. */
  close(): void;
}

/** Sizes of the model. */
const LAYERS = 12;
const HIDDEN = 384;
const WIDE = 1_536;
/** Queries, keys and values. */
const JOINED = 3 * HIDDEN;
/** Weights of a block, which share a scale. */
const BLOCK = 32;
/** Bytes of a number, and of a register: everything begins at a multiple of it. */
const NUMBER_BYTES = 4;
const ALIGNMENT = 16;
/** Where the memory begins to be ours; what the module itself keeps lies below. */
const FIRST_BYTE = 1_024;

/**
 * Opens the model in a folder, or returns `null` where its kernels cannot run.
 *
 * @throws {Error} if a file is missing or too short
 */
export function openKernelEncoder(folder: string): KernelEncoder | null {
  const kernels = encoderKernels();
  if (kernels === null) return null;
  const tensors = openTensors(folder);
  return {
    run: (ids) => new Run(kernels, tensors, ids.length).vectorOf(ids),
    close: () => tensors.close(),
  };
}

/** One text: where its values lie, and the steps in order. */
class Run {
  readonly #kernels: Kernels;
  readonly #tensors: TensorFiles;
  readonly #memory: Uint8Array;
  readonly #rows: number;
  #end = FIRST_BYTE;
  readonly #state: number;
  readonly #middle: number;
  readonly #attended: number;
  readonly #joined: number;
  readonly #wide: number;
  readonly #bytes: number;
  readonly #scales: number;
  readonly #sums: number;
  readonly #scratch: number;
  readonly #weights: number;
  readonly #weightScales: number;
  readonly #bias: number;

  constructor(kernels: Kernels, tensors: TensorFiles, rows: number) {
    if (rows === 0 || rows > MAX_KERNEL_IDS) throw new Error(`A text has ${rows} ids, expected 1 to ${MAX_KERNEL_IDS}`);
    this.#kernels = kernels;
    this.#tensors = tensors;
    this.#memory = new Uint8Array(kernels.memory.buffer);
    this.#rows = rows;
    this.#state = this.#room(rows * HIDDEN);
    this.#middle = this.#room(rows * HIDDEN);
    this.#attended = this.#room(rows * HIDDEN);
    this.#joined = this.#room(rows * JOINED);
    this.#wide = this.#room(rows * WIDE);
    this.#bytes = this.#room(rows * WIDE / NUMBER_BYTES);
    this.#scales = this.#room(rows * WIDE / BLOCK);
    this.#sums = this.#room(rows * WIDE / BLOCK);
    this.#scratch = this.#room(rows * ALIGNMENT / NUMBER_BYTES);
    this.#weights = this.#room(HIDDEN * WIDE / (2 * NUMBER_BYTES));
    this.#weightScales = this.#room(HIDDEN * WIDE / BLOCK);
    this.#bias = this.#room(WIDE);
  }

  vectorOf(ids: readonly number[]): Float32Array {
    this.#embed(ids);
    for (let layer = 0; layer < LAYERS; layer++) this.#layer(`l${layer}.`);
    const rows = new Float32Array(this.#memory.buffer, this.#state, this.#rows * HIDDEN);
    const sum = new Float32Array(HIDDEN);
    // Counted by hand: an iterator takes longer for these few thousand numbers than a layer does.
    for (let at = 0; at < rows.length; at++) {
      const place = at % HIDDEN;
      sum[place] = (sum[place] ?? 0) + (rows[at] ?? 0);
    }
    return sum;
  }

  #embed(ids: readonly number[]): void {
    const [rowBytes, scaleBytes] = [HIDDEN / 2, HIDDEN / BLOCK * NUMBER_BYTES];
    const scales = this.#joined + this.#rows * rowBytes;
    for (const [row, id] of ids.entries()) {
      this.#read("emb.word", this.#joined + row * rowBytes, { from: id * rowBytes, length: rowBytes });
      this.#read("emb.word.scales", scales + row * scaleBytes, { from: id * scaleBytes, length: scaleBytes });
    }
    this.#kernels.decode(this.#joined, this.#rows, this.#state);
    this.#read("emb.place", this.#middle, { length: this.#rows * HIDDEN * NUMBER_BYTES });
    this.#norm("emb.ln", [this.#state, this.#middle], this.#state);
  }

  #layer(prefix: string): void {
    this.#linear(`${prefix}qkv`, { x: this.#state, inputs: HIDDEN, outputs: JOINED, y: this.#joined });
    this.#kernels.attend(this.#joined, this.#rows, this.#attended, this.#scratch);
    this.#linear(`${prefix}ao`, { x: this.#attended, inputs: HIDDEN, outputs: HIDDEN, y: this.#middle });
    this.#norm(`${prefix}aln`, [this.#middle, this.#state], this.#middle);
    this.#linear(`${prefix}fi`, { x: this.#middle, inputs: HIDDEN, outputs: WIDE, y: this.#wide });
    this.#kernels.gelu(this.#wide, this.#rows * WIDE);
    this.#linear(`${prefix}fo`, { x: this.#wide, inputs: WIDE, outputs: HIDDEN, y: this.#state });
    this.#norm(`${prefix}oln`, [this.#state, this.#middle], this.#state);
  }

  #linear(name: string, { x, inputs, outputs, y }: Linear): void {
    this.#read(`${name}.w`, this.#weights, { length: inputs * outputs / 2 });
    this.#read(`${name}.scales`, this.#weightScales, { length: inputs / BLOCK * outputs * NUMBER_BYTES });
    this.#read(`${name}.b`, this.#bias, { length: outputs * NUMBER_BYTES });
    const rounded = [this.#bytes, this.#scales, this.#sums] as const;
    this.#kernels.round(x, this.#rows, inputs, ...rounded);
    const weights = [this.#weights, this.#weightScales, this.#bias] as const;
    this.#kernels.product(this.#rows, inputs, outputs, ...rounded, ...weights, y, this.#scratch);
  }

  #norm(name: string, [a, b]: readonly [number, number], to: number): void {
    const length = HIDDEN * NUMBER_BYTES;
    this.#read(`${name}.w`, this.#weights, { length });
    this.#read(`${name}.b`, this.#bias, { length });
    this.#kernels.norm(a, b, this.#rows, this.#weights, this.#bias, to);
  }

  #read(name: string, to: number, part: { readonly from?: number; readonly length: number }): void {
    this.#tensors.read(this.#memory, { name, to, ...part });
  }

  /** Returns where so many numbers have room. */
  #room(numbers: number): number {
    const start = this.#end;
    this.#end = start + Math.ceil(numbers * NUMBER_BYTES / ALIGNMENT) * ALIGNMENT;
    return start;
  }
}

/** A linear map: where its input and its output lie, and how many values of a row they have. */
interface Linear {
  readonly x: number;
  readonly inputs: number;
  readonly outputs: number;
  readonly y: number;
}
