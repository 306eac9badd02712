/**
 * Being told to stop. Only commands that run until then ask for this: a program without a handler ends by itself.
 *
 * @module
 */

/** What stops a program in an orderly way: Ctrl-C, the system or a supervisor, a terminal that is closed. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Returns a signal that is aborted when the program is told to stop; told a second time, it ends at once. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of SIGNALS) process.once(name, () => controller.abort());
  return controller.signal;
}
