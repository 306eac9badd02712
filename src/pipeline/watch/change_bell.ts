/**
 * Waits until changes have calmed down. Everything is measured on a steady clock: the system's may be set at any time.
 *
 * @module
 */

/** What ended a wait. */
export type Wake = "changed" | "quiet" | "stopped";

/** How to wait. */
export interface BellOptions {
  /** Milliseconds without a further ring before it counts. */
  readonly debounceMs: number;
  /** Milliseconds after which a wait ends without any ring. */
  readonly quietMs: number;
  /** Ends the wait at once. */
  readonly signal: AbortSignal;
}

/** Somebody who never stops writing must not keep changes from being taken up: so many debounce times at most. */
const MAX_DEBOUNCES = 10;

/** A bell that many may ring; one listens. */
export class ChangeBell {
  #firstMs: number | null = null;
  #lastMs = 0;
  #wake: () => void = () => undefined;

  /** Notes that something changed. */
  ring(): void {
    this.#lastMs = performance.now();
    if (this.#firstMs !== null) return;
    this.#firstMs = this.#lastMs;
    this.#wake();
  }

  /** Waits for rings, or for nothing to happen; rings before the call count. */
  async next({ debounceMs, quietMs, signal }: BellOptions): Promise<Wake> {
    const startMs = performance.now();
    for (;;) {
      if (signal.aborted) return "stopped";
      const leftMs = this.#dueMs(startMs + quietMs, debounceMs) - performance.now();
      if (leftMs <= 0) break;
      await this.#sleep(leftMs, signal);
    }
    const hasRung = this.#firstMs !== null;
    this.#firstMs = null;
    return hasRung ? "changed" : "quiet";
  }

  #dueMs(quietEndMs: number, debounceMs: number): number {
    if (this.#firstMs === null) return quietEndMs;
    return Math.min(this.#lastMs + debounceMs, this.#firstMs + MAX_DEBOUNCES * debounceMs);
  }

  /** Ends early at the first ring and when the signal says so. */
  async #sleep(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#wake = resolve;
    const stop = () => resolve();
    signal.addEventListener("abort", stop);
    await promise;
    clearTimeout(timer);
    // The signal lives as long as the watch: a listener a wait would be days of them.
    signal.removeEventListener("abort", stop);
  }
}
