import asc from "assemblyscript/asc";

/** The source, relative to the repository. */
const SOURCE = "kernels/encoder.ts";

/** Memory of the module in pages of 64 KiB: 128 rows take 2.9 MB, of which a question touches a quarter. */
const PAGES = "48";

/** What a line of the generated file holds at most. */
const LINE_CHARS = 100;

/**
 * Returns `src/embed/encoder_kernels.ts`: the compiled kernels as text, since they are smaller than a file is worth.
 *
 * @throws {Error} what the compiler says, if it refuses the source
 */
export async function renderEncoderKernels(): Promise<string> {
  let module: Uint8Array | null = null;
  const { error, stderr } = await asc.main([
    ...[SOURCE, "--outFile", "encoder.wasm", "--baseDir", `${import.meta.dir}/..`],
    ...["--runtime", "stub", "--enable", "relaxed-simd", "-O3", "--noAssert", "--noColors"],
    ...["--initialMemory", PAGES, "--maximumMemory", PAGES],
  ], {
    writeFile: (_, contents) => {
      if (typeof contents !== "string") module = contents;
    },
  });
  if (error !== null || module === null) throw new Error(`"${SOURCE}" does not compile: ${stderr.toString()}`);
  const text = Buffer.from(module).toString("base64");
  const lines = text.match(new RegExp(`.{1,${LINE_CHARS}}`, "g")) ?? [];
  return `/**
 * Generated from \`${SOURCE}\` by \`make docs\`; do not edit.
 *
 * @module
 */

/** The kernels as a WebAssembly module, in base64. */
export const ENCODER_KERNELS = [
${lines.map((line) => `  "${line}",\n`).join("")}].join("");
`;
}
