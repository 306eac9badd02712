import { MemoryError } from "../base/errors.ts";

/** The flags that have to do with watching. */
export interface WatchFlags {
  /** `--force`. */
  readonly force: boolean;
  /** `--watch`. */
  readonly watch: boolean;
  /** `--ndjson`. */
  readonly ndjson: boolean;
}

/** Refuses flags that exclude each other. @throws {MemoryError} usage */
export function checkWatchFlags({ force, watch, ndjson }: WatchFlags): void {
  if (force && watch) {
    throw new MemoryError('Cannot use "--force" together with "--watch": a watch takes up changes only', {
      kind: "usage",
      hint: "run `memory index --force` first, then `memory index --watch`",
    });
  }
  if (ndjson && !watch) {
    throw new MemoryError('Cannot use "--ndjson" without "--watch": there is only one document', {
      kind: "usage",
      hint: "use --json",
    });
  }
}
