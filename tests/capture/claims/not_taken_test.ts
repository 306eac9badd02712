import { expect, test } from "bun:test";
import { claimsIn } from "../../../src/capture/claims/claims_in.ts";
import type { NotTaken } from "../../../src/capture/claims/not_taken.ts";

function sorted(text: string): { claims: string[]; left: NotTaken[] } {
  const left: NotTaken[] = [];
  const claims = claimsIn(text, "owner", (reason) => left.push(reason)).map((claim) => claim.text);
  return { claims, left };
}

test.each<[string, NotTaken]>([
  ["Which port does the gateway listen on?", "question"],
  ["网关监听哪个端口？", "question"],
  ["网关是不是已经换过端口了吗", "question"],
  ["Sure.", "too short"],
  ["好的。", "chatter"],
  [`The gateway ${"listens and listens ".repeat(20)}on port 18789.`, "too long"],
  ["“The gateway listens on port 18789.”", "code, quotation or fragment"],
  ["Let me look at that file right now.", "chatter"],
  ["Thanks a lot, that looks great!", "not a lasting fact"],
])("a sentence that is no claim is told of: %s", (text, reason) => {
  expect(sorted(text)).toEqual({ claims: [], left: [reason] });
});

test("of a message that says something the rest is told of, sentence by sentence", () => {
  const text = "Ok. The gateway listens on port 18789. Is that clear?";
  expect(sorted(text)).toEqual({
    claims: ["The gateway listens on port 18789."],
    left: ["too short", "question"],
  });
});
