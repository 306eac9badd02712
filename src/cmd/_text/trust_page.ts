/**
 * How lines are shown to the owner who is to vouch for them (SPEC 4.3): exactly, with everything written out that cannot be
 * seen.
 *
 * @module
 */
import { escapeHidden } from "../../base/text/display.ts";
import type { LineToTrust, TrustPlan } from "../../capture/trust/plan_trust.ts";
import type { OriginClass } from "../../provenance/origin.ts";
import type { TextStyle } from "../_style.ts";
import { originText } from "./origin_text.ts";

/** Returns the lines of a plan, each with its number and class, one element a line of the file. */
export function trustRows({ lines }: Pick<TrustPlan, "lines">, style: TextStyle): string[] {
  const width = String(lines.at(-1)?.endLine ?? 0).length;
  return lines.flatMap((line, place) => {
    const rows = line.raw.replace(/\r?\n$/, "").split("\n");
    return [
      ...rows.map((row, at) => {
        const { origin } = line.origin;
        const number = style.dim(String(line.startLine + at).padStart(width));
        return `${number} ${at === 0 ? originText(origin, style) : " ".repeat(origin.length)}  ${written(row, style)}`;
      }),
      ...remarks(line, lines[place - 1]).map((remark) => `${" ".repeat(width)} ${style.yellow(`↑ ${remark}`)}`),
    ];
  });
}

/** Blanks that are not the usual ones; the ideographic one is usual in Chinese text. */
const ODD_BLANK = /[\u00a0\u1680\u2000-\u200a\u202f\u205f]/g;

function written(row: string, style: TextStyle): string {
  const plain = escapeHidden(row).replace(
    ODD_BLANK,
    (blank) => `‹U+${blank.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}›`,
  );
  return plain.replace(/<!--.*?(?:-->|$)/g, (comment) => style.yellow(comment));
}

const WORD = /\p{L}+/gu;
const LATIN = /\p{Script=Latin}/u;
const LOOKS_LATIN =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Georgian}]/u;

/** Returns the first word of Latin letters with one of another script among them. */
function mixedWord(raw: string): string | undefined {
  return raw.match(WORD)?.find((word) => LATIN.test(word) && LOOKS_LATIN.test(word));
}

/** Why a line is what it is is said once for a run of lines. */
function remarks({ raw, origin, alsoAt }: LineToTrust, before: LineToTrust | undefined): string[] {
  const mixed = mixedWord(raw);
  return [
    ...(isTold(origin.origin) && origin.why !== before?.origin.why ? [origin.why] : []),
    ...(mixed === undefined ? [] : [`"${escapeHidden(mixed)}" mixes letters of several scripts that look alike`]),
    ...(alsoAt.length === 0 ? [] : [`the same line also stands at ${alsoAt.join(", ")}`]),
  ];
}

function isTold(origin: OriginClass): boolean {
  return origin === "untrusted" || origin === "system";
}
