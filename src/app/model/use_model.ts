import { statSync } from "node:fs";
import { resolve } from "node:path";
import { MemoryError } from "../../base/errors.ts";
import type { EmbedConfig } from "../../embed/config.ts";
import { type TrialEmbedding, tryEmbedder } from "../../embed/trial_embedding.ts";
import type { App } from "../app.ts";
import type { AppRequest } from "../app_request.ts";
import { editConfig } from "../edit_config.ts";
import { requireOwnersOrder } from "../require_owner.ts";
import type { OnWait } from "../wait_for_turns.ts";
import { writeConfig } from "../write_config.ts";

/** What is used from now on. */
export interface ModelChoice {
  /** The value of `embed.provider`. */
  readonly provider: "bundled" | "folder" | "none";
  /** The value of `embed.model`, which counts for a folder only. */
  readonly model: string | null;
  /** For people; `null` for none. */
  readonly name: string | null;
  /** What it did when it was tried; `null` for none. */
  readonly trial: TrialEmbedding | null;
  /** The settings file that was changed. */
  readonly path: string;
}

/** What the owner wants. */
export interface ModelWish {
  /** For the folders. */
  readonly request: AppRequest;
  /** `bundled`, `none`, or a folder. */
  readonly wanted: string;
  /** Told of turns that are waited for. */
  readonly onWait: OnWait;
}

/**
 * Makes a model the one that is used. It is tried before anything is written.
 *
 * @throws {MemoryError} failed, if the caller is not the owner, there is no such folder, or the model does not work; busy,
 * while an agent is at work in the workspace
 */
export async function useModel(
  app: App,
  { request, wanted, onWait }: ModelWish,
): Promise<ModelChoice> {
  await requireOwnersOrder(app, "change the settings", onWait);
  const { embed } = app.config;
  const settings = settingsFor(embed, wanted, request.cwd);
  const { provider, model } = settings;
  const tried = provider === "none" ? null : await tryModel(request, { ...embed, ...settings });
  const file = app.configFiles.find(({ scope }) => scope === "user");
  if (file === undefined) throw new MemoryError("Cannot change the settings: the user has no settings file");
  const first = editConfig(file, "embed.provider", JSON.stringify(provider));
  const edited = provider === "folder"
    ? editConfig({ ...file, text: first.text }, "embed.model", JSON.stringify(model))
    : first;
  writeConfig(file, edited.text);
  return { provider, model, name: tried?.name ?? null, trial: tried?.trial ?? null, path: file.path };
}

function settingsFor(embed: EmbedConfig, wanted: string, cwd: string): Pick<ModelChoice, "provider" | "model"> {
  if (wanted === "bundled" || wanted === "none") return { provider: wanted, model: embed.model };
  const folder = resolve(cwd, wanted);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return { provider: "folder", model: folder };
  throw new MemoryError(`Cannot use the model "${wanted}": there is no folder "${folder}"`, {
    hint: 'name the folder of a Hugging Face ONNX model, "bundled" or "none"',
  });
}

async function tryModel(
  request: AppRequest,
  settings: EmbedConfig,
): Promise<{ readonly name: string; readonly trial: TrialEmbedding }> {
  const { openEmbedder } = await request.loadEmbedding();
  const answer = await openEmbedder(request, settings);
  if (answer.kind !== "ready") {
    throw new MemoryError(answer.reason, answer.hint === null ? {} : { hint: answer.hint });
  }
  try {
    return { name: answer.embedder.name, trial: await tryEmbedder(answer.embedder, () => performance.now()) };
  } finally {
    await answer.embedder.close();
  }
}
