/**
 * Logs whole answers, by hash: when a hook or a transcript tells of one it is known as ours, whatever stands around the lines
 * of the memory in it (SPEC 4.7).
 *
 * @module
 */
import type { McpTool } from "../../agents/mcp/tool.ts";
import type { Connection } from "../../app/connection.ts";
import { MemoryError } from "../../base/errors.ts";
import { answerHash } from "../../workspace/injected_hashes.ts";
import type { WarmApp } from "./warm_app.ts";

/** What {@linkcode withKnownAnswers} works with. */
export interface KnownAnswersDeps {
  /** The app. */
  readonly warm: WarmApp;
  /** The connection whose answers they are. */
  readonly connection: Connection;
}

/** Returns a tool whose answers are logged before they are given, but for those that show text from outside. */
export function withKnownAnswers(tool: McpTool, { warm, connection }: KnownAnswersDeps): McpTool {
  return {
    ...tool,
    async run(values, call) {
      const heardBefore = connection.timesHeard();
      const answer = await tool.run(values, call);
      if (connection.timesHeard() === heardBefore) {
        await logAnswer(warm, [answer.text, JSON.stringify(answer.structured)]);
      }
      return answer;
    },
  };
}

/** Logs an answer, so that it is known as ours when somebody tells of it. */
export async function logAnswer(warm: WarmApp, texts: readonly string[]): Promise<void> {
  try {
    await warm.use(({ state, clock }) => {
      if (!state.isReadonly) {
        const facts = { session: null, injectedAt: clock.now().iso, place: "waiting" } as const;
        state.injections.add(texts.map((text) => ({ hash: answerHash(state.meta.hmacKey, text), ...facts })));
      }
      return Promise.resolve();
    });
  } catch (error) {
    // It is given all the same; that it is ours will have to be told by its lines.
    if (!(error instanceof MemoryError)) throw error;
  }
}
