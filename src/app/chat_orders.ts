import { carryOutOrders } from "../capture/chat/carry_out_orders.ts";
import { carryOut } from "../capture/remember/carry_out.ts";
import type { App } from "./app.ts";
import { rememberDeps } from "./remember_deps.ts";

/** Carries out the orders that were given in chats and wait (SPEC 7.2); costs one look at a table if there are none. */
export function carryOutChatOrders(app: App): number {
  const { state, clock } = app;
  const remember = rememberDeps(app);
  return carryOutOrders({ state, clock, remember: (order) => carryOut(remember, order) });
}
