/**
 * What entries of Claude Code tell of their session.
 *
 * @module
 */
import type { SessionKind } from "../../provenance/origin.ts";
import { type Fields, recordField, textField, timeOf } from "./fields.ts";
import type { TranscriptSession } from "./transcript_event.ts";

/** Returns what is known of the session with this entry, or `null`. What an entry leaves out holds as before. */
export function sessionOf(record: Fields, told: TranscriptSession | null): TranscriptSession | null {
  const session = textField(record, "sessionId");
  if (session === null) return null;
  const before = told?.session === session ? told : null;
  const folder = textField(record, "cwd") ?? before?.folder ?? null;
  // What the parent read is known to the fork, though only copies of its words stand here.
  const forkedFrom = textField(recordField(record, "forkedFrom") ?? {}, "sessionId") ?? before?.forkedFrom ?? null;
  const isWhole = folder !== null && textField(record, "version") !== null && timeOf(record["timestamp"]) !== null;
  return {
    client: "claude-code",
    session,
    startedAt: before?.startedAt ?? timeOf(record["timestamp"]),
    folder,
    kind: kindOf(record, before),
    // One person sits before the client; it has no rooms.
    chat: "direct",
    channel: null,
    isComplete: isWhole || before?.isComplete === true,
    ...(forkedFrom === null ? {} : { forkedFrom }),
  };
}

/** Returns whether a session is told of as it was before; asked about every entry. */
export function isSameSession(session: TranscriptSession, told: TranscriptSession | null): boolean {
  if (told === null) return false;
  const { client, session: name, startedAt, folder, kind, chat, channel, isComplete, forkedFrom } = session;
  return name === told.session && client === told.client && startedAt === told.startedAt && folder === told.folder &&
    kind === told.kind && chat === told.chat && channel === told.channel && isComplete === told.isComplete &&
    forkedFrom === told.forkedFrom;
}

function kindOf(record: Fields, before: TranscriptSession | null): SessionKind {
  if (isHeadless(record)) return "unknown";
  // Files of sub-agents hold side chains only; within the file of a session they stand between its own entries.
  if (record["isSidechain"] === true) return before?.kind ?? "subagent";
  return record["entrypoint"] === undefined && before?.kind === "unknown" ? "unknown" : "interactive";
}

/** A program, not a person, gave the prompts: newer clients say so. */
function isHeadless(record: Fields): boolean {
  const entry = textField(record, "entrypoint");
  return (entry !== null && /^(?:sdk|mcp|github-action)/.test(entry)) || textField(record, "sessionKind") === "bg";
}
