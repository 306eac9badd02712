import { expect, test } from "bun:test";
import type { AppRequest } from "../../src/app/app_request.ts";
import { DEFAULT_CONFIG } from "../../src/app/default_config.ts";
import { embedderPart } from "../../src/app/embedder_part.ts";
import type { EmbedderAnswer } from "../../src/embed/embedder.ts";
import { handEmbedder } from "../support/hand_embedder.ts";

function requestWith(answer: () => Promise<EmbedderAnswer>): AppRequest {
  return {
    flags: { workspace: undefined, dataDir: undefined },
    environment: {},
    cwd: "/",
    homeDir: "/nonexistent",
    terminals: { stdin: false, stdout: false },
    loadChecker: () => Promise.reject(new Error("No settings here")),
    loadEmbedding: () => Promise.resolve({ openEmbedder: answer, loadVectors: () => false }),
  };
}

test("an embedder that was asked for is closed with the app, on the next turn", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const embedder = { ...handEmbedder(), close: () => Promise.resolve(resolve()) };
  const part = embedderPart(requestWith(() => Promise.resolve({ kind: "ready", embedder })), DEFAULT_CONFIG.embed, {
    load: () => false,
  });
  expect(await part.answer).toEqual({ kind: "ready", embedder });
  part.close();
  // Nothing else would end this test.
  await promise;
});

test("one that could not be opened fails for whoever asked, and closing says nothing more", async () => {
  const part = embedderPart(requestWith(() => Promise.reject(new Error("defect"))), DEFAULT_CONFIG.embed, {
    load: () => false,
  });
  expect(part.answer).rejects.toThrow("defect");
  part.close();
  await Bun.sleep(2);
});
