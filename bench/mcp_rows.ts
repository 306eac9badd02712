/**
 * The rows about `memory mcp`: how long a search takes for a client on the other end of the pipe, comparing the files
 * included, and whether a thousand calls leave anything behind.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { QUESTIONS } from "./corpus.ts";
import { limitRow, median, ms, type Row } from "./row.ts";

/** Between two questions, in ms: a model thinks longer, and what a search leaves to be logged is then done. */
const PAUSE_MS = 100;
/** Rounds of all questions; the first is not counted. */
const ROUNDS = 5;
/** Floor of SPEC 12 for a warm search of 10,000 chunks, in ms. */
const WARM_MS = 30;
/** Calls after which memory is compared, how many wait at a time, and which of them is taken back. */
const CALLS = 1_000;
const PARALLEL = 20;
const CANCELLED = 7;
/**
 * How much more memory the server may have in the last fifth of the calls than in the second, in per cent: in the first it
 * warms up. Of each the median of what is read after every batch, since a single reading may fall before or after a collection.
 */
const GROWTH_PERCENT = 10;
const FIFTH = CALLS / 5 / PARALLEL;

/** Where the server runs. */
export interface McpPlace {
  readonly environment: Readonly<Record<string, string>>;
  readonly workspace: string;
}

/** Searches over a pipe, one after the other, then many at once. @param memory the built executable */
export async function mcpRows(memory: string, { environment, workspace }: McpPlace): Promise<Row[]> {
  const client = connect(memory, { environment, workspace });
  await client.ask("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  });
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const query of QUESTIONS) {
      await Bun.sleep(PAUSE_MS);
      const startedMs = performance.now();
      await client.search(query).answer;
      if (round > 0) times.push(performance.now() - startedMs);
    }
  }
  const resident: number[] = [];
  let lost = 0;
  for (let done = 0; done < CALLS; done += PARALLEL) {
    const batch = Array.from({ length: PARALLEL }, (_, at) => client.search(QUESTIONS[at % QUESTIONS.length] ?? ""));
    const taken = batch[CANCELLED];
    if (taken !== undefined) client.cancel(taken.id);
    const answers = await Promise.all(batch.filter((each) => each !== taken).map(({ answer }) => answer));
    lost += answers.filter((isAnswered) => !isAnswered).length;
    resident.push(client.residentMb());
  }
  await client.end();
  const [early, late] = [median(resident.slice(FIFTH, 2 * FIFTH)), median(resident.slice(-FIFTH))];
  const growth = early === 0 ? 0 : 100 * (late - early) / early;
  return [
    limitRow("search over MCP, warm", median(times), {
      floor: WARM_MS,
      unit: "ms",
      detail: `as the client sees it, with the files compared; slowest ${ms(Math.max(...times))}`,
    }),
    limitRow(`growth over ${CALLS} calls`, lost === 0 ? growth : 100, {
      floor: GROWTH_PERCENT,
      unit: "%",
      detail: `${early.toFixed(0)} MB, then ${late.toFixed(0)} MB resident; ${PARALLEL} at once; ${lost} lost`,
    }),
  ];
}

function connect(memory: string, { environment, workspace: cwd }: McpPlace) {
  const child = Bun.spawn([memory, "mcp"], { cwd, env: environment, stdin: "pipe", stdout: "pipe", stderr: "inherit" });
  const waiting = new Map<number, (isAnswered: boolean) => void>();
  let next = 0;
  const read = (async () => {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const bytes of child.stdout) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const { id, result } = JSON.parse(line) as { id: number; result?: { isError?: boolean } };
        waiting.get(id)?.(result !== undefined && result.isError !== true);
      }
    }
  })();
  const send = (message: object) => {
    void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    void child.stdin.flush();
  };
  const request = (method: string, params: object) => {
    const id = ++next;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting.set(id, resolve);
    send({ id, method, params });
    return { id, answer: promise };
  };
  return {
    ask: (method: string, params: object) => request(method, params).answer,
    search: (query: string) => request("tools/call", { name: "memory_search", arguments: { query } }),
    cancel: (requestId: number) => send({ method: "notifications/cancelled", params: { requestId } }),
    /** 0 where the system does not tell. */
    residentMb(): number {
      if (process.platform !== "linux") return 0;
      const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
      return Number(kilobytes) / 1_024;
    },
    async end() {
      void child.stdin.end();
      await read;
      await child.exited;
    },
  };
}
