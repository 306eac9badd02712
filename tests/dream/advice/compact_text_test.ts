import { expect, test } from "bun:test";
import { compactProblem } from "../../../src/dream/advice/compact_text.ts";

const CLAIM = "After the outage in June we decided that Ana's gateway must never listen on port 18789, only on 18790";
const CHINESE = "港口数据库的备份现在每天 02:30 运行，大家都觉得很顺利";

test.each([
  [CLAIM, "After the outage in June Ana's gateway must never listen on port 18789, only on 18790"],
  [CLAIM, CLAIM],
  [CHINESE, "港口数据库的备份现在每天 02:30 运行，很顺利"],
])("%p may be written as %p", (claim, wording) => {
  expect(compactProblem(wording, claim)).toBeNull();
});

test.each([
  ["a number", "After the outage in June Ana's gateway must never listen on port 18789, only on 18791"],
  ["a negation", "After the outage in June we decided that Ana's gateway must listen on port 18789, only on 18790"],
  ["the order of numbers", "After the outage in June Ana's gateway must never listen on port 18790, only on 18789"],
  ["a name", "After the outage in June the gateway must never listen on port 18789, only on 18790"],
  ["a word of its own", "After the attack in June Ana's gateway must never listen on port 18789, only on 18790"],
  ["the order of words", "Ana's gateway must never listen on port 18789, only on 18790, after the outage in June"],
  ["most words", "June Ana's must never 18789, only 18790"],
  ["the line", "After the outage in June Ana's gateway must never listen\non port 18789, only on 18790"],
  ["markup", "After the outage in June Ana's `gateway` must never listen on port 18789, only on 18790"],
  ["a comment", "After the outage in June Ana's gateway must never listen on port 18789, only on 18790 <!-- -->"],
  ["hidden characters", "After the outage in June Ana's gate\u200bway must never listen on port 18789, only on 18790"],
  ["blanks around it", ` ${CLAIM}`],
  ["its length", `${CLAIM}.......`],
  ["all of it", ""],
])("a wording that changes %s may not stand for the claim", (_, wording) => {
  expect(compactProblem(wording, CLAIM)).not.toBeNull();
});

test("a wording that leaves out which of two things is meant may not stand for the claim", () => {
  const claim = "The staging gateway listens on port 18790 behind the router of the office";
  expect(compactProblem(claim.replace("staging ", ""), claim)).toBe("it is about something else");
  expect(compactProblem(claim.replace(" behind the router of the office", ""), claim)).toBeNull();
});

test.each(["港口数据库的备份现在每天 02:30 不运行，很顺利", "港口备份数据库现在每天 02:30 运行", "数据库"])(
  "%p does not stand for the Chinese claim",
  (wording) => {
    expect(compactProblem(wording, CHINESE)).not.toBeNull();
  },
);
