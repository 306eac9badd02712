/**
 * The two forms of output (SPEC 11.4): text for a person at a terminal, exactly one JSON document for everything else.
 *
 * @module
 */
import type { MemoryError } from "../base/errors.ts";
import type { Answer } from "./_declare.ts";
import { asMemoryError, failureJson, failureText, visible } from "./_failure.ts";
import { STDERR, STDOUT, type Streams } from "./_streams.ts";
import { jsonDocument } from "./_json_document.ts";
import { textStyle, wantsColour } from "./_style.ts";

/** Blanks per level of JSON that a person asked for at a terminal; a pipe gets one line. */
const TERMINAL_JSON_INDENT = 2;

/** What decides the form of the output. */
export interface OutputChoice {
  /** The command always prints text, as help and completions do. */
  readonly isTextOnly: boolean;
  /** `--json`. */
  readonly json: boolean;
  /** `--ndjson`, of the commands that have it: JSON, each document on one line. */
  readonly ndjson: boolean;
  /** `--text`. */
  readonly text: boolean;
  /** `--quiet`. */
  readonly quiet: boolean;
  /** `--verbose`. */
  readonly verbose: boolean;
}

/** Writes the answer or the error of one run. */
export interface Output {
  /** Writes one event of a stream, unless the form is text and there is none; returns false if nobody reads it any more. */
  event(event: object, text: string | null, extra: object): Promise<boolean>;
  /** Writes an answer; returns false if nobody reads it any more. */
  answer(answer: Answer, extra: object): Promise<boolean>;
  /**
   * Writes an error: as text on stderr, and as JSON on stdout exactly when an answer would be JSON and none was written
   * yet: there is never more than one document. That stdout cannot be written is said on stderr, too, and throws nothing.
   */
  failure(error: MemoryError, extra: object): Promise<void>;
}

/**
 * Returns the choice for a command line that could not be read: the words `--json` and `--text` count if they stand
 * before `--`.
 */
export function guessChoice(words: readonly string[]): Omit<OutputChoice, "isTextOnly"> {
  const end = words.indexOf("--");
  const seen = new Set(end === -1 ? words : words.slice(0, end));
  return {
    json: seen.has("--json"),
    ndjson: seen.has("--ndjson"),
    text: seen.has("--text"),
    quiet: seen.has("--quiet") || seen.has("-q"),
    verbose: seen.has("--verbose"),
  };
}

/** Returns the output for a choice. */
export function openOutput(
  streams: Streams,
  environment: Readonly<Record<string, string | undefined>>,
  choice: OutputChoice,
): Output {
  const isTerminal = streams.isTerminal(STDOUT);
  const isJson = !choice.isTextOnly && !choice.text && (choice.json || choice.ndjson || !isTerminal);
  const style = textStyle(wantsColour(isTerminal, environment));
  const errorStyle = textStyle(wantsColour(streams.isTerminal(STDERR), environment));
  const indent = isTerminal && !choice.ndjson ? TERMINAL_JSON_INDENT : undefined;
  const document = async (value: object) => `${await jsonDocument(value, indent)}\n`;
  let hasAnswered = false;
  return {
    async event(event, text, extra) {
      const line = isJson ? await jsonDocument({ ...event, ...extra }) : text;
      return line === null || await streams.write(STDOUT, `${line}\n`);
    },
    async answer(answer, extra) {
      hasAnswered = true;
      if (isJson) return await streams.write(STDOUT, await document({ ...answer.json, ...extra }));
      if (!choice.quiet) {
        for (const notice of answer.notices ?? []) {
          await streams.write(STDERR, `${errorStyle.yellow("Note:")} ${visible(notice)}\n`);
        }
      }
      const text = answer.text(style);
      return text === "" || await streams.write(STDOUT, `${text}\n`);
    },
    async failure(error, extra) {
      const tell = (told: MemoryError) => streams.write(STDERR, `${failureText(told, errorStyle, choice.verbose)}\n`);
      try {
        if (isJson && !hasAnswered) await streams.write(STDOUT, await document({ ...failureJson(error), ...extra }));
      } catch (unwritable) {
        await tell(asMemoryError(unwritable));
      }
      await tell(error);
    },
  };
}
