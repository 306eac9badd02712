/**
 * The only place that builds things. Each part is opened when it is first asked for; `close` closes what was opened, in
 * reverse.
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";

/** The parts a command can ask for. */
export interface App {
  /** The program's time: the system's, or `MEMORY_NOW` in a simulated workspace (SPEC 11.10). */
  readonly clock: Clock;
  /** Whether the workspace's state was created under `MEMORY_NOW`. */
  readonly isSimulated: boolean;
  /** Closes what was opened, the newest first. */
  close(): void;
}
