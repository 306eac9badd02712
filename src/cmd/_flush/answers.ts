import type { App } from "../../app/app.ts";
import { MemoryError } from "../../base/errors.ts";
import { terminalText } from "../../base/text/display.ts";
import { decideFlush, type FlushReason } from "../../capture/flush/decide_flush.ts";
import type { FlushResult } from "../../capture/flush/write_flush.ts";
import type { Caller } from "../../provenance/caller.ts";
import type { Answer } from "../_declare.ts";
import { untrustedNotice } from "../_untrusted_notice.ts";
import { count } from "../_text/count.ts";
import { redactionNotice } from "../_text/redaction_notice.ts";
import type { FlushFlags } from "./read_request.ts";

/** What is asked of `memory flush check`. */
export interface CheckFacts {
  /** The session, or `null`. */
  readonly session: string | null;
  /** Bytes of the transcript, or `null`. */
  readonly bytes: number | null;
}

/**
 * Answers whether notes are due, with every number that it was decided by.
 *
 * @throws {MemoryError} usage, if nothing is given to decide by
 */
export function checkAnswer(app: App, flags: FlushFlags, { session, bytes }: CheckFacts): Answer {
  const { tokens = null, window = null } = flags;
  if (bytes === null && (tokens === null || window === null)) {
    throw new MemoryError(
      'Cannot decide without numbers: "memory flush check" needs --tokens and --window, or --transcript',
      {
        kind: "usage",
        hint: "as in: memory flush check --tokens 150000 --window 200000",
      },
    );
  }
  const { flushCycles } = app.state;
  const cycle = session === null ? null : flags.cycle ?? flushCycles.current(session);
  const known = session === null || cycle === null ? null : flushCycles.find(session, cycle);
  const limits = app.config.flush;
  const failures = known?.failures ?? 0;
  const facts = {
    tokens,
    window,
    transcriptBytes: bytes,
    isDone: known !== null && known.writtenAt !== null,
    failures,
  };
  const { isDue, reason, threshold } = decideFlush(facts, limits);
  const { reserve = null, soft = null, flushAt = null } = threshold ?? {};
  return {
    json: {
      due: isDue,
      reason,
      tokens,
      window,
      reserve,
      soft,
      flushAt,
      transcriptBytes: bytes,
      transcriptLimit: limits.transcriptBytes,
      session,
      cycle,
      failures,
      enabled: limits.enabled,
      notices: app.notices,
    },
    text: (style) =>
      `${isDue ? style.yellow("Due") : style.green("Not due")}: ${REASONS[reason]}${numbers(tokens, flushAt)}`,
    notices: app.notices,
  };
}

const REASONS: Readonly<Record<FlushReason, string>> = {
  disabled: "flush.enabled is off",
  done: "notes were taken since the last compaction",
  "given up": "too many attempts failed since the last compaction",
  transcript: "the transcript is long",
  tokens: "the context is nearly full",
  below: "there is room",
};

function numbers(tokens: number | null, flushAt: number | null): string {
  return tokens === null || flushAt === null ? "" : ` (${tokens} tokens; due from ${flushAt})`;
}

/** Answers what was written, and by whom: an agent is told why its notes count for less. */
export function writeAnswer(app: App, caller: Caller, result: FlushResult): Answer {
  const { session, cycle, lines, reason, redacted } = result;
  const written = lines.filter((line) => line.written).length;
  const forgotten = lines.filter((line) => line.reason === "forgotten").length;
  const refused = forgotten === 0 ? [] : [`Refused ${count(forgotten, "note")}: what was forgotten does not come back`];
  const notices = [...app.notices, ...redactionNotice(redacted), ...refused, ...untrustedNotes(app, caller, result)];
  return {
    json: {
      session,
      cycle,
      written,
      reason,
      lines: lines.map(({ path, line, text, origin, sessionKind, state, written: isNew, reason: why }) => ({
        path,
        line: why === "forgotten" ? null : line,
        text,
        origin,
        sessionKind,
        state,
        written: isNew,
        reason: why,
      })),
      redacted,
      notices,
    },
    text: (style) => {
      if (reason === "done") return style.yellow("Notes were taken since the last compaction: nothing was written");
      if (reason === "nothing") return style.dim("Nothing to note");
      const rows = lines.filter((line) => line.reason !== "forgotten").map(({ path, line, text }) =>
        `  ${terminalText(`${path}:${line}`)}  ${terminalText(text)}`
      );
      return [`${style.green("Saved")} ${count(written, "note")}`, ...rows].join("\n");
    },
    notices,
  };
}

function untrustedNotes(app: App, caller: Caller, { lines, session }: FlushResult): string[] {
  const untrusted = lines.filter(({ origin, written }) => written && origin === "untrusted");
  const [first] = untrusted;
  if (first === undefined) return [];
  const otherwise = "what was read or said since the last compaction is, or an untrusted line says the same";
  return untrustedNotice(app, caller, { ...first, given: first.text, flag: session, otherwise });
}

/** Answers `memory flush run` where no language model is configured: nothing failed, and somebody else has to write. */
export function noModelAnswer(app: App, session: string | null): Answer {
  const what =
    "No language model is configured, so nothing was written: have the agent save its notes with memory flush write";
  const notices = [...app.notices, what];
  return {
    json: { session, cycle: null, written: 0, reason: "no model", lines: [], redacted: {}, notices },
    text: (style) => style.yellow("Nothing was written"),
    notices,
  };
}
