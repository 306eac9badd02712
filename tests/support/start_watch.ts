/**
 * A watch that runs beside a test.
 *
 * @module
 */
import type { CliWorld } from "./cli_world.ts";
import { memoryCommand } from "./run_memory.ts";

/** One event of the stream. */
export interface WatchEvent {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** How a watch ended. */
export interface WatchEnd {
  readonly code: number;
  /** The last event. */
  readonly last: WatchEvent | undefined;
  readonly stderr: string;
}

/** A running watch. */
export interface Watch {
  /** Waits for the next event of a name; events before it are passed over. */
  event(name: string): Promise<WatchEvent>;
  /** Tells it to stop and waits for its end. */
  stop(signal: NodeJS.Signals): Promise<WatchEnd>;
  /** Ends it, whatever it does. */
  kill(): Promise<void>;
}

/** Starts `memory index --watch`. */
export function startWatch(world: CliWorld, words: readonly string[] = []): Watch {
  return startStream(world, { words: ["index", "--watch", ...words], environment: world.environment });
}

/** What to start. */
export interface StreamCall {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts any command that prints events until it is told to stop. */
export function startStream(world: Pick<CliWorld, "workspace">, { words, environment }: StreamCall): Watch {
  const child = Bun.spawn([...memoryCommand(), ...words], {
    cwd: world.workspace,
    env: environment,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const lines = eventsOf(child.stdout);
  let last: WatchEvent | undefined;
  const next = async (): Promise<WatchEvent | undefined> => {
    const { value } = await lines.next();
    return value === undefined ? undefined : last = value;
  };
  return {
    async event(name) {
      for (;;) {
        const event = await next();
        if (event === undefined) throw new Error(`The watch ended: ${await new Response(child.stderr).text()}`);
        if (event.event === name) return event;
      }
    },
    async stop(signal) {
      child.kill(signal);
      while (await next() !== undefined);
      return { code: await child.exited, last, stderr: await new Response(child.stderr).text() };
    },
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<WatchEvent, void> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of stream) {
    text += decoder.decode(bytes, { stream: true });
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
  }
}
