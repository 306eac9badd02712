import asc from "assemblyscript/asc";

/** A generated file with a compiled module. */
export interface KernelFile {
  /** Its source, relative to the repository. */
  readonly source: string;
  /** The generated file, relative to the repository. */
  readonly path: string;
  /** Name of what it exports. */
  readonly name: string;
  /** Memory of the module in pages of 64 KiB. */
  readonly pages: number;
}

/** Every module. */
export const KERNEL_FILES: readonly KernelFile[] = [
  {
    source: "kernels/encoder.ts",
    path: "src/embed/encoder_kernels.ts",
    name: "ENCODER_KERNELS",
    // 128 rows take 2.9 MB, of which a question touches a quarter.
    pages: 48,
  },
  {
    source: "kernels/sketches.ts",
    path: "src/store/index/vectors/sketch_kernels.ts",
    name: "SKETCH_KERNELS",
    // 1,024 of the largest sketches take 200 KB.
    pages: 4,
  },
];

/** What a line of a generated file holds at most. */
const LINE_CHARS = 100;

/**
 * Returns the text of a generated file: a compiled module as text, since it is smaller than a file is worth.
 *
 * @throws {Error} what the compiler says, if it refuses the source
 */
export async function renderKernels({ source, name, pages }: KernelFile): Promise<string> {
  let module: Uint8Array | null = null;
  const { error, stderr } = await asc.main([
    ...[source, "--outFile", "kernels.wasm", "--baseDir", `${import.meta.dir}/..`],
    ...["--runtime", "stub", "--enable", "relaxed-simd", "-O3", "--noAssert", "--noColors"],
    ...["--initialMemory", String(pages), "--maximumMemory", String(pages)],
  ], {
    writeFile: (_, contents) => {
      if (typeof contents !== "string") module = contents;
    },
  });
  if (error !== null || module === null) throw new Error(`"${source}" does not compile: ${stderr.toString()}`);
  const lines = Buffer.from(module).toString("base64").match(new RegExp(`.{1,${LINE_CHARS}}`, "g")) ?? [];
  return `/**
 * Generated from \`${source}\` by \`make docs\`; do not edit.
 *
 * @module
 */

/** The kernels as a WebAssembly module, in base64. */
export const ${name} = [
${lines.map((line) => `  "${line}",\n`).join("")}].join("");
`;
}
