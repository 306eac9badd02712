/**
 * What of the state would go beside the lines of files (SPEC 7.6), and what of it comes close and stays.
 *
 * @module
 */
import { distinctChoices } from "../../select/choose.ts";
import type { ForgottenMatcher } from "../../store/state/forgets.ts";
import { normaliseClaim } from "../../workspace/claims.ts";
import type { Chosen, ForgetDeps, GoneText, LeftLines } from "./forget_plan.ts";
import { storedIntents, storedStatements, type StoredText } from "./stored_texts.ts";

/** What is forgotten. */
export interface ForgottenTexts {
  /** The statements. */
  readonly texts: readonly string[];
  /** Tells them in other texts. */
  readonly matcher: ForgottenMatcher;
}

/** What of the state is concerned. */
export interface StoredSight {
  /** What goes: what was named, then intents that hold the words. */
  readonly gone: readonly GoneText[];
  /**
   * Returns what stays and stands in no file: what says more than is forgotten, and what says nearly the same.
   *
   * @param standing texts of files that come as close
   * @param similar whether a text says nearly the same
   */
  staying(standing: readonly string[], similar: (text: string) => boolean): {
    readonly left: readonly LeftLines[];
    readonly near: readonly LeftLines[];
  };
}

/** Looks through the state. */
export function storedSight(
  { state }: ForgetDeps,
  { stored }: Chosen,
  { texts, matcher }: ForgottenTexts,
): StoredSight {
  const named = new Set(stored.map(({ key }) => key));
  const intents = storedIntents(state).filter(({ key }) => !named.has(key));
  const holds = ({ text, words }: StoredText) => matcher.mentions(text) || matcher.mentions(words);
  return {
    gone: [
      ...stored.map((it) => goneText(it, "chosen")),
      ...intents.filter(holds).map((it) => goneText(it, "copy")),
    ],
    staying: (standing, similar) => {
      const known = new Set([...standing, ...texts].map(normaliseClaim));
      const others = distinctChoices(storedStatements(state)).filter(({ text }) =>
        !matcher.says(text) && !known.has(normaliseClaim(text))
      );
      return {
        left: others.filter(({ text }) => matcher.mentions(text)).map((it) => leftText(it, "it says more than that")),
        near: [...intents.filter((it) => !holds(it)), ...others.filter(({ text }) => !matcher.mentions(text))]
          .filter(({ text }) => similar(text)).map((it) => leftText(it, "it says nearly the same")),
      };
    },
  };
}

function goneText({ kind, key, text, origin, session }: StoredText, why: GoneText["why"]): GoneText {
  return { kind, key, text, why, origin, session };
}

function leftText({ key, text }: StoredText, reason: string): LeftLines {
  return { path: key, line: 0, text, reason };
}
