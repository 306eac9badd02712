/**
 * Writes every generated file of the repository: the defaults of the settings, the completion scripts and `docs/cli.md`.
 * `make docs` and `make completions` run it; a test compares the files with what it would write.
 *
 * @module
 */
import { renderDefaultConfig } from "./default_config.ts";

const root = `${import.meta.dir}/..`;
const files: Record<string, string> = { "src/app/default_config.ts": renderDefaultConfig() };
for (const [path, text] of Object.entries(files)) await Bun.write(`${root}/${path}`, text);
