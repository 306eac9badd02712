/**
 * The frame that Gemini CLI puts around what a tool gave, for the model.
 *
 * @module
 */

/** Returns what a tool gave without the frame. */
export function withoutToolFrame(text: string): string {
  return FRAMED.exec(text)?.[1] ?? text;
}

const FRAMED = /^<untrusted_context>\n([^]*)\n<\/untrusted_context>$/;
