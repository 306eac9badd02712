/** Unpacks one part into the folder of the first argument and prints the outcome: one of many processes at once. */
import { unpack } from "../../../src/base/assets/unpack.ts";
import { packedPart } from "../../support/packed_part.ts";

const outcome = unpack(packedPart("parallel", { sizeBytes: 8_000_000 }), Bun.argv[2] ?? "");
console.log(JSON.stringify(outcome));
