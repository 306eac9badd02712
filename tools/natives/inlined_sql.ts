import type { BunPlugin } from "bun";
import { readFileSync } from "node:fs";

/**
 * A text that is imported lies in the executable as a file of its own, which is opened when its importer is loaded: some
 * thirty microseconds each, and every start of the program would look for two dozen files of SQL that almost none reads.
 * The executable carries them as strings of the module that imports them.
 */
export const INLINED_SQL: BunPlugin = {
  name: "inlined-sql",
  setup(build) {
    build.onLoad({ filter: /\.sql$/ }, ({ path }) => ({
      contents: `export default ${JSON.stringify(readFileSync(path, "utf8"))};`,
      loader: "js",
    }));
  },
};
