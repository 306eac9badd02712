import { describe, expect, test } from "bun:test";
import { isOneFamily } from "../../../src/lanes/trigger/word_family.ts";

const pairs = (text: string) => text.trim().split(/\s+/).map((pair) => pair.split("/"));

describe("words of one stem", () => {
  test.each(pairs(`
    deployed/deployment deploys/deploying approve/approval migrate/migrations configure/configuration notify/notifications
    run/running plan/planned parse/parsers policy/policies cache/caching box/boxes scalable/scaling validate/validator
    Renewed/renewal verify/verification generator/generate schedule/scheduler host/host's merge/MERGED
  `))("%p and %p are forms of one word", (a = "", b = "") => {
    expect([isOneFamily(a, b), isOneFamily(b, a)]).toEqual([true, true]);
  });

  test.each(pairs(`
    local/locale local/locales import/important generate/general university/universe past/paste policy/police
    experience/experiment organ/organization community/communication dependency/dependent integer/integrate
  `))("%p and %p are two words", (a = "", b = "") => {
    expect([isOneFamily(a, b), isOneFamily(b, a)]).toEqual([false, false]);
  });
});
