/** How much is kept of a stream, and when to stop. */
export interface ReadBounds {
  /** Bytes that are kept; what comes after them is read and dropped. */
  readonly maxBytes: number;
  /** Ends the reading with what there is. */
  readonly signal: AbortSignal;
  /** Told once when there is more than that. @default nobody is told */
  readonly onOver?: () => void;
}

/** What was kept. */
export interface BoundedText {
  /** As UTF-8. */
  readonly text: string;
  /** Whether there was more. */
  readonly isOver: boolean;
}

/** Reads a stream to its end, or until it is told to stop, and keeps its beginning. Never throws. */
export async function readBounded(stream: ReadableStream<Uint8Array>, bounds: ReadBounds): Promise<BoundedText> {
  const { maxBytes, signal, onOver } = bounds;
  const reader = stream.getReader();
  const stop = () => {
    // A stream that is gone already has nothing to give up.
    reader.cancel().catch(() => undefined);
  };
  signal.addEventListener("abort", stop, { once: true });
  const kept: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) break;
      if (length < maxBytes) kept.push(value.subarray(0, maxBytes - length));
      if (length <= maxBytes && length + value.length > maxBytes) onOver?.();
      length += value.length;
    }
  } catch {
    // A pipe that breaks has said what it had to say.
  } finally {
    signal.removeEventListener("abort", stop);
  }
  return { text: new TextDecoder().decode(Buffer.concat(kept)), isOver: length > maxBytes };
}
