/**
 * Hooks of any client within the process of the test: the same as `memory hook`, without its start.
 *
 * @module
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runHook } from "../../src/agents/hook/run_hook.ts";
import type { AppRequest } from "../../src/app/app_request.ts";
import { type CliWorld, openCliWorld } from "./cli_world.ts";
import type { ClientSample, SampledClient } from "./client_samples.ts";

/** What differs from a call of an agent's client at the usual time. */
export interface CallChanges {
  readonly environment?: Readonly<Record<string, string>>;
  /** The event as the command line names it. @default none */
  readonly event?: string;
}

/** A workspace and ways to call its hooks. */
export interface CallWorld extends CliWorld {
  /** Sends bytes and returns what is printed. */
  send(client: SampledClient, input: ReadableStream<Uint8Array> | string, changes?: CallChanges): Promise<string>;
  /** Sends a value. */
  call(client: SampledClient, value: ClientSample["value"], changes?: CallChanges): Promise<string>;
  /** Sends the sample of an event of ours with other fields, and returns the text for the model, or `""`. */
  tell(
    client: SampledClient,
    clientEvent: string,
    fields?: Readonly<Record<string, unknown>>,
    changes?: CallChanges,
  ): Promise<string>;
  /** Returns the outcomes of the hooks so far. */
  outcomes(): string[];
}

/** Makes a world with an initialised workspace; the files in it are written before. */
export async function openCallWorld(files: Readonly<Record<string, string>> = {}): Promise<CallWorld> {
  const world = openCliWorld();
  for (const [path, text] of Object.entries(files)) world.write(path, text);
  const { code, stderr } = await world.run(["init"]);
  if (code !== 0) throw new Error(stderr);
  const send: CallWorld["send"] = async ({ client }, input, { environment = {}, event } = {}) =>
    await runHook({
      client,
      event: event ?? null,
      request: () => requestOf(world, { MEMORY_CALLER: "agent", ...environment }),
      input: () => typeof input === "string" ? new Blob([input]).stream() : input,
      steadyMs: () => performance.now(),
    });
  const call: CallWorld["call"] = (client, value, changes) => send(client, JSON.stringify(value), changes);
  return {
    ...world,
    send,
    call,
    async tell(client, clientEvent, fields = {}, changes = {}) {
      const sample = client.samples.find(({ value }) => value["hook_event_name"] === clientEvent);
      if (sample === undefined) throw new Error(`${client.name} has no ${clientEvent}`);
      const printed = await call(client, { ...sample.value, ...fields }, changes);
      if (printed === "") return "";
      const answer = JSON.parse(printed) as Record<string, unknown>;
      const inner = answer["hookSpecificOutput"] as Record<string, unknown> | undefined;
      return String(answer["context"] ?? answer["additional_context"] ?? inner?.["additionalContext"]);
    },
    outcomes() {
      const path = join(world.home, "notes.memory", "logs", "hooks.jsonl");
      if (!existsSync(path)) return [];
      return readFileSync(path, "utf8").trim().split("\n")
        .map((line) => (JSON.parse(line) as { outcome: string }).outcome);
    },
  };
}

function requestOf(world: CliWorld, more: Readonly<Record<string, string>>): AppRequest {
  return {
    flags: { workspace: undefined, dataDir: undefined },
    environment: { ...world.environment, ...more },
    cwd: world.workspace,
    homeDir: world.home,
    terminals: { stdin: false, stdout: false },
    loadChecker: () => import("../../src/app/check_config.ts"),
    loadEmbedding: () => import("../../src/app/open_embedder.ts"),
  };
}
