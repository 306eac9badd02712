/**
 * One line of what was wrapped onto several.
 *
 * @module
 */
import { cjkUnits } from "../../base/text/characters.ts";

/** Returns the text with every line break, and the blanks around it, as one blank; as nothing between two CJK characters. */
export function joinedText(text: string): string {
  if (!text.includes("\n")) return text;
  return text.replace(/[ \t\r]*\n[ \t\r]*/g, (gap, at: number) => {
    const isTight = at > 0 && isCjk(text, at - 1) && isCjk(text, at + gap.length);
    return isTight ? "" : " ";
  });
}

function isCjk(text: string, at: number): boolean {
  return cjkUnits(text, at) > 0 || /[\u3000-\u303f\uff01-\uff5e]/.test(text.charAt(at));
}
