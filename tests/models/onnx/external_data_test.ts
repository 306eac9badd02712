import { expect, test } from "bun:test";
import fc from "fast-check";
import { ExternalData } from "../../../models/onnx/external_data.ts";

test("tensors lie where it says, apart from one another, at multiples of 64 KiB, with zeros between", () => {
  const size = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 65_530, max: 65_600 }));
  fc.assert(
    fc.property(fc.array(size, { minLength: 1, maxLength: 8 }), (sizes) => {
      const external = new ExternalData();
      const tensors = sizes.map((length, at) => new Uint8Array(length).fill(at + 1));
      const places = tensors.map((tensor) => external.add(tensor));
      const file = external.toBytes();
      for (const [at, { offset, length }] of places.entries()) {
        expect(Buffer.from(file.subarray(offset, offset + length)).equals(tensors[at] ?? new Uint8Array())).toBe(true);
        expect(offset % 65_536).toBe(0);
      }
      const filled = sizes.reduce((sum, each) => sum + each, 0);
      expect(file.reduce((count, byte) => count + (byte === 0 ? 0 : 1), 0)).toBe(filled);
    }),
    { seed: 5, numRuns: 40 },
  );
});
