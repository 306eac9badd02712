import { existsSync } from "node:fs";
import { MODEL_CACHE, MODEL_FOLDER } from "../../src/base/assets/native_files.ts";
import { ROOT } from "./source_tree.ts";

/** Folder in which `make model` leaves the bundled model. */
export const MODEL_PATH = `${ROOT}/${MODEL_CACHE}/${MODEL_FOLDER}`;

/** Returns whether the model was made, so that sources and executable have one. A build may go on without. */
export function hasBundledModel(): boolean {
  return existsSync(`${MODEL_PATH}/model.json`);
}
