import { configSchema } from "../src/app/config_schema.ts";
import { leafKeys } from "../src/app/config_tree.ts";
import { bashCompletion } from "../src/cmd/_completion/bash.ts";
import { fishCompletion } from "../src/cmd/_completion/fish.ts";
import { loadSheets } from "../src/cmd/_completion/sheet.ts";
import { zshCompletion } from "../src/cmd/_completion/zsh.ts";
import { COMMANDS } from "../src/cmd/registry.ts";
import { renderCliDocument } from "./cli_document.ts";
import { renderDefaultConfig } from "./default_config.ts";
import { KERNEL_FILES, renderKernels } from "./kernels.ts";
import { renderLookAlikeTable } from "./look_alikes_table.ts";
import { thirdPartyNotices } from "./third_party.ts";

/** One generated file. */
export interface GeneratedFile {
  /** Relative to the repository. */
  readonly path: string;
  readonly text: string;
  /** The target of the Makefile that writes it. */
  readonly target: "docs" | "completions";
}

/** Returns every generated file as it should be. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
  const sheets = await loadSheets(COMMANDS);
  // Straight from the schema: the file with the defaults may be the one that is out of date.
  const model = { sheets, settings: leafKeys(configSchema.parse({})) };
  return [
    { path: "src/app/default_config.ts", text: renderDefaultConfig(), target: "docs" },
    { path: "src/store/state/look_alike_table.ts", text: renderLookAlikeTable(), target: "docs" },
    ...await Promise.all(KERNEL_FILES.map(async (each) => ({
      path: each.path,
      text: await renderKernels(each),
      target: "docs" as const,
    }))),
    { path: "docs/cli.md", text: renderCliDocument(sheets), target: "docs" },
    { path: "THIRD_PARTY_NOTICES.md", text: await thirdPartyNotices(), target: "docs" },
    { path: "completions/memory.bash", text: bashCompletion(model), target: "completions" },
    { path: "completions/_memory", text: zshCompletion(model), target: "completions" },
    { path: "completions/memory.fish", text: fishCompletion(model), target: "completions" },
  ];
}
