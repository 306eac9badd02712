import { describe, expect, test } from "bun:test";
import { englishVerdict } from "../../../src/capture/claims/english_facts.ts";

describe("what an owner says", () => {
  const facts: readonly string[] = [
    "I prefer tabs over spaces.",
    "I live in Graz.",
    "I'm allergic to peanuts.",
    "My daughter's birthday is on 14 May.",
    "We deploy on Thursdays.",
    "We decided to drop Node 18.",
    "Anna owns the billing service.",
    "Always ask before pushing.",
    "Never push to main without asking me first.",
    "Don't add comments that repeat the code.",
    "Use British spelling in all texts.",
    "Answer me in German from now on.",
    "Please always show me the plan first.",
    "There are three environments: dev, staging and production.",
    "This project uses pnpm.",
    "I want all commit messages in English, always.",
  ];
  for (const text of facts) test(`is a fact: ${text}`, () => expect(englishVerdict(text, "owner")).toBe(true));

  const others: readonly string[] = [
    "Fix the flaky test.",
    "Please run the tests again.",
    "Make sure the build passes.",
    "You should look at the log.",
    "I think we should use Redis.",
    "I need you to check the log.",
    "I'm looking at the diff.",
    "I don't understand your answer.",
    "It still fails.",
    "That works.",
    "The build is broken.",
    "Looks good to me.",
    "Thanks for the quick fix.",
    "Use the other function instead.",
    "Don't touch this file now.",
    "Maybe the port is 8080.",
    "The last change is wrong.",
    "I was wondering about the port.",
    "Put it into the second file.",
    "There is a bug in them.",
  ];
  for (const text of others) test(`is none: ${text}`, () => expect(englishVerdict(text, "owner")).toBe(false));
});

describe("what an agent says", () => {
  const facts: readonly string[] = [
    "The root cause is a race between the watcher and the writer.",
    "The service reads its settings from `/etc/acme/gateway.toml`.",
    "`DATABASE_URL` is read in `src/config/env.ts`.",
    "The nightly job writes to the audit bucket.",
    "Node 22 fails to install `canvas`.",
    "The mobile app talks to the backend over gRPC.",
  ];
  for (const text of facts) test(`is a fact: ${text}`, () => expect(englishVerdict(text, "agent")).toBe(true));

  const others: readonly string[] = [
    "I'll read the configuration in `src/config/env.ts`.",
    "We should move `src/config/env.ts`.",
    "Your gateway listens on port 18789.",
    "Updated `package.json` and the lock file.",
    "All tests in `src/a_test.ts` pass.",
    "The config file exists.",
    "The server is running on port 3000.",
    "The output shows that `src/a.ts` fails.",
    "The capital of France is Paris.",
    "A mutex protects shared state.",
    "In Python, lists are mutable.",
    "Always run the migrations before the tests.",
    "The next step is to wire `src/a.ts`.",
    "The user prefers short answers.",
    "**Headspace**: an app that offers sessions.",
    "The branch is 3 commits ahead of main.",
  ];
  for (const text of others) test(`is none: ${text}`, () => expect(englishVerdict(text, "agent")).toBe(false));
});
