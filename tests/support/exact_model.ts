import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ModelProtoSchema } from "onnx-buf";
import { type OnnxModel, openOnnxModel } from "./onnx_session.ts";

/**
 * Loads a converted model with products that do not round their inputs to 8 bits: what is left between it and the
 * weights is the order of additions, so that any error of the conversion shows.
 */
export async function openExactModel(folder: string): Promise<OnnxModel> {
  const model = fromBinary(ModelProtoSchema, new Uint8Array(readFileSync(`${folder}/model.onnx`)));
  const levels = (model.graph?.node ?? []).flatMap((node) =>
    node.attribute.filter((attribute) => attribute.name === "accuracy_level")
  );
  if (levels.length === 0) throw new Error(`"${folder}/model.onnx" has no product to make exact`);
  for (const level of levels) level.i = 0n;
  const copy = mkdtempSync(join(tmpdir(), "memory-exact-"));
  writeFileSync(`${copy}/model.onnx`, toBinary(ModelProtoSchema, model));
  copyFileSync(`${folder}/model.onnx_data`, `${copy}/model.onnx_data`);
  const opened = await openOnnxModel(copy);
  return {
    ...opened,
    release: async () => {
      await opened.release();
      rmSync(copy, { recursive: true });
    },
  };
}
