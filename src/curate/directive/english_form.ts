/**
 * English preferences as imperatives.
 *
 * @module
 */
import { isStatement, opensWithVerb } from "./english_verbs.ts";

/**
 * Returns the imperative of an English preference, or `null`. Where an imperative would have another sense than what was
 * said, as "always" before "nobody", it is the words themselves.
 */
export function englishForm(text: string): string | null {
  const form = reworded(text);
  return form !== null && UNSURE.test(form) ? capital(bare(text)) : form;
}

/** A word that orders, and behind it one that turns its sense round. */
const UNSURE =
  /^(?:(?:always|never|avoid|prefer)(?: let)? (?:(?:no|not|nobody|nothing|none|neither|never|hardly|few|seldom|don't|do not|i|we|you|they)\b|\w+n't\b|(?:the |all |any |every )?[\w-]+ (?:don't|do not|doesn't|does not)\b)|never (?:let )?(?:always|only|just|necessarily|all|every|both)\b)/i;

/** The words without what is only polite or asks to have them remembered. */
function bare(text: string): string {
  return text.replace(POLITE, "").replace(POLITE_END, "").replace(MEMO, "").replace(/\s*\.+$/, "").trim();
}

function reworded(text: string): string | null {
  const wanted = text.replace(POLITE, "").replace(POLITE_END, "").replace(/\s*\.+$/, "").trim();
  const [, please] = REQUEST.exec(wanted) ?? [];
  if (please !== undefined) return withWord("Always", please);
  if (wanted.endsWith("?")) return null;
  const asked = MEMO.exec(wanted);
  if (asked !== null) {
    const inner = wanted.slice(asked[0].length);
    return /\bto\s*$/i.test(asked[0]) ? withWord("Always", inner) : englishForm(inner);
  }
  const standing = wanted.replace(FROM_NOW_ON, "").replace(FROM_NOW_ON_END, "").trim();
  if (standing !== wanted) {
    const inner = englishForm(standing);
    return inner === null ? null : withWord("Always", inner);
  }
  if (IMPERATIVE.test(wanted) || NO_NEED.test(wanted)) return capital(wanted);
  for (const [pattern, make] of FORMS) {
    const match = pattern.exec(wanted);
    const form = match === null ? null : make(match.slice(1).map((part) => part ?? ""));
    if (form !== null) return form;
  }
  if (isConditional(wanted)) return capital(wanted);
  if (opensWithVerb(wanted) && !isStatement(wanted)) return capital(wanted);
  return null;
}

/** Words before the order that are part of no order. */
const POLITE = /^(?:(?:(?:please|pls|hey|also|and|just)\b[,:]?|(?:ok(?:ay)?|well|so|hi)[,:])\s+)+/i;
/** "My OK" and "say please" are no politeness. */
const POLITE_END =
  /(?:,\s*(?:ok(?:ay)?|please|pls|thanks|thank you)|(?<!\b(?:say|saying|write|writing|word|words|with|without|use|using|a|an|my|your|our|the|no|or|and|than|for|of))\s+(?:please|pls|thanks|thank you))\s*[.!]*$/i;
/** A question by its form only. */
const REQUEST = /^(?:can|could|would|will)\s+you\s+(?:please\s+)?(.+?)\s*\?$/i;
const MEMO =
  /^(?:remember|note|keep in mind|bear in mind|don't forget|do not forget|memorise|memorize)\s*(?:[:,]\s*|this[:,]\s*|that\s+|to\s+)/i;
const FROM_NOW =
  "(?:from now on(?:wards)?|from here on(?: out)?|going forward|henceforth|from today(?: on)?|in (?:the )?future|as a rule|by default)";
const FROM_NOW_ON = new RegExp(`^${FROM_NOW}\\s*[,:]?\\s+`, "i");
const FROM_NOW_ON_END = new RegExp(`[\\s,]+${FROM_NOW}\\s*[.!]*$`, "i");

/** Begins as an order does that says how often, or how much. */
const IMPERATIVE =
  /^(?:always|never|prefer|avoid|don't|do not|stop|refrain from|make sure|be sure|ensure|do not ever|don't ever|under no circumstances|at all times|no longer|feel free)\b/i;

/** Says that something need not be done, which no imperative says: the words stay. */
const NO_NEED =
  /^(?:there(?:'s| is) )?no need\b|^(?:you|agents?|the agents?)\s+(?:don't|do not|needn't|need not)\s+(?:have|need|ask|\w+)|^no\s.*\b(?:needed|required|necessary)\b/i;

type Form = (parts: readonly string[]) => string | null;

const WHO = "(?:i|we|the user|user|the owner|owner|your user|your owner)";
const HOW =
  "(?:\\s+(?:really|strongly|generally|usually|much|very much|also|do|would|rather|normally|personally|definitely|just))*";
const FORMS: readonly (readonly [RegExp, Form])[] = [
  // What somebody wants of the agent.
  [
    new RegExp(
      `^${WHO}(?:'d)?${HOW}\\s+(?:want|wants|need|needs|like|likes|expect|expects|prefer|prefers|love|ask|asks)\\s+(?:you|that you|it when you|it if you|the agents?|agents?)\\s+(?:to\\s+)?(not\\s+(?:to\\s+)?)?(?:to\\s+)?(.+)$`,
      "i",
    ),
    ([not = "", act = ""]) => withWord(not === "" ? "Always" : "Never", act),
  ],
  [
    /^(?:you|agents?|the agents?|assistants?|the assistant)\s+(?:should|must|shall|have to|has to|need to|needs to|ought to|are to|is to)\s+(?:(not|never)\s+)?(?:always\s+)?(.+)$/i,
    ([not = "", act = ""]) => withWord(not === "" ? "Always" : "Never", act),
  ],
  [
    /^(?:you|agents?|the agents?)\s+(?:shouldn't|mustn't|must never|cannot|can't|can not|may not|are not to|are not allowed to|aren't allowed to)\s+(?:ever\s+)?(.+)$/i,
    ([act = ""]) => withWord("Never", act),
  ],
  // Habits with a word that makes them a rule.
  [
    new RegExp(`^${WHO}\\s+(always|never)\\s+(?:want|wants)\\s+(.+)$`, "i"),
    ([how = "", what = ""]) => `${how.toLowerCase() === "never" ? "Avoid" : "Prefer"} ${what}`,
  ],
  [
    new RegExp(`^${WHO}\\s+(always|never)\\s+(?:prefers?|likes?)\\s+(.+)$`, "i"),
    ([how = "", what = ""]) => `${how.toLowerCase() === "never" ? "Avoid" : "Prefer"} ${what}`,
  ],
  [/^(?:i|we)\s+(always|never)\s+(.+)$/i, ([how = "", act = ""]) => `${capital(how.toLowerCase())} ${act}`],
  // Dislikings before likings: "I don't like" holds "like".
  [
    new RegExp(
      `^${WHO}${HOW}\\s+(?:hates?|dislikes?|can't stand|cannot stand|detests?|loathes?|(?:don't|do not|doesn't|does not|never)${HOW}\\s+(?:like|want|enjoy|care for|need(?!\\s+to\\b)))\\s+(it when you\\s+|when you\\s+|you to\\s+|to\\s+)?(.+)$`,
      "i",
    ),
    ([who = "", what = ""]) => /^you to\b/i.test(who) ? withWord("Never", what) : `Avoid ${what}`,
  ],
  [
    new RegExp(`^(?:${WHO}\\s+would|i'd|we'd)\\s+(?:rather|sooner)\\s+(not\\s+)?(.+)$`, "i"),
    ([not = "", act = ""]) =>
      not === "" ? `Prefer to ${act.replace(/\sthan\s/i, " rather than ")}` : withWord("Avoid", act),
  ],
  [
    new RegExp(
      `^(?:${WHO}|i'd|we'd)${HOW}\\s+(?:prefers?|likes?|loves?|favou?rs?|enjoys?|wants?|am fond of)\\s+(.+)$`,
      "i",
    ),
    ([what = ""]) => /^(?:that|if|when)\b/i.test(what) ? null : `Prefer ${what}`,
  ],
  [
    /^(?:my|our|the user's|the owner's|user's|owner's)\s+(?:favou?rite|preferred)\s+(.+?)\s+(?:is|are)\s+(.+)$/i,
    ([slot = "", what = ""]) => `Prefer ${what} as the ${slot}`,
  ],
  [
    /^(?:my|our|the user's|the owner's|user's|owner's)\s+preference\s*(?:is|:)\s*(?:for\s+)?(.+)$/i,
    ([what = ""]) => `Prefer ${what}`,
  ],
  [/^preference\s*:\s*(.+)$/i, ([what = ""]) => englishForm(what) ?? `Prefer ${what}`],
  // How things have to be.
  [
    /^((?:(?!\b(?:i|we|he|she|they|it|this|that|there)\b).)+?)\s+(?:must|should|shall|may|can)(?:n't|not| not| never)\s+(?:ever\s+)?(.+)$/i,
    ([what = "", act = ""]) =>
      /^(?:if|when|whenever|before|after|for|in)\b/i.test(what) ? null : `Never let ${inner(what)} ${act}`,
  ],
  [
    /^((?:(?!\b(?:i|we|he|she|they|it|this|that|there)\b).)+?)\s+(?:must|should|shall|have to|has to|need to|needs to)\s+(?:always\s+)?(?!not\b)(.+)$/i,
    ([what = "", act = ""]) =>
      /^(?:if|when|whenever|before|after|for|in)\b/i.test(what) ? null : `Always let ${inner(what)} ${act}`,
  ],
  // Two things, and which one it is to be.
  [
    /^([^\s,]+(?: [^\s,]+){0,3}?)(?:,\s*not|,?\s+(?:over|instead of|rather than))\s+([^\s,]+(?: [^\s,]+){0,3})$/i,
    ([what = "", other = ""]) =>
      opensWithVerb(what) || IMPERATIVE.test(what) || isStatement(what) ? null : `Prefer ${inner(what)} over ${other}`,
  ],
  [/^no\s+(?!longer\b|one\b|more than\b)(\S.*)$/i, ([what = ""]) => isStatement(what) ? null : `Avoid ${what}`],
  [/^no more than\s+(.+)$/i, ([what = ""]) => isStatement(what) ? null : `Never exceed ${what}`],
];

/** "When you write SQL, use lower case": the order stands behind the comma. */
function isConditional(text: string): boolean {
  const [, order] =
    /^(?:if|when|whenever|before|after|unless|for|in|on|as soon as|until|once|while|with|during)\b[^,]{2,120},\s*(.+)$/i
      .exec(text) ?? [];
  return order !== undefined && englishForm(order) !== null;
}

/** "Always" before an order that says how often already would be one word too many. */
function withWord(word: "Always" | "Never" | "Avoid", act: string): string | null {
  const order = act.trim();
  if (order === "") return null;
  if (word !== "Never" && IMPERATIVE.test(order)) return capital(order);
  return `${word} ${small(order)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A thing that opened a sentence: of a plural or a determiner the capital came from that place alone. */
function inner(what: string): string {
  return /^(?:[A-Z][a-z]+s|The|All|Every|Each|Any|My|Our|New|Old)\b/.test(what)
    ? what.charAt(0).toLowerCase() + what.slice(1)
    : what;
}

/** In the middle of a sentence the first word is small, unless it is a name or an abbreviation. */
function small(text: string): string {
  return /^[A-Z][a-z]+(?:'[a-z]+)?\b/.test(text) && opensWithVerb(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}
