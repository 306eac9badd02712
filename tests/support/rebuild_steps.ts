import type { IndexStore } from "../../src/store/index/open_index.ts";
import type { RebuildSteps } from "../../src/store/index/rebuild.ts";

/** Returns the steps of a rebuild with nobody beside it and nothing to catch up with. */
export function rebuildSteps(fill: (next: IndexStore) => boolean): RebuildSteps {
  return { fill, exclusively: (rest) => rest(), catchUp: () => true };
}
