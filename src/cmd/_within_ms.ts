import { MemoryError } from "../base/errors.ts";

/**
 * Returns what an embedder makes, if it does so in time; what comes later is of no use to anybody, and neither is its
 * failure.
 *
 * @param limit milliseconds, and the embedder's name for the message
 * @throws {MemoryError} failed, if it takes longer
 */
export async function withinMs<T>(
  work: Promise<T>,
  { limitMs, name }: { readonly limitMs: number; readonly name: string },
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new MemoryError(`Cannot wait any longer for "${name}": it gave no vector within ${limitMs} ms`, {
          hint: "see the setting search.embedTimeoutMs, or use --keyword-only",
        }),
      );
    }, limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
