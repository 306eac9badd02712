/**
 * Writes the generated files of the repository. `make docs` writes the documents and the defaults of the settings,
 * `make completions` the completion scripts; without a word everything is written. A test compares the files with what
 * this would write.
 *
 * @module
 */
import { generatedFiles } from "./generated_files.ts";

const [part] = Bun.argv.slice(2);
const root = `${import.meta.dir}/..`;
for (const { path, text, target } of await generatedFiles()) {
  if (part === undefined || part === target) await Bun.write(`${root}/${path}`, text);
}
