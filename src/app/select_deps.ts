import type { SelectDeps } from "../select/select.ts";
import { listFiles } from "../workspace/list_files.ts";
import type { App } from "./app.ts";
import { withheldFrom } from "./withheld.ts";

/**
 * Returns what selectors are resolved with: the files as they are on disk, where claims were last seen, and what the caller is
 * not given unasked.
 */
export function selectDeps(
  app: Pick<App, "layout" | "extraPaths" | "state" | "originsOf" | "caller">,
): SelectDeps {
  const { layout, extraPaths, state } = app;
  return {
    layout,
    extraPaths,
    files: () => listFiles(layout, { extraPaths }).files.map(({ path }) => path).sort(),
    pathOfClaim: (key) => state.candidates.get([key])[0]?.path ?? null,
    withheld: withheldFrom(app),
  };
}
