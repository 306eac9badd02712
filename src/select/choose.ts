/**
 * From several things that a selector may mean to the one that it means (SPEC 6).
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import type { OriginClass } from "../provenance/origin.ts";
import { formatAnchor, type SourceAnchor } from "../workspace/annotation.ts";
import { normaliseClaim } from "../workspace/claims.ts";

/** Something that a selector may mean. */
export interface Choice {
  /** `c:…` or `e:…`; `null` for a line that is neither claim nor entry. */
  readonly key: string | null;
  /** Without marker and annotations. */
  readonly text: string;
  /** Where it stands; `null` for what stands in no file. */
  readonly anchor: SourceAnchor | null;
  /** Its class, of what stands in no file; `null` if that is not known. */
  readonly origin?: OriginClass | null;
}

/** Returns what is printed in the place of a choice's text that nobody gives to who asks (SPEC 4.5), or `null`: the text is. */
export type Withheld = (choice: Choice) => string | null;

/** Returns the choices whose normalised text equals a text; if there is none, those that contain it. */
export function choicesByText<C extends Choice>(choices: readonly C[], text: string): C[] {
  const wanted = normaliseClaim(text);
  if (wanted === "") return [];
  const known = choices.map((choice) => ({ choice, form: normaliseClaim(choice.text) }));
  const equal = known.filter(({ form }) => form === wanted);
  return (equal.length > 0 ? equal : known.filter(({ form }) => form.includes(wanted))).map(({ choice }) => choice);
}

/** Returns the choices without those that repeat the words of an earlier one. */
export function distinctChoices<C extends Choice>(choices: readonly C[]): C[] {
  const byForm = new Map<string, C>();
  for (const choice of choices) {
    const form = normaliseClaim(choice.text);
    if (!byForm.has(form)) byForm.set(form, choice);
  }
  return [...byForm.values()];
}

/**
 * Returns the one choice, or `null` if there is none.
 *
 * @param withheld asked for those that are listed. @default all texts are printed
 * @throws {MemoryError} usage, if there are several; all are listed
 */
export function onlyChoice<C extends Choice>(
  choices: readonly C[],
  selector: string,
  withheld: Withheld = () => null,
): C | null {
  if (choices.length <= 1) return choices[0] ?? null;
  const list = choices.slice(0, LISTED).map((choice) => {
    const { key, anchor, text } = choice;
    const shown = withheld(choice) ?? `"${text}"`;
    return `${key === null ? "" : `${key} `}${anchor === null ? "" : `${formatAnchor(anchor)} `}${shown}`;
  });
  const rest = choices.length > LISTED ? [`and ${choices.length - LISTED} more`] : [];
  throw new MemoryError(
    `Cannot tell which line "${selector}" means: ${choices.length} match\n${[...list, ...rest].join("\n")}`,
    { kind: "usage", hint: "name one by its key or by its lines" },
  );
}

/** Choices named in the message, at most: a word that is everywhere would fill the screen. */
const LISTED = 20;
