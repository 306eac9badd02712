/**
 * A workspace with a real state, in which intents are wished for and fire at told times.
 *
 * @module
 */
import { frozenClock } from "../../src/base/clock.ts";
import { redactShown } from "../../src/capture/redact/redact.ts";
import { type BookDeps, type BookedIntent, bookIntent, type BookRequest } from "../../src/intents/book.ts";
import { compileWish, type Wish } from "../../src/intents/compile.ts";
import { type Fired, fireIntents, type FireRequest } from "../../src/intents/fire.ts";
import { DEFAULT_CONFIG } from "../../src/app/default_config.ts";
import type { Caller } from "../../src/provenance/caller.ts";
import { writerFacts } from "../../src/store/state/writer_facts.ts";
import { type NoteWorld, openNoteWorld } from "./note_world.ts";

/** A Wednesday morning in Shanghai. */
export const WISH_TIME = "2026-08-19T10:00:00+08:00";
/** Its zone. */
export const WISH_ZONE = "Asia/Shanghai";

/** How a wish is booked; left out: as the settings say. */
export interface WishFacts extends Partial<BookRequest> {
  /** What the caller may be at most. @default "agent" */
  readonly ceiling?: "owner" | "agent";
  /** When it is wished. @default WISH_TIME */
  readonly at?: string;
}

/** See the module. */
export interface IntentWorld extends NoteWorld {
  /** Returns what the flow works with. */
  intents(iso?: string, ceiling?: "owner" | "agent"): BookDeps;
  /** Books a wish. */
  wish(wish: Wish, facts?: WishFacts): Promise<BookedIntent>;
  /** Fires what a message brings up, as a prompt of a session. */
  fire(message: string | null, iso?: string, request?: Partial<FireRequest>): Fired;
}

/** Opens one. */
export function openIntentWorld(): IntentWorld {
  const world = openNoteWorld();
  const { state } = world;
  const intents = (iso = WISH_TIME, ceiling: "owner" | "agent" = "agent"): BookDeps => {
    const clock = frozenClock(iso, WISH_ZONE);
    const caller: Caller = { sessionKind: "interactive", ceiling, client: null, session: "s1", why: "told" };
    const facts = { state, clock, ancestors: () => [] };
    return {
      state,
      clock,
      caller,
      config: DEFAULT_CONFIG.intents,
      isAlive: () => true,
      writerFacts: (question) => writerFacts(facts, question),
    };
  };
  return {
    ...world,
    intents,
    wish: async (wish, { ceiling, at, ...facts } = {}) => {
      const deps = intents(at, ceiling);
      const compiled = await compileWish(wish, { clock: deps.clock, dayTime: { hour: 9, minute: 0 } });
      if (compiled === null) throw new Error(`"${wish.text}" says neither when nor on what`);
      return bookIntent(deps, {
        text: redactShown(wish.text, { enabled: true, allow: [] }).text,
        given: `${wish.text}\n${wish.keywords ?? ""}`,
        source: "argument",
        wish: compiled,
        session: null,
        scope: { channel: null, sender: null, session: null },
        expiresMs: null,
        maxFires: null,
        cooldownMs: null,
        ...facts,
      });
    },
    fire: (message, iso, request = {}) =>
      fireIntents(intents(iso), {
        message,
        place: "prompt",
        channel: "claude-code",
        sender: null,
        session: "s1",
        roomChars: 1_100,
        ...request,
      }),
  };
}
