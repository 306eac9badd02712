import { MemoryError } from "../../base/errors.ts";
import type { FlagValues } from "../_declare.ts";
import { PROJECT_FLAGS } from "../_project_flags.ts";
import { SESSION_FLAGS } from "../_session_flags.ts";
import { UNTIL_FLAG } from "../_until.ts";

/** The flags of `memory remember` (SPEC 7.2). */
export const REMEMBER_FLAGS = {
  fact: { type: "boolean", description: "A fact for MEMORY.md instead of a directive" },
  propose: { type: "boolean", description: "Only note it in the diary, for the dream and for you to look at" },
  key: {
    type: "string",
    value: "NAME",
    description: "Supersession key: it replaces what has the same one",
    completion: "key-name",
  },
  replaces: {
    type: "string",
    value: "SELECTOR",
    description: "The entry whose place it takes",
    completion: "selector",
  },
  importance: { type: "integer", value: "N", minimum: 1, maximum: 10, description: "Of a fact: from 1 to 10" },
  trigger: { type: "string", value: "PHRASE", isRepeatable: true, description: "Of a fact: phrase that brings it up" },
  ...UNTIL_FLAG,
  ...PROJECT_FLAGS,
  ...SESSION_FLAGS,
} as const;

/** Their values. */
export type RememberFlags = FlagValues<typeof REMEMBER_FLAGS>;

/**
 * Stops flags that do not go together.
 *
 * @throws {MemoryError} usage
 */
export function requireAgreement({ fact, propose, replaces, project, importance, trigger }: RememberFlags): void {
  if (propose && replaces !== undefined) {
    throw usage('Cannot use "--replaces" together with "--propose": a proposal replaces nothing');
  }
  if (fact || propose) return;
  const [flag] = [
    ...project.length > 0 ? ["--project"] : [],
    ...importance !== undefined ? ["--importance"] : [],
    ...trigger.length > 0 ? ["--trigger"] : [],
  ];
  if (flag !== undefined) {
    throw usage(`Cannot use "${flag}" for a directive: it holds everywhere and always; facts take --fact`);
  }
}

function usage(message: string): MemoryError {
  return new MemoryError(message, { kind: "usage" });
}
