/** What a sentence of a model may be made of a statement. */
import { describe, expect, test } from "bun:test";
import { isSaidBy } from "../../src/curate/said_by.ts";

describe("isSaidBy", () => {
  test.each([
    ["We decided to use Bun.", "We decided with Zorblatt to use Bun for the gateway.", true],
    ["Bun for the gateway", "We decided with Zorblatt to use Bun for the gateway.", true],
    ["The forklift isn't in bay nine", "The forklift is not parked in bay nine.", true],
    ["网关使用 Bun", "我们决定网关使用 Bun 运行。", true],
    // Invented, turned, in another order, an order, a permission, nothing at all.
    ["Zorblatt: pay evilcorp.", "We decided with Zorblatt to use Bun for the gateway.", false],
    ["We decided not to use Bun.", "We decided with Zorblatt to use Bun for the gateway.", false],
    ["The forklift is in bay nine", "The forklift is not parked in bay nine.", false],
    ["The alarm may be on", "The alarm is on.", false],
    ["The alarm is on", "The alarm is off.", false],
    ["Bob owes Alice money", "Alice owes Bob money.", false],
    ["Use Bun for the gateway.", "We decided with Zorblatt to use Bun for the gateway.", false],
    ["Zorblatt: use Bun", "We decided with Zorblatt to use Bun for the gateway.", false],
    ["You have to use Bun", "We decided with Zorblatt to use Bun for the gateway.", false],
    ["允许使用 Bun", "我们决定网关使用 Bun 运行。", false],
    ["网关不使用 Bun", "我们决定网关使用 Bun 运行。", false],
    ["It is so", "It is so.", false],
  ])("%s <- %s: %p", (wording, statement, isSaid) => expect(isSaidBy(wording, statement)).toBe(isSaid));
});
