import type { App } from "../../app/app.ts";
import { errorCode } from "../../base/errors.ts";
import type { HookInput } from "./hook_input.ts";

/** How a call ends. */
export interface HookEnd {
  /** The event, or `null` if it could not be read. */
  readonly event: HookInput["event"] | null;
  /** As in `HookCall`. */
  readonly onLeft: (() => void) | undefined;
}

/**
 * What somebody waits for, many times in a session. They leave the log of what they wrote beside its database; the end of
 * the session and all other commands copy it in.
 */
const FELT: ReadonlySet<HookInput["event"]> = new Set(["start", "prompt", "tool", "reply"]);

/** Closes what a call opened, or leaves it to the system. */
export function closeApp(app: App, { event, onLeft }: HookEnd): void {
  try {
    if (onLeft === undefined || event === null || !FELT.has(event)) app.close();
    else if (app.leave()) onLeft();
  } catch (error) {
    // The process ends now; the system closes what is left.
    if (errorCode(error) === undefined) throw error;
  }
}
