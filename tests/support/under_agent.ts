/**
 * Whether an agent runs these tests: then every process below is its own, and none is the owner's or another client's.
 *
 * @module
 */
import { readCallerFacts } from "../../src/app/caller_facts.ts";
import { callerOf } from "../../src/provenance/caller.ts";

/** A test's processes are given an environment of their own, so that only ancestors count. */
export const isUnderAgent: boolean = callerOf({
  ...readCallerFacts({
    environment: {},
    terminals: { stdin: true, stdout: true },
    declaredKind: null,
    isSimulated: false,
  }),
  hasTerminal: true,
}).ceiling === "agent";
