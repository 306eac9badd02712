import { cacheDirOf } from "../../base/assets/cache_dir.ts";
import { type InspectedFile, type Inspection, inspectPart } from "../../base/assets/inspect_part.ts";
import { repairPart } from "../../base/assets/repair_part.ts";
import { causeChain, MemoryError } from "../../base/errors.ts";
import { type ReferenceCosine, referenceCosines } from "../../embed/reference_cosines.ts";
import type { App } from "../app.ts";
import type { AppRequest } from "../app_request.ts";

/** Whether the bundled model is what it should be. */
export interface ModelVerdict {
  /** Every file and every cosine is right. */
  readonly verified: boolean;
  /** Where its files lie. */
  readonly folder: string;
  /** Each file that the executable carries, hashed now; empty in a run from source. */
  readonly files: readonly InspectedFile[];
  /** Empty if it did not embed. */
  readonly references: readonly ReferenceCosine[];
  /** Why it did not embed, or `null`. */
  readonly reason: string | null;
}

/**
 * Checks the bundled model: the bytes of its files, and what it answers.
 *
 * @throws {MemoryError} failed, if there is none
 */
export async function verifyModel(app: Pick<App, "config">, request: AppRequest): Promise<ModelVerdict> {
  const { environment, homeDir } = request;
  const { openEmbedder } = await request.loadEmbedding();
  const cacheDir = cacheDirOf({ environment, homeDir, platform: process.platform });
  // Looked at before it is opened, which unpacks what is missing or wrong.
  const before = inspectPart("embedding-model", cacheDir);
  if (before.kind === "packed" && before.files.some(({ state }) => state === "altered")) {
    return damaged(before, repairPart("embedding-model", cacheDir));
  }
  const answer = await openEmbedder(request, { ...app.config.embed, provider: "bundled" });
  const found = inspectPart("embedding-model", cacheDir);
  if (found.kind === "missing") {
    const { reason, hint } = found;
    throw new MemoryError(`Cannot verify the bundled model: ${reason}`, hint === null ? {} : { hint });
  }
  const files = found.kind === "packed" ? found.files : [];
  const isIntact = files.every(({ state }) => state === "intact");
  const { folder } = found;
  if (answer.kind !== "ready") {
    const reason = answer.hint === null ? answer.reason : `${answer.reason}; ${answer.hint}`;
    return { verified: false, folder, files, references: [], reason };
  }
  try {
    const references = await referenceCosines(answer.embedder);
    return {
      verified: isIntact && references.every(({ isRight }) => isRight),
      folder,
      files,
      references,
      reason: null,
    };
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return { verified: false, folder, files, references: [], reason: causeChain(error).join(": ") };
  } finally {
    await answer.embedder.close();
  }
}

/** What was wrong is told once: nothing keeps it after that. */
function damaged({ folder, files }: Unpacked, isTakenAway: boolean): ModelVerdict {
  const reason = isTakenAway
    ? "The damaged files have been taken away; the next search or index run unpacks them again"
    : `The damaged files cannot be taken away; remove the folder "${folder}"`;
  return { verified: false, folder, files, references: [], reason };
}

type Unpacked = Extract<Inspection, { readonly kind: "packed" }>;
