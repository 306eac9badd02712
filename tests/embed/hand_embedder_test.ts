import { expect, test } from "bun:test";
import { handEmbedder, handVector } from "../support/hand_embedder.ts";

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, each, at) => sum + each * (b[at] ?? 0), 0);

test("the same meaning has the same vector in both languages", () => {
  expect(cosine(handVector("which port does the gateway use"), handVector("网关用哪个端口"))).toBeCloseTo(1, 5);
});

test("other meanings stand almost at a right angle", () => {
  expect(cosine(handVector("oolong tea"), handVector("gateway port"))).toBeLessThan(0.02);
});

test("every vector has length one, that of an empty text too", async () => {
  const vectors = await handEmbedder().embed(["", "tea", "tea 茶 gateway"], "passage");
  for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
});

test("it keeps what it was asked, and fails from the call on that it is told", async () => {
  const embedder = handEmbedder({ failure: { fromCall: 2, error: new Error("gone") } });
  await embedder.embed(["a"], "query");
  expect(embedder.embed(["b"], "passage")).rejects.toThrow("gone");
  expect(embedder.calls).toEqual([{ texts: ["a"], role: "query" }, { texts: ["b"], role: "passage" }]);
});
