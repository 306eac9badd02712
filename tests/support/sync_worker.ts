/**
 * What one of many processes does at once with a workspace: opens both databases, books a line, appends it, brings the
 * index up to date and searches. Prints one JSON value.
 *
 * @module
 */
import { appendFileSync } from "node:fs";
import { systemClock } from "../../src/base/clock.ts";
import { sync } from "../../src/pipeline/sync.ts";
import { openIndex } from "../../src/store/index/open_index.ts";
import { openState } from "../../src/store/state/open_state.ts";
import { layoutOf } from "../../src/workspace/layout.ts";
import { booking } from "./store_world.ts";

const [root = "", name = ""] = process.argv.slice(2);

const layout = layoutOf(root, `${root}.memory`);
const clock = systemClock();
const path = "memory/2026-08-19.md";
const line = `- worker ${name} was here`;
const state = openState({ path: layout.statePath, isRegistered: false, isSimulated: false, now: clock.now().iso });
const index = openIndex(layout.indexPath);
state.ledger.book([booking(path, line, { origin: "owner", bookedAt: clock.now().iso })]);
appendFileSync(`${root}/${path}`, `${line}\n`);
const report = sync({ layout, index, state, clock, policy: { unbooked: "agent", isLost: false } });
const hits = index.keywords.match('"worker"', { limit: 100 }).length;
process.stdout.write(
  JSON.stringify({ hits, isBehind: report.isBehind, failed: report.files.failed, key: state.meta.hmacKey }),
);
index.close();
state.close();
