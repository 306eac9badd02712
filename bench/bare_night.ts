/**
 * What no night can do without, and nothing else: the settings read, a lock taken, the files compared by their stamps, the
 * curated files read, both databases opened and asked once, a row written that waits for the disk, a document printed. The
 * floor below which a quiet night cannot come.
 *
 * @module
 */
import { Database } from "bun:sqlite";
import { existsSync, readdirSync, readFileSync, statSync, writeSync } from "node:fs";

const [workspace = ""] = Bun.argv.slice(2);
const data = `${workspace}.memory`;
const settings = readFileSync(`${data}/config.jsonc`, "utf8");
const lock = new Database(`${data}/locks/bare.lock`, { create: true });
lock.run("BEGIN IMMEDIATE");
const folder = `${workspace}/memory`;
const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(`${folder}/${name}`).size, 0);
const index = new Database(`${data}/index.sqlite`);
const asked = index.query("SELECT count(*) AS n FROM sqlite_schema").get();
index.close();
const files = ["USER.md", "MEMORY.md"].map((name) => `${workspace}/${name}`).filter((path) => existsSync(path));
const curated = files.map((path) => readFileSync(path, "utf8"));
// A copy of the state: a row more in the real one would be read by the nights beside this.
const state = new Database(`${data}/bare.sqlite`);
state.run("PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS bare (at INTEGER)");
state.run("INSERT INTO bare VALUES (1)");
state.close();
lock.close();
writeSync(1, `${JSON.stringify({ bytes, asked, settings: settings.length, curated: curated.length })}\n`);
process.exit(0);
