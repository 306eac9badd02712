/**
 * Which language model the settings mean for a use. Each adapter is loaded only if it is the one.
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";
import { endpointAddress } from "../endpoint/endpoint_address.ts";
import type { ModelUse, ModelUses } from "../store/state/model_uses.ts";
import { expandPath } from "../workspace/user_paths.ts";
import type { ModelConfig } from "./config.ts";
import { guardedModel, unusableModel } from "./guarded_model.ts";
import { type LanguageModel, type ModelPurpose, USE_OF } from "./model.ts";

/** What a model is chosen by. */
export interface ModelRequest {
  /** The slice `model`. */
  readonly settings: ModelConfig;
  /** What it is to answer. */
  readonly purpose: ModelPurpose;
  /** The settings `dream.model`, `flush.model`, `recall.model`; `null` is the name of the slice, `none` no model. */
  readonly overrides: Readonly<Record<ModelUse, string | null>>;
  /** Environment variables: the key is looked up here and nowhere else; a program gets them. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home folder, absolute. */
  readonly homeDir: string;
  /** What was asked so far. */
  readonly log: ModelUses;
  /** The program's time. */
  readonly clock: Clock;
}

/** Stands for the model's name in the words of a command. */
const NAME_MARK = "{model}";

/** An override that turns a use off. */
const OFF = "none";

/**
 * Returns the model of a use, or `null` if none is configured for it. The override is taken exactly: a name that the
 * server or the program does not know is a failure, and no other model is asked in its place. One whose settings are
 * wrong is returned as well, and says so when it is asked.
 */
export async function chooseModel(request: ModelRequest): Promise<LanguageModel | null> {
  const { settings, purpose, overrides, environment, homeDir, log, clock } = request;
  const use = USE_OF[purpose];
  const override = overrides[use];
  if (settings.provider === "none" || override === OFF) return null;
  const name = override ?? settings.name;
  const guard = { use, limits: settings, log, clock };
  if (settings.provider === "openai-compatible") {
    const { endpoint } = settings;
    const address = endpointAddress(endpoint, { section: "model.endpoint", call: "/chat/completions", environment });
    if ("reason" in address) return unusableModel(name ?? settings.provider, address);
    if (name === null) return unusableModel(address.host, missing("openai-compatible", "model.name"));
    const { endpointModel } = await import("./endpoint_model.ts");
    return guardedModel(endpointModel({ address, model: name, settings: endpoint }), guard);
  }
  const [program, ...rest] = settings.command;
  if (program === undefined) return unusableModel(name ?? settings.provider, missing("command", "model.command"));
  const isNamed = settings.command.some((word) => word.includes(NAME_MARK));
  if (override !== null && !isNamed) {
    const reason = `The setting ${use}.model is "${override}", and no word of model.command holds ${NAME_MARK}`;
    return unusableModel(override, { reason, hint: `put ${NAME_MARK} where the program takes the model's name` });
  }
  if (name === null && isNamed) return unusableModel(program, missing("command", "model.name"));
  const words = rest.map((word) => name === null ? word : word.replaceAll(NAME_MARK, name));
  const path = program.startsWith("~/") ? expandPath(program, homeDir, homeDir) : program;
  const { commandModel } = await import("./command_model.ts");
  return guardedModel(commandModel({ words: [path, ...words], model: name, environment, homeDir }), guard);
}

function missing(provider: string, key: string): { reason: string; hint: string } {
  return {
    reason: `The setting model.provider is "${provider}", and ${key} is not set`,
    hint: `memory config set ${key} VALUE --user`,
  };
}
