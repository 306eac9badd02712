import type { Examination } from "../../app/doctor/examine.ts";
import type { MendWays } from "../../app/doctor/mend.ts";
import { embedIndex } from "../_embed_index.ts";
import { finishForgets } from "../_forget/finish_forgets.ts";

/** Returns whether databases may be opened to write: a state with something wrong would be set aside or migrated. */
export function soundness({ checks }: Examination): { isStateSound: boolean } {
  const state = checks.find(({ area }) => area === "state");
  return { isStateSound: state !== undefined && state.findings.every(({ id }) => id === "state-lost") };
}

/** What other commands lend to `doctor --fix`: each thing is done as they do it. */
export const MEND_WAYS: MendWays = {
  finishForgets: (app) => finishForgets(app)?.reasons ?? [],
  embed: async (app) => (await embedIndex(app, { isLeftOut: false, progress: () => {} })).notices,
};
