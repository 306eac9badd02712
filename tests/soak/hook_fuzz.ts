/**
 * Sends random inputs to the hooks of one client, within this process: the answer is valid or empty, nothing is thrown, and no
 * event ends with a defect.
 *
 * @module
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { randomFrom } from "../../bench/random.ts";
import { type CallWorld, openCallWorld } from "../support/hook_call.ts";
import { type SampledClient, sampledClients, whyRefused } from "../support/client_samples.ts";
import { type HookFuzz, hookInput } from "./hook_inputs.ts";

/** What happened. */
export interface HookFuzzResult {
  /** The client. */
  readonly name: string;
  /** Inputs that were sent. */
  readonly inputs: number;
  /** Of these, how many were answered with something. */
  readonly answered: number;
  /** The longest of them, in milliseconds. */
  readonly longestMs: number;
  /** What was wrong, with the round. */
  readonly faults: readonly string[];
}

/** SPEC 11.6: a second for the input, and the time of the whole answer. */
const MOST_MS = 10_000;
/** The log of hooks begins anew at half a megabyte: it is looked at before. */
const LOOK_EVERY = 500;

/** Runs so many inputs against one client. */
export async function hookFuzz(client: string, inputs: number, seed: number): Promise<HookFuzzResult> {
  const world = await openCallWorld({ "MEMORY.md": "- The gateway listens on port 18789 <!-- trigger: gateway -->\n" });
  try {
    const sampled = sampledClients(world.workspace, join(world.home, "t.jsonl")).find(({ name }) => name === client);
    if (sampled === undefined) throw new Error(`There is no client ${client}`);
    const random = randomFrom(seed);
    const faults: string[] = [];
    let answered = 0;
    let longestMs = 0;
    for (let round = 0; round < inputs; round++) {
      const input = hookInput(sampled, random, round);
      const startMs = performance.now();
      const { stdout, fault } = await send(world, sampled, input);
      longestMs = Math.max(longestMs, performance.now() - startMs);
      if (stdout !== "") answered++;
      if (fault !== null) faults.push(`${client}, input ${round} (${input.name}): ${fault}`);
      if (round % LOOK_EVERY === LOOK_EVERY - 1 || round === inputs - 1) faults.push(...defects(world, client));
    }
    if (longestMs > MOST_MS) faults.push(`${client}: an input took ${longestMs.toFixed(0)} ms`);
    return { name: client, inputs, answered, longestMs, faults };
  } finally {
    world.remove();
  }
}

async function send(
  world: CallWorld,
  client: SampledClient,
  { pieces, isOpen, event }: HookFuzz,
): Promise<{ stdout: string; fault: string | null }> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      if (!isOpen) controller.close();
    },
  });
  try {
    const stdout = await world.send(client, stream, event === null ? {} : { event });
    const whys = client.takesText.map((name) => whyRefused(client, name, stdout));
    return { stdout, fault: stdout === "" || whys.includes(null) ? null : whys.join("; ") };
  } catch (error) {
    return { stdout: "", fault: `thrown: ${String(error)}` };
  }
}

function defects(world: CallWorld, client: string): string[] {
  const found = new Set(world.outcomes().filter((outcome) => /failed: (?!busy|SQLITE_BUSY)/.test(outcome)));
  rmSync(join(world.home, "notes.memory", "logs"), { recursive: true, force: true });
  return [...found].map((outcome) => `${client}: ${outcome}`);
}
