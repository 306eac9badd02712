/**
 * Carries out what was ordered in chats (SPEC 7.2, 8), once the client's own transcript has confirmed it, and says what
 * became of it. What nobody proved stays what it is: a line of the diary.
 *
 * @module
 */
import type { Clock } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import type { OrderRow } from "../../store/state/orders.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import { PLACEHOLDER_START } from "../redact/placeholder.ts";
import type { Receipt, RememberOrder } from "../remember/carry_out.ts";

/** What orders are carried out with. */
export interface OrderDeps {
  /** The orders, and the owner's word on dreams. */
  readonly state: Pick<StateStore, "orders" | "meta" | "transaction" | "isReadonly">;
  /** For the moment of the owner's word. */
  readonly clock: Clock;
  /** Carries out an order to remember. @throws {MemoryError} busy, failed, usage */
  readonly remember: (order: RememberOrder) => Receipt;
}

/** Orders carried out at once; a person gives one or two. */
const MOST_AT_ONCE = 20;

/** Carries out the orders that wait, and returns how many were settled. An order for which others are too busy waits on. */
export function carryOutOrders(deps: OrderDeps): number {
  if (deps.state.isReadonly) return 0;
  let settled = 0;
  for (const order of deps.state.orders.open().slice(0, MOST_AT_ONCE)) {
    const outcome = outcomeOf(deps, order);
    if (outcome === null) continue;
    deps.state.orders.settle(order.id, outcome.state, outcome.receipt);
    settled++;
  }
  return settled;
}

const SECRET = "Not remembered: it holds a secret or personal data";

interface Outcome {
  readonly state: "done" | "proposed" | "refused";
  readonly receipt: string;
}

function outcomeOf(deps: OrderDeps, order: OrderRow): Outcome | null {
  if (!order.isProven) return unproven(order);
  if (order.kind === "enable-dreaming") {
    deps.state.meta.setDreamConsent({ isGiven: true, at: deps.clock.now().iso });
    return { state: "done", receipt: "Dreaming is enabled: from now on the nightly sweep writes MEMORY.md" };
  }
  // Said with a secret in it, which was taken out before anything was stored.
  if (order.text.includes(PLACEHOLDER_START)) return { state: "refused", receipt: SECRET };
  try {
    return remembered(deps.remember(orderOf(order)));
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    if (error.kind === "busy") return null;
    return { state: "refused", receipt: `Not remembered: ${error.message}` };
  }
}

/** Somebody said it, and nothing proves that it was the owner. */
function unproven({ kind, text }: OrderRow): Outcome {
  if (kind === "enable-dreaming") {
    const how = "nothing proves that the owner said so; the owner does it with: memory dream enable";
    return { state: "refused", receipt: `Dreaming was not enabled: ${how}` };
  }
  if (text === "") {
    const how = "the same words stand in text that a tool brought in; an owner who means them says so at a terminal";
    return { state: "proposed", receipt: `Not remembered: ${how}: memory remember` };
  }
  const how = "nothing proves that the owner said so; it is a line of the diary, and the owner confirms it with";
  return { state: "proposed", receipt: `Not remembered as an order: ${how}: memory remember "${text}"` };
}

function orderOf({ text, session, saidAt }: OrderRow): RememberOrder {
  return {
    text,
    want: "either",
    key: null,
    replaces: null,
    until: null,
    // In a chat nobody can be asked whether a permission has no end.
    isStanding: false,
    keepsClose: false,
    annotations: { projects: null, triggers: [], importance: null },
    from: { session, channel: null, sender: null, observedAt: saidAt, sessionKind: "interactive" },
  };
}

function remembered({ isWritten, reason, path, entry, text, replaced, close }: Receipt): Outcome {
  if (isWritten) {
    const instead = replaced.length === 0
      ? ""
      : `; it takes the place of: ${replaced.map((entry) => entry.text).join("; ")}`;
    return { state: "done", receipt: `Remembered in ${path}: ${text}${instead}` };
  }
  switch (reason) {
    case "standing":
      return { state: "done", receipt: `Remembered before: ${text}` };
    case "outdated":
      return { state: "refused", receipt: `Not remembered: ${text}. Said later: ${entry?.text ?? ""}` };
    case "permission":
      return {
        state: "refused",
        receipt: `Not remembered: it grants a permission without an end. Ask until when: ${text}`,
      };
    case "doubt": {
      const others = close.map((entry) => entry.text).join("; ");
      return { state: "refused", receipt: `Not remembered: ask whether "${text}" replaces: ${others}` };
    }
    case "secret":
      return { state: "refused", receipt: SECRET };
    default:
      return { state: "refused", receipt: `Not remembered: ${text}` };
  }
}
