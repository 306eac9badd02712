/**
 * What in the words of an OpenClaw message looks like something that its gateway put there. Where it ends nobody can tell:
 * whoever wrote the text inside may have written an end as well.
 *
 * @module
 */

/** Returns why a message, without its known blocks, is not one person's direct words; `null`: nothing speaks against it. */
export function whyForeign(text: string): string | null {
  return MARKS.find(({ pattern }) => pattern.test(text))?.why ?? null;
}

/** From the most telling to the broadest: the first that fits gives the reason. */
const MARKS: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  {
    pattern: /^\s*system(?:\s*\([^)\n]{0,60}\))?\s*[:：]/im,
    why: "with text of the gateway, whose end nobody can tell",
  },
  { pattern: /^\s*\[?queued (?:messages?|#)/im, why: "queued messages, whose senders are not told apart" },
  {
    pattern: /\(untrusted[^)\n]{0,60}\)|^\s*untrusted (?:context|content|metadata)/im,
    why: "a second envelope inside of the message",
  },
  { pattern: /<{2,}\s*\/?\s*(?:end[_ -]?)?(?:external|untrusted)|^\s*security notice\s*:/im, why: "text from outside" },
  {
    pattern:
      /<\/?(?:file|files|media|image|audio|video|attachment|document|quote|reply|forward(?:ed)?|history|email|webhook|untrusted[\w-]*|external[\w-]*)(?:[\s>/]|$)/im,
    why: "with a file",
  },
  { pattern: /^\s*\[?(?:forwarded (?:from|message)|转发自)/im, why: "forwarded" },
  {
    pattern:
      /^\s*\[?(?:repl(?:ied|ying) (?:to|message)|quoted message|thread (?:starter|history)|chat (?:history|messages)|current message|user text\s*:|transcript\s*:|skills store policy|task\s*:)/im,
    why: "with words of others before it",
  },
  // Heads of channels, media, times of others: a person begins no line so, and who does loses only trust.
  { pattern: /^\s*\[(?!\s*\])/m, why: "with a head in brackets" },
];
