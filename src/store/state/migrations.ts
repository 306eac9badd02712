/**
 * The steps of the schema of `state.sqlite`. A released step is never changed: a later one changes what it made.
 *
 * @module
 */
import type { Migration } from "../migrate.ts";
import initialSql from "./migrations/001_initial.sql" with { type: "text" };
import turnsSql from "./migrations/002_turns.sql" with { type: "text" };
import dreamsSql from "./migrations/003_dreams.sql" with { type: "text" };
import ordersSql from "./migrations/004_orders.sql" with { type: "text" };
import ingestedSql from "./migrations/005_ingested.sql" with { type: "text" };
import chatSql from "./migrations/006_chat.sql" with { type: "text" };
import forgettingSql from "./migrations/007_forgetting.sql" with { type: "text" };
import sessionProjectsSql from "./migrations/008_session_projects.sql" with { type: "text" };
import shownSql from "./migrations/009_shown.sql" with { type: "text" };
import modelsSql from "./migrations/010_models.sql" with { type: "text" };
import privateSessionsSql from "./migrations/011_private_sessions.sql" with { type: "text" };
import nightSql from "./migrations/012_night.sql" with { type: "text" };
import nearFormsSql from "./migrations/013_near_forms.sql" with { type: "text" };
import intentsSql from "./migrations/014_intents.sql" with { type: "text" };
import modelAnswersSql from "./migrations/015_model_answers.sql" with { type: "text" };
import heardSql from "./migrations/016_heard.sql" with { type: "text" };
import rememberedSql from "./migrations/017_remembered.sql" with { type: "text" };
import heardFromSql from "./migrations/018_heard_from.sql" with { type: "text" };
import dearWritesSql from "./migrations/019_dear_writes.sql" with { type: "text" };

/** Every step of the schema, oldest first. */
export const STATE_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: "initial", sql: initialSql },
  { version: 2, name: "turns", sql: turnsSql },
  { version: 3, name: "dreams", sql: dreamsSql },
  { version: 4, name: "orders", sql: ordersSql },
  { version: 5, name: "ingested", sql: ingestedSql },
  { version: 6, name: "chat", sql: chatSql },
  { version: 7, name: "forgetting", sql: forgettingSql },
  { version: 8, name: "session projects", sql: sessionProjectsSql },
  { version: 9, name: "shown", sql: shownSql },
  { version: 10, name: "models", sql: modelsSql },
  { version: 11, name: "private sessions", sql: privateSessionsSql },
  { version: 12, name: "night", sql: nightSql },
  { version: 13, name: "near forms", sql: nearFormsSql },
  { version: 14, name: "intents", sql: intentsSql },
  { version: 15, name: "model answers", sql: modelAnswersSql },
  { version: 16, name: "heard", sql: heardSql },
  { version: 17, name: "remembered", sql: rememberedSql },
  { version: 18, name: "heard from", sql: heardFromSql },
  { version: 19, name: "dear writes", sql: dearWritesSql },
];
