/**
 * What no start of a session can do without, and nothing else: the files are compared by their stamps, both databases opened
 * and asked once, the curated files read, a document printed. The floor below which `bootstrap` cannot come.
 *
 * @module
 */
import { Database } from "bun:sqlite";
import { readdirSync, readFileSync, statSync, writeSync } from "node:fs";

const [workspace = ""] = Bun.argv.slice(2);
const folder = `${workspace}/memory`;
const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
const bytes = files.reduce((sum, { name }) => sum + statSync(`${folder}/${name}`).size, 0);
const asked = ["state", "index"].map((name) => {
  const database = new Database(`${workspace}.memory/${name}.sqlite`);
  database.run("PRAGMA synchronous = NORMAL");
  const answer = database.query("SELECT count(*) AS n FROM sqlite_schema").get();
  database.close();
  return answer;
});
const context = ["USER.md", "MEMORY.md"].map((name) => readFileSync(`${workspace}/${name}`, "utf8")).join("\n\n");
writeSync(1, `${JSON.stringify({ bytes, asked, context })}\n`);
process.exit(0);
