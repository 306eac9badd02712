/**
 * The arithmetic of the bundled model as WebAssembly, so that one question needs no runtime; its source is
 * `kernels/encoder.ts`.
 *
 * @module
 */
import { loadKernels } from "../base/load_kernels.ts";
import { ENCODER_KERNELS } from "./encoder_kernels.ts";

/** What the module exports. Everything lies in its memory; numbers are offsets in it, in bytes, or counts. */
export interface Kernels {
  /** The memory, of a fixed size. */
  readonly memory: WebAssembly.Memory;
  /** Decodes rows of embedded pieces. */
  decode(from: number, rows: number, to: number): void;
  /** Rounds rows to 8 bits for a product. */
  round(x: number, rows: number, inputs: number, bytes: number, scales: number, sums: number): void;
  /** Multiplies rounded rows with 4-bit weights and adds a bias. */
  product(
    ...at: readonly [
      rows: number,
      inputs: number,
      outputs: number,
      bytes: number,
      scales: number,
      sums: number,
      weights: number,
      weightScales: number,
      bias: number,
      y: number,
      scratch: number,
    ]
  ): void;
  /** Applies the activation in place. */
  gelu(x: number, count: number): void;
  /** Adds two lists of rows and brings each sum to mean 0 and spread 1. */
  norm(a: number, b: number, rows: number, weight: number, bias: number, to: number): void;
  /** Attention of all heads. */
  attend(joined: number, rows: number, to: number, scratch: number): void;
}

/** Returns the kernels, or `null` where they cannot run; see {@linkcode loadKernels}. */
export function encoderKernels(): Kernels | null {
  return loadKernels(ENCODER_KERNELS) as Record<string, unknown> & Kernels | null;
}
