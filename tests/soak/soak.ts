/**
 * Kills the real program at random moments, the same ones for the same seed (in the program's own time; what it has
 * done by then differs from machine to machine).
 *
 * @module
 */
import { randomFrom } from "../../bench/random.ts";
import { dreamScenario } from "./dream_scenario.ts";
import { embedScenario } from "./embed_scenario.ts";
import { forgetScenario } from "./forget_scenario.ts";
import { forceScenario, indexScenario, watchScenario } from "./index_scenario.ts";
import { ingestScenario } from "./ingest_scenario.ts";
import { noteScenario } from "./note_scenario.ts";
import { ordersScenario } from "./orders_scenario.ts";
import type { Scenario } from "./scenario.ts";
import { openStage, type Stage } from "./stage.ts";

/** What to do. */
export interface SoakRequest {
  /** The built executable. */
  readonly binary: string;
  /** Kills over all commands together. */
  readonly kills: number;
  /** Decides the moments. */
  readonly seed: number;
  /** Only the commands whose name holds this. @default all */
  readonly only?: string;
}

/** What happened to one command. */
export interface SoakResult {
  readonly name: string;
  /** How often it was started to be killed. */
  readonly kills: number;
  /** How often it was still running when the kill came. */
  readonly midway: number;
  /** How long it takes undisturbed, in ms. */
  readonly fullMs: number;
  /** What was wrong, with the round. */
  readonly faults: readonly string[];
}

/** The commands, in the order of the table. */
const SCENARIOS: readonly Scenario[] = [
  noteScenario,
  indexScenario,
  forceScenario,
  watchScenario,
  ingestScenario,
  dreamScenario,
  ordersScenario,
  embedScenario,
  forgetScenario,
];

/** Kills come between the start and this multiple of the undisturbed time, so that the end is hit as well. */
const REACH = 1.1;

/** Runs the soak and returns one result for each command. */
export async function soak(request: SoakRequest): Promise<SoakResult[]> {
  const results: SoakResult[] = [];
  const scenarios = SCENARIOS.filter(({ name }) => name.includes(request.only ?? ""));
  for (const [at, scenario] of scenarios.entries()) {
    const kills = Math.floor(request.kills / scenarios.length) + (at < request.kills % scenarios.length ? 1 : 0);
    results.push(await soakOne(scenario, { ...request, kills, seed: request.seed + at }));
  }
  return results;
}

async function soakOne(scenario: Scenario, request: SoakRequest): Promise<SoakResult> {
  const stage = openStage(request.binary, "2026-09-01T08:00:00+00:00");
  try {
    scenario.prepare(stage);
    const fullMs = scenario.reachMs ?? undisturbedMs(scenario, stage);
    const random = randomFrom(request.seed);
    const faults: string[] = [];
    let midway = 0;
    // Round 0 was the undisturbed one.
    for (let round = 1; round <= request.kills; round++) {
      const attempt = scenario.attempt(stage, round);
      const killed = await stage.kill(attempt, random.next() * fullMs * REACH);
      if (killed.wasKilled) midway++;
      faults.push(...attempt.verify(killed).map((fault) => `${scenario.name}, kill ${round}: ${fault}`));
    }
    return { name: scenario.name, kills: request.kills, midway, fullMs, faults };
  } finally {
    stage.remove();
  }
}

function undisturbedMs(scenario: Scenario, stage: Stage): number {
  const attempt = scenario.attempt(stage, 0);
  const startedMs = performance.now();
  stage.run(attempt.words, attempt.now);
  return performance.now() - startedMs;
}
