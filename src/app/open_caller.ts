import { MemoryError } from "../base/errors.ts";
import { type Caller, callerOf } from "../provenance/caller.ts";
import { SESSION_KINDS, type SessionKind } from "../provenance/origin.ts";
import type { AppRequest } from "./app_request.ts";
import { readCallerFacts } from "./caller_facts.ts";

/**
 * Returns who is calling (SPEC 4.1, 4.4).
 *
 * @param declaredKind of the command's `--session-kind`; `MEMORY_SESSION_KIND` counts if it is left out
 * @throws {MemoryError} usage, if `MEMORY_SESSION_KIND` is no session kind
 */
export function openCaller(
  request: AppRequest,
  isSimulated: boolean,
  declaredKind: SessionKind | undefined,
): Caller {
  const kind = declaredKind ?? kindOfEnvironment(request.environment["MEMORY_SESSION_KIND"]);
  return callerOf(readCallerFacts({
    environment: request.environment,
    terminals: request.terminals,
    declaredKind: kind ?? null,
    isSimulated,
    isMcpServer: request.isMcpServer ?? false,
  }));
}

function kindOfEnvironment(value: string | undefined): SessionKind | undefined {
  if (value === undefined || value === "") return undefined;
  const kind = SESSION_KINDS.find((each) => each === value);
  if (kind !== undefined) return kind;
  throw new MemoryError(
    `Invalid value "${value}" of MEMORY_SESSION_KIND: it should be one of ${SESSION_KINDS.join(", ")}`,
    { kind: "usage" },
  );
}
