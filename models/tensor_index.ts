/**
 * The list of where each tensor lies, for the way that embeds one question without ONNX Runtime
 * (`src/embed/kernel_encoder.ts`).
 *
 * @module
 */
import { fromBinary } from "@bufbuild/protobuf";
import { ModelProtoSchema } from "onnx-buf";
import { BUNDLED_MODEL } from "../src/embed/bundled_embedder.ts";
import type { TensorPlace, TensorPlaces } from "../src/embed/tensor_places.ts";

/** Returns the places of all tensors of a serialised model, those of the graph itself and those beside it. */
export function tensorPlaces(model: Uint8Array): TensorPlaces {
  const bytes = Buffer.from(model.buffer, model.byteOffset, model.byteLength);
  let from = 0;
  const placed = (fromBinary(ModelProtoSchema, model).graph?.initializer ?? []).map((tensor): [string, TensorPlace] => {
    const { name, rawData, externalData } = tensor;
    const entries = Object.fromEntries(externalData.map(({ key, value }) => [key, value]));
    if (entries["location"] !== undefined) {
      return [name, {
        file: entries["location"],
        offset: Number(entries["offset"]),
        length: Number(entries["length"]),
      }];
    }
    // Tensors lie in the order of the list. The same bytes may come earlier; then they serve as well.
    const offset = bytes.indexOf(rawData, from);
    if (offset < 0) throw new Error(`The bytes of the tensor "${name}" are not in the serialised model`);
    from = offset;
    return [name, { file: BUNDLED_MODEL.graph, offset, length: rawData.length }];
  });
  return Object.fromEntries(placed);
}
