/**
 * When a call of an endpoint is tried again and when it is left alone, by cockatiel.
 *
 * @module
 */
import {
  circuitBreaker,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhen,
  type IRetryBackoffContext,
  retry,
  wrap,
} from "cockatiel";
import { EndpointFault } from "./endpoint_fault.ts";

/** The first pause, in ms; each later one is twice as long. */
const FIRST_PAUSE_MS = 250;

/** Longest pause that is chosen here, in ms; an endpoint may ask for a longer one. */
const MAX_PAUSE_MS = 8_000;

/** After so many failures in a row the endpoint is not asked for a while: a bulk run would fail as often as it has batches. */
const FAILURES_UNTIL_OPEN = 5;

/** How long it is left alone then, in ms. */
const OPEN_MS = 30_000;

/** Runs calls by one policy, which remembers how the last ones went. */
export interface EndpointPolicy {
  /**
   * Returns what `call` returns, trying it again where that may help.
   *
   * @param call is given a signal that ends with the deadline
   * @param timeoutMs for all attempts and pauses together
   * @throws {EndpointFault} of the last attempt; of the deadline; or because the endpoint is being left alone
   */
  run<T>(call: (signal: AbortSignal) => Promise<T>, timeoutMs: number): Promise<T>;
}

/**
 * Returns a policy.
 *
 * @param attempts calls in all, at least 1
 */
export function endpointPolicy(attempts: number): EndpointPolicy {
  const transient = handleWhen((error) => error instanceof EndpointFault && error.isTransient);
  const breaker = circuitBreaker(transient, {
    halfOpenAfter: OPEN_MS,
    breaker: new ConsecutiveBreaker(FAILURES_UNTIL_OPEN),
  });
  const retrying = retry(transient, { maxAttempts: attempts - 1, backoff: new DelegateBackoff(pauseMs) })
    // The deadline keeps the process alive; a pause that it cut short need not.
    .dangerouslyUnref();
  const policy = wrap(retrying, breaker);
  return {
    async run(call, timeoutMs) {
      const controller = new AbortController();
      const endsAt = performance.now() + timeoutMs;
      let last: unknown;
      const { promise: deadline, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        controller.abort();
        const before = last instanceof EndpointFault ? `; before that it ${last.message}` : "";
        const brief = `did not answer within ${timeoutMs} ms`;
        reject(new EndpointFault(`${brief}${before}`, { isTransient: true, brief }));
      }, timeoutMs);
      const attempt = async () => {
        try {
          return await call(controller.signal);
        } catch (error) {
          if (!controller.signal.aborted) last = error;
          throw isTooLate(error, endsAt - performance.now()) ? asFinal(error) : error;
        }
      };
      try {
        return await Promise.race([policy.execute(attempt, controller.signal), deadline]);
      } catch (error) {
        throw asFault(error);
      } finally {
        clearTimeout(timer);
        controller.abort();
      }
    },
  };
}

/** Whether an endpoint asks for a pause that goes beyond the deadline: then waiting for it is in vain. */
function isTooLate(error: unknown, leftMs: number): error is EndpointFault {
  return error instanceof EndpointFault && error.retryAfterMs !== null && error.retryAfterMs > leftMs;
}

function asFinal(fault: EndpointFault): EndpointFault {
  const seconds = Math.ceil((fault.retryAfterMs ?? 0) / 1_000);
  return new EndpointFault(`${fault.message}, and asks to be left alone for ${seconds} s`, {
    isTransient: false,
    brief: fault.brief,
    cause: fault,
  });
}

function pauseMs({ attempt, result }: IRetryBackoffContext<unknown>): number {
  const own = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS);
  // Several processes that failed together should not come back together.
  const spread = own * (0.5 + Math.random() / 2);
  const asked = "error" in result && result.error instanceof EndpointFault ? result.error.retryAfterMs ?? 0 : 0;
  return Math.max(spread, asked);
}

function asFault(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === "EndpointFault") return error;
  if (!("isBrokenCircuitError" in error)) return error;
  const message = `failed ${FAILURES_UNTIL_OPEN} times in a row and is left alone for ${OPEN_MS / 1_000} s`;
  return new EndpointFault(message, { isTransient: true, cause: error });
}
