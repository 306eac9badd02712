/** Kinds of numbers that go in and come out of the models used here. */
export type TensorData = Float32Array | BigInt64Array | Int32Array | BigUint64Array | Uint8Array;

/** Numbers with a shape: what ONNX Runtime's binding takes, and what it makes its results of. */
export class OnnxTensor {
  /** Where the numbers lie; the binding asks. */
  readonly location = "cpu";
  /** Name of the kind of numbers, such as `int64`. */
  readonly type: string;
  /** The numbers, the last dimension together. */
  readonly data: TensorData;
  /** Sizes, the outermost first. */
  readonly dims: readonly number[];

  /** Takes what it is given as it is. */
  constructor(type: string, data: TensorData, dims: readonly number[]) {
    this.type = type;
    this.data = data;
    this.dims = dims;
  }
}
