/**
 * What the files of a Hugging Face model folder say about it: which graph, which pooling, which prefixes.
 *
 * @module
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { errorCode, MemoryError } from "../base/errors.ts";
import { isRecord } from "../base/record.ts";
import type { EmbedConfig } from "./config.ts";

/** A model folder, read. */
export interface FolderFacts {
  /** Absolute. */
  readonly folder: string;
  /** Last part of the path, for people. */
  readonly name: string;
  /** `onnx`, or empty where the graph lies in the folder itself. */
  readonly subfolder: string;
  /** How transformers.js calls the numbers of the graph: `fp32`, `q8` … */
  readonly dtype: string;
  /** Every file that decides what the vectors are, absolute. */
  readonly files: readonly string[];
  /** How token vectors become one. */
  readonly pooling: "mean" | "cls";
  /** What stands in front of a text. */
  readonly prefixes: { readonly query: string; readonly passage: string };
}

/** Names of graphs without their ending, with what transformers.js calls them; the first one that is there is taken. */
const GRAPHS: readonly (readonly [file: string, dtype: string])[] = [
  ["model", "fp32"],
  ["model_quantized", "q8"],
  ["model_int8", "int8"],
  ["model_uint8", "uint8"],
  ["model_q4", "q4"],
  ["model_fp16", "fp16"],
  ["model_q4f16", "q4f16"],
  ["model_bnb4", "bnb4"],
];

/** Prefixes of families that were trained with some, by the name of folder or model; the first one that fits. */
const KNOWN_PREFIXES: readonly (readonly [name: RegExp, query: string, passage: string])[] = [
  [/(?:^|[/_-])e5-(?:small|base|large)/i, "query: ", "passage: "],
  [/nomic-embed-text/i, "search_query: ", "search_document: "],
  [/bge-(?:small|base|large)-en/i, "Represent this sentence for searching relevant passages: ", ""],
  [/bge-(?:small|base|large)-zh/i, "为这个句子生成表示以用于检索相关文章：", ""],
];

/**
 * Reads a folder.
 *
 * @throws {MemoryError} failed, saying which file is missing or wrong
 */
export function folderFacts(folder: string, settings: EmbedConfig): FolderFacts {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw unusable(folder, "it is no folder", { hint: "memory model use FOLDER, or: memory model use bundled" });
  }
  const config = readJson(folder, "config.json");
  if (config === null) throw unusable(folder, 'it has no "config.json"', { hint: HINT });
  if (!existsSync(`${folder}/tokenizer.json`)) throw unusable(folder, 'it has no "tokenizer.json"', { hint: HINT });
  const { subfolder, file, dtype } = graphIn(folder);
  const graph = subfolder === "" ? `${folder}/${file}.onnx` : `${folder}/${subfolder}/${file}.onnx`;
  const name = basename(folder);
  const known = knownPrefixes(`${name} ${textAt(config, "_name_or_path")}`);
  const prompts = recordAt(readJson(folder, "config_sentence_transformers.json"), "prompts");
  return {
    folder,
    name,
    subfolder,
    dtype,
    files: [graph, ...dataFiles(graph), `${folder}/tokenizer.json`, `${folder}/config.json`],
    pooling: settings.pooling ?? poolingIn(folder),
    prefixes: {
      query: settings.queryPrefix ?? stringAt(prompts, "query") ?? known.query,
      passage: settings.passagePrefix ?? stringAt(prompts, "passage") ?? stringAt(prompts, "document") ?? known.passage,
    },
  };
}

const HINT = "it should be a model for transformers.js: config.json, tokenizer.json and onnx/model.onnx";

function graphIn(folder: string): { readonly subfolder: string; readonly file: string; readonly dtype: string } {
  for (const subfolder of ["onnx", ""]) {
    const found = GRAPHS.find(([file]) => existsSync(`${folder}/${subfolder}/${file}.onnx`));
    if (found !== undefined) return { subfolder, file: found[0], dtype: found[1] };
  }
  throw unusable(folder, 'it has no "model.onnx", neither itself nor in "onnx"', { hint: HINT });
}

/** Weights beside the graph, as exporters name them. */
function dataFiles(graph: string): string[] {
  return [`${graph}_data`, `${graph}.data`].filter((path) => existsSync(path));
}

function poolingIn(folder: string): "mean" | "cls" {
  const pooling = readJson(folder, "1_Pooling/config.json");
  return pooling?.["pooling_mode_cls_token"] === true ? "cls" : "mean";
}

function knownPrefixes(name: string): { readonly query: string; readonly passage: string } {
  const [, query = "", passage = ""] = KNOWN_PREFIXES.find(([pattern]) => pattern.test(name)) ?? [];
  return { query, passage };
}

/** What a JSON file of a model holds. */
type JsonObject = Readonly<Record<string, unknown>>;

/** Returns an object from a JSON file, or `null` if there is no such file. */
function readJson(folder: string, name: string): JsonObject | null {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));
  } catch (cause) {
    if (errorCode(cause) === "ENOENT" || errorCode(cause) === "ENOTDIR") return null;
    throw unusable(folder, `"${name}" cannot be read as JSON`, { hint: HINT, cause });
  }
  return isRecord(value) ? value : null;
}

function recordAt(record: JsonObject | null, key: string): JsonObject | null {
  const value = record?.[key];
  return isRecord(value) ? value : null;
}

function stringAt(record: JsonObject | null, key: string): string | null {
  const value = record?.[key];
  return typeof value === "string" ? value : null;
}

function textAt(record: JsonObject, key: string): string {
  return stringAt(record, key) ?? "";
}

function unusable(folder: string, why: string, options: { hint: string; cause?: unknown }): MemoryError {
  return new MemoryError(`Cannot use the model folder "${folder}": ${why}`, options);
}
