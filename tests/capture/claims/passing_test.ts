/** What an owner says of the moment is no claim; what stands beside it in the same words but lasts is one. */
import { expect, test } from "bun:test";
import { claimsIn } from "../../../src/capture/claims/claims_in.ts";

test.each([
  "The build machine is overheating.",
  "My shoulder is killing me, one minute.",
  "Our gateway answers 404 now.",
  "I prefer the previous version.",
  "We could have used SQLite.",
  "If everyone always squashed, history would be flat.",
  "The owner of the API decided nothing.",
  "You always break the build.",
  "The release process is a mess.",
  "I always confuse the two staging hosts.",
  "我们的服务器快没内存了。",
  "早知道我们就用 Redis 了。",
  "我更喜欢第一个版本。",
  "我们的发布流程是一场灾难。",
  "项目还在编译中。",
])("passes with the talk: %s", (text) => expect(claimsIn(text, "owner")).toEqual([]));

test.each([
  "We are using Postgres for billing.",
  "Anna is leaving the team in May.",
  "My son is learning the piano.",
  "Our office is in a building in Graz.",
  "We use pnpm now.",
  "Our gateway lives on port 18789 now.",
  "I prefer the short form of dates.",
  "If we deploy on a Friday, Anna must be on call.",
  "My brother is a nurse.",
  "I never use goto.",
  "Nothing is deployed from laptops.",
  "我们现在用 pnpm。",
  "我喜欢第一人称的写法。",
  "如果周五部署，必须有人值班。",
  "我们在建设路办公。",
  "我从不用 npm。",
])("lasts: %s", (text) => expect(claimsIn(text, "owner").map((claim) => claim.text)).toEqual([text]));
