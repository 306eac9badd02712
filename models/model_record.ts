import type { ModelShape } from "./weights/read_weights.ts";
import { PINNED_WHEEL } from "./wheel/pinned_wheel.ts";

/**
 * Name of the model and number of the conversion. The number goes up with every change of the converter that changes a
 * vector, since vectors of two conversions must not be compared.
 */
const MODEL_VERSION = "multilingual-e5-small-q4.1";

/** Returns the text of `model.json`: what the folder holds and where it came from. */
export function modelRecordJson(shape: ModelShape): string {
  const record = {
    version: MODEL_VERSION,
    license: "MIT",
    dimensions: shape.hidden,
    positions: shape.positions,
    prefixes: { query: "query: ", passage: "passage: " },
    source: {
      package: `${PINNED_WHEEL.packageName} ${PINNED_WHEEL.version}`,
      sha256: PINNED_WHEEL.sha256,
      weights: PINNED_WHEEL.weightsSha256,
    },
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}
