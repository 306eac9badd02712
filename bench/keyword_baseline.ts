/**
 * The floor for keyword indexing: tokenise the same texts once and insert the streams into a bare FTS5 table in one
 * transaction. Reads the texts from the JSON file of the first argument, prints the time of the work alone in ms.
 *
 * @module
 */
import { Database } from "bun:sqlite";
import { FTS_TOKENIZER, keywordStream } from "../src/base/text/keyword_stream.ts";
import { StemMemo } from "../src/base/text/stem.ts";

const [source = "", target = ""] = Bun.argv.slice(2);
const texts: readonly string[] = await Bun.file(source).json();

const startedMs = performance.now();
const database = new Database(target, { create: true });
database.run("PRAGMA journal_mode = WAL");
database.run("PRAGMA synchronous = NORMAL");
database.run(
  `CREATE VIRTUAL TABLE keywords USING fts5(body, parts, content = '', contentless_delete = 1, tokenize = "${FTS_TOKENIZER}")`,
);
const memo = new StemMemo();
const insert = database.prepare("INSERT INTO keywords (body, parts) VALUES (?, ?)");
database.transaction(() => {
  for (const text of texts) {
    const { body, parts } = keywordStream(text, memo);
    insert.run(body, parts);
  }
})();
database.close();
console.log(performance.now() - startedMs);
