import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { FTS_TOKENIZER, keywordStream } from "../../../src/base/text/keyword_stream.ts";
import { queryTerms } from "../../../src/base/text/query_terms.ts";
import { tokenise } from "../../../src/base/text/tokenise.ts";
import { anyText, SEED } from "../../support/any_text.ts";

const database = new Database(":memory:");
database.run(`CREATE VIRTUAL TABLE notes USING fts5(body, parts, tokenize="${FTS_TOKENIZER}")`);
database.run("CREATE VIRTUAL TABLE vocabulary USING fts5vocab(notes, instance)");
afterAll(() => database.close());

function index(text: string): void {
  const { body, parts } = keywordStream(text);
  database.run("DELETE FROM notes");
  database.run("INSERT INTO notes (rowid, body, parts) VALUES (1, ?, ?)", [body, parts]);
}

function find(column: string, phrase: readonly string[]): boolean {
  return database.query("SELECT rowid FROM notes WHERE notes MATCH ?").get(`${column} : "${phrase.join(" ")}"`) !==
    null;
}

/** Whether each term of the question stands in the text. */
function isFound(text: string, question: string): boolean {
  index(text);
  return queryTerms(question).terms.every((term) => term.alternatives.some((way) => find(way.column, way.phrase)));
}

describe("keywordStream", () => {
  test("puts words, identifiers and bigrams into one column, parts and characters into the other", () => {
    expect(keywordStream("Ports of max_retry: 数据库 和 x")).toEqual({
      body: "port of max_retry 数据 据库 和 x",
      parts: "max retri 数 据 库 和",
    });
  });

  test("has nothing for text without words", () => {
    expect(keywordStream("… 😀 --- \u200b")).toEqual({ body: "", parts: "" });
  });

  test("holds the tokens of the tokeniser in their order", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const tokens = tokenise(text);
        const isBridge = (at: number) => tokens[at]?.kind === "bigram";
        const isAlone = (at: number) => tokens[at]?.kind === "char" && !isBridge(at - 1) && !isBridge(at + 1);
        const isPart = (at: number) => tokens[at]?.kind === "part" || tokens[at]?.kind === "char";
        const textOf = (keep: (at: number) => boolean) =>
          tokens.filter((_, at) => keep(at)).map((token) => token.text).join(" ");
        expect(keywordStream(text)).toEqual({
          body: textOf((at) => !isPart(at) || isAlone(at)),
          parts: textOf(isPart),
        });
      }),
      { seed: SEED, numRuns: 300, examples: [["İİİİ ".repeat(40)]] },
    );
  });

  test("is taken apart by FTS5 into exactly its tokens", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        index(text);
        const { body, parts } = keywordStream(text);
        for (const [column, stream] of [["body", body], ["parts", parts]] as const) {
          const seen = database.query<{ term: string }, [string]>(
            "SELECT term FROM vocabulary WHERE col = ? ORDER BY offset",
          ).all(column).map((row) => row.term);
          expect(seen).toEqual(stream === "" ? [] : stream.split(" "));
        }
      }),
      { seed: SEED, numRuns: 400 },
    );
  });

  test("finds every text by its own words, whatever they are", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(isFound(text, text)).toBe(true);
      }),
      { seed: SEED, numRuns: 400 },
    );
  });

  test.each([
    ["gateway-port is open", "gateway"],
    ["Gateway's port", "gateways"],
    ["max_retry_count = 3", "retry_count"],
    ["max_retry_count = 3", "max retry"],
    ["the retry count is 3", "retry_count"],
    ["real-time sync", "real time"],
    ["real time sync", "real-time"],
    ["see ./src/foo.ts:12", "src/foo.ts"],
    ["see ./src/foo.ts:12", "foo.ts"],
    ["we use better-SQLite-wasm", "sqlite"],
    ["we use sqlite", "SQLite"],
    ["ask @bob", "bob"],
    ["ask bob", "@bob"],
    ["C/C++ code", "C++"],
    ["port:18789", "port 18789"],
    ["用 SQLite 存", "SQLite"],
    ["一只猫在家", "猫"],
    ["mail to a@b.example now", "b.example"],
    ["Ｇａｔｅｗａｙ", "gateway"],
  ])("finds %j by %j", (text, question) => {
    expect(isFound(text, question)).toBe(true);
  });

  test.each([
    ["the letter C alone", "C++"],
    ["C++ code", "C"],
    ["net income", ".NET"],
    ["sqlite", "sqlite3"],
    ["数学 据点", "数据"],
  ])("does not find %j by %j", (text, question) => {
    expect(isFound(text, question)).toBe(false);
  });

  test("finds a Chinese answer by the subject of a question, and not by its question word", () => {
    index("我们决定把数据库换成 SQLite");
    const found = queryTerms("为什么换数据库？").terms.filter((term) =>
      term.alternatives.some((way) => find(way.column, way.phrase))
    );
    expect(found.map((term) => term.text)).toEqual(["数据", "据库"]);
    expect(found.every((term) => !term.isStop)).toBe(true);
  });
});
