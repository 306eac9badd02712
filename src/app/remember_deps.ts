import type { RememberDeps } from "../capture/remember/carry_out.ts";
import type { App } from "./app.ts";

/** Returns what an order to remember is carried out with. */
export function rememberDeps(app: Pick<App, "layout" | "clock" | "state" | "originsOf" | "config">): RememberDeps {
  const { layout, clock, state, originsOf, config: { note, remember, dream, redact } } = app;
  const { deep, similarity } = dream;
  return {
    layout,
    clock,
    state,
    originsOf,
    config: {
      maxChars: note.maxChars,
      keepDays: remember.keepSupersededDays,
      limits: deep,
      similarity,
      redaction: redact,
    },
  };
}
