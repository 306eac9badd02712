/**
 * Returns what a WebAssembly module exports, or `null` where this processor or this build of Bun does not know its
 * operations, or the system gives no room for its memory: who asks has a slower way.
 *
 * @param module in base64
 */
export function loadKernels(module: string): Record<string, unknown> | null {
  const bytes = Buffer.from(module, "base64");
  if (!WebAssembly.validate(bytes)) return null;
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
  } catch (error) {
    // A limit of the process, or of the machine.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
