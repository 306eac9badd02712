/**
 * An editor in a process of its own: `bun editor_worker.ts FILE PAUSE_MS` (the longest one). Until its standard input ends it adds numbered
 * lines to a file, in turn by appending and by replacing the whole file, as editors do that look whether somebody else
 * saved meanwhile. Prints how many lines it added.
 *
 * @module
 */
import { appendFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";

const [file = "", pause = "1"] = process.argv.slice(2);
let isOver = false;
const ended = (async () => {
  for await (const _ of Bun.stdin.stream()) break;
  isOver = true;
})();
let saved = 0;
while (!isOver) {
  if (saved % 2 === 0) {
    appendFileSync(file, `- edit ${saved} of the editor\n`);
    saved++;
  } else {
    const before = readFileSync(file, "utf8");
    writeFileSync(`${file}.swap`, `${before}- edit ${saved} of the editor\n`);
    if (readFileSync(file, "utf8") === before) {
      renameSync(`${file}.swap`, file);
      saved++;
    }
  }
  await Bun.sleep(Math.random() * Number(pause));
}
await ended;
console.log(saved);
