import type { ModelFacts } from "../../app/model/list_models.ts";
import type { ModelChoice } from "../../app/model/use_model.ts";
import type { ModelVerdict } from "../../app/model/verify_model.ts";
import type { ModelInUse } from "../../app/model/verify_model_in_use.ts";
import { terminalText } from "../../base/text/display.ts";
import type { TextStyle } from "../_style.ts";
import { alignRows } from "./align.ts";
import { count } from "./count.ts";

const MEGABYTE = 1_000_000;

/** Returns each model with what is known of it; the one in use has a star. */
export function modelListText(models: readonly ModelFacts[], style: TextStyle): string {
  return models.map((model) => {
    const { kind, name, state, reason, hint, fingerprint, dimensions, bytes, path, inUse } = model;
    const facts = [
      kind,
      ...(dimensions === null ? [] : [`${dimensions} dimensions`]),
      ...(bytes === null ? [] : [`${(bytes / MEGABYTE).toFixed(1)} MB`]),
      ...(state === "ready" ? [] : [state === "off" ? "not there" : style.red("does not work")]),
    ];
    return [
      `${inUse ? style.green("*") : " "} ${style.bold(terminalText(name))}  ${style.dim(facts.join(", "))}`,
      ...(path === null || path === name ? [] : [`    ${terminalText(path)}`]),
      ...(fingerprint === null ? [] : [`    ${style.dim(terminalText(fingerprint))}`]),
      ...(reason === null ? [] : [`    ${terminalText(reason)}`]),
      ...(hint === null ? [] : [`    ${style.dim(terminalText(hint))}`]),
    ].join("\n");
  }).join("\n") + (models.some(({ inUse }) => inUse) ? "" : style.dim("\nNone is used: searches go by keywords only"));
}

/** Returns what is used from now on, and how it did. */
export function modelChoiceText({ provider, name, trial, path }: ModelChoice, style: TextStyle): string {
  if (provider === "none" || trial === null) return `No model is used ${style.dim(`(${terminalText(path)})`)}`;
  const { dimensions, firstMs, linesPerSecond } = trial;
  return [
    `Using ${style.bold(terminalText(name ?? provider))} ${style.dim(`(${terminalText(path)})`)}`,
    `  ${dimensions} dimensions; first answer after ${firstMs.toFixed(0)} ms, then ${
      linesPerSecond.toFixed(0)
    } short lines in a second`,
  ].join("\n");
}

/** Returns the verdict first, then everything that is wrong. */
export function modelVerdictText(
  { verified, folder, files, references, reason }: ModelVerdict,
  inUse: ModelInUse | null,
  style: TextStyle,
): string {
  const wrong = files.filter(({ state }) => state !== "intact");
  const rows = references.map(({ question, line, expected, actual, isRight }) => [
    isRight ? style.green("ok") : style.red("off"),
    actual.toFixed(4),
    `(${expected.toFixed(4)})`,
    `${question} · ${line}`,
  ]);
  return [
    verified ? style.green("The bundled model is what it should be") : style.red("The bundled model is not right"),
    `  ${terminalText(folder)}`,
    files.length === 0
      ? "  run from source: there is no list of hashes to compare the files with"
      : `  ${count(files.length, "file")} hashed, ${wrong.length} wrong`,
    ...wrong.map(({ name, state }) => `  ${style.red(state)} ${name}`),
    ...(reason === null ? [] : [`  ${terminalText(reason)}`]),
    ...alignRows(rows).map((row) => `  ${row}`),
    ...(inUse === null ? [] : inUseLines(inUse, style)),
  ].join("\n");
}

function inUseLines({ name, works, trial, reason }: ModelInUse, style: TextStyle): string[] {
  const shown = terminalText(name);
  return [
    works ? style.green(`The model in use works: ${shown}`) : style.red(`The model in use does not work: ${shown}`),
    ...(trial === null
      ? []
      : [`  ${trial.dimensions} dimensions; there is no list of hashes to compare its files with`]),
    ...(reason === null ? [] : [`  ${terminalText(reason)}`]),
  ];
}
