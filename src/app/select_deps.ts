import type { SelectDeps } from "../select/select.ts";
import { listFiles } from "../workspace/list_files.ts";
import type { App } from "./app.ts";

/** Returns what selectors are resolved with: the files as they are on disk, and where claims were last seen. */
export function selectDeps({ layout, extraPaths, state }: Pick<App, "layout" | "extraPaths" | "state">): SelectDeps {
  return {
    layout,
    extraPaths,
    files: () => listFiles(layout, { extraPaths }).files.map(({ path }) => path).sort(),
    pathOfClaim: (key) => state.candidates.get([key])[0]?.path ?? null,
  };
}
