import type { EscalateDeps, EscalateModel } from "../lanes/escalate/escalate.ts";
import type { LatelyAnswered } from "../lanes/escalate/model_recall.ts";
import { toldBefore } from "../lanes/escalate/told_before.ts";
import type { App } from "./app.ts";

/** For whom lane 2 looks. */
export interface EscalateFor {
  /** Keys of the projects that are active for the session. */
  readonly activeProjects: ReadonlySet<string>;
  /** Whose earlier words a model is told, or `null`: nobody's. */
  readonly told: { readonly session: string; readonly clients: readonly string[] } | null;
  /** A clock that only runs forward, in milliseconds. */
  readonly steadyMs: () => number;
}

/** Returns what lane 2 works with; a model is chosen only once something has to be looked for. */
export function escalateDeps(app: App, { activeProjects, told, steadyMs }: EscalateFor): EscalateDeps {
  const { layout, originsOf, state, clock, index, config } = app;
  const withModel = async (): Promise<EscalateModel | null> => {
    const model = await app.model("recall");
    if (model === null) return null;
    const history: EscalateModel["history"] = (mode) =>
      told === null ? { lines: [], origin: null } : toldBefore({ layout, originsOf, clock }, { ...told, mode });
    return { model, history, lately: (session) => latelyAnswered(app, `${session ?? ""}\n${model.name}`) };
  };
  const { acrossConversations, escalate } = config.recall;
  const bounds = { acrossConversations, ...escalate };
  return {
    layout,
    originsOf,
    state,
    clock,
    index,
    settings: config.search,
    activeProjects,
    bounds,
    steadyMs,
    withModel,
  };
}

/** SPEC 9.3. */
const CACHE_MS = 15_000;

/** The prompt holds all that the answer depends on but whose it is. */
function latelyAnswered({ state, clock }: Pick<App, "state" | "clock">, whose: string): LatelyAnswered {
  const since = () => clock.at(clock.now().ms - CACHE_MS).iso;
  return {
    find: (prompt) => {
      const answer = state.modelAnswers.find(`${whose}\n${prompt}`, since());
      return answer === null ? null : JSON.parse(answer);
    },
    keep: (prompt, action) => {
      if (state.isReadonly) return;
      const times = { at: clock.now().iso, keepSince: since() };
      state.modelAnswers.put(`${whose}\n${prompt}`, JSON.stringify(action), times);
    },
  };
}
