/** Whether others could read along is noted with each session that is ingested (SPEC 9.3). */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type IngestWorld, openIngestWorld } from "../../support/ingest_world.ts";

let world: IngestWorld;
beforeEach(() => {
  world = openIngestWorld();
});
afterEach(() => world.remove());

const SESSION = {
  type: "session",
  format: "memory-transcript",
  version: 1,
  session: "n",
  startedAt: "2026-08-10T09:00:00Z",
  kind: "interactive",
  chat: "direct",
};
const TEXT = "The gateway listens on port 18789.";
const MESSAGE = {
  type: "message",
  role: "user",
  at: "2026-08-10T09:00:01Z",
  isPerson: true,
};

function transcript(session: object, text = TEXT): string {
  return [session, { ...MESSAGE, text }].map((record) => `${JSON.stringify(record)}\n`).join("");
}

async function isPrivate(name: string, text: string): Promise<boolean | null | undefined> {
  await world.ingest([world.put(name, text)]);
  return world.notes.state.ingested.session("neutral", "n")?.isPrivate;
}

describe("a session", () => {
  test("is private if its transcript says that it is a direct chat, and all that is needed", async () => {
    expect(await isPrivate("a.jsonl", transcript(SESSION))).toBe(true);
  });

  test("is not if it is a group", async () => {
    expect(await isPrivate("a.jsonl", transcript({ ...SESSION, chat: "group" }))).toBe(false);
  });

  test("is not if the transcript says nothing of who can read it", async () => {
    const { chat: _, ...untold } = SESSION;
    expect(await isPrivate("a.jsonl", transcript(untold))).toBe(false);
  });

  test("is not any more once one of its transcripts was set aside", async () => {
    expect(await isPrivate("a.jsonl", transcript(SESSION))).toBe(true);
    const text = transcript(SESSION, "The gateway moved to port 18790.");
    expect(await isPrivate("b.jsonl.deleted.2026-08-11T09", text)).toBe(false);
  });
});
