/**
 * The wording of an English claim for its derived key: what only says that something is new, since when, and what was before
 * is left out, and forms that say the same are one. See `derived_key.ts` for the rule.
 *
 * @module
 */

/** Returns the claim in the plain words of which the key is made. */
export function keyWording(plain: string): string {
  return plain.replaceAll("’", "'").replace(OPENING, "").replace(SINCE_BEFORE, "").replace(SINCE_BEHIND, "")
    .replace(NO_MORE, " ").replace(ACTIVE, "$<what> is $<value>").replace(FORMER, " ").replace(RENAMED, " is called ")
    .replace(CHANGE, " is ")
    .replace(GOING_ON, (_form, verb: string) => ` ${VERBS_GOING_ON.get(verb.toLowerCase()) ?? verb} `)
    .replace(PAST_THE_HOUR, "").replace(IN_A_MONTH, "on ").replace(ONE_UNIT, "1 ");
}

/** Returns whether a claim says that something changed. */
export function saysChange(plain: string): boolean {
  return CHANGED.test(plain.replaceAll("’", "'"));
}

/** Announces that something is said: "Correction:", "Actually,". */
const OPENING =
  /^(?:(?:correction|corrected|update|news|fyi|note|nb|ps|edit|erratum|reminder|change)\s*[:—–]\s*|(?:actually|sorry|oops|no|well|so|btw|by the way|for the record|in fact)\s*[,:—–]\s*)+/iu;

const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const DAY =
  `(?:(?:this|last|next)\\s+)?(?:today|now|yesterday|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:\\d{1,2}(?:st|nd|rd|th)?\\s+)?${MONTH}(?:\\s+\\d{1,2}(?:st|nd|rd|th)?)?(?:,?\\s+\\d{4})?|\\d{4}-\\d\\d-\\d\\d|\\d{4}|(?:morning|week|month|quarter|year|spring|summer|autumn|winter))`;

/** Since when, in front: "As of today", "From Monday on". */
const SINCE_BEFORE = new RegExp(
  `^(?:(?:as of|since|starting|beginning|effective)\\s+${DAY}|from\\s+${DAY}\\s+on(?:wards?)?|now),?\\s+(?=\\S+\\s)`,
  "iu",
);

/** Longest clause that only says since when, in words. */
const MAX_SINCE = 4;
/** Since when, at the end: "since the move". */
const SINCE_BEHIND = new RegExp(
  `,?\\s+(?:(?:since|as of)(?:\\s+[^\\s,;.]+){1,${MAX_SINCE}}|(?:starting|from)\\s+${DAY}\\s+on(?:wards?)?)[.!]?$`,
  "iu",
);

const NO_MORE = /\s+any\s?more\b/giu;

/** Words of change, in the past and as a participle. */
const CHANGED_TO =
  "(?:changed|moved|switched|set|renamed|raised|lowered|reduced|increased|reverted|restored|migrated|upgraded|downgraded|bumped|updated|relocated|extended|shortened|postponed|rescheduled)";

/** "We moved the gateway to 5" says that the gateway is 5. */
const ACTIVE = new RegExp(
  `^(?:I|we|they|\\p{Lu}\\p{L}+)\\s+(?:(?:have|has|had|just|already|now)\\s+)*${CHANGED_TO}\\s+(?<what>(?:the|our|my|its|their|his|her)\\s(?:(?!\\b(?:to|from)\\b)[^,;.])+?)\\s+(?:from\\s+\\S+\\s+)?(?:back\\s+)?to\\s+(?<value>.+)$`,
  "u",
);

/** What is said of the former value. */
const FORMER =
  /\b(?:instead of|rather than)\s[^,;.]*|\((?:was|formerly|previously|not)\s[^)]*\)|,\s*(?:not|no longer)\s[^,;.]*|(?<=\b(?:changed|moved|switched|renamed|raised|lowered|reduced|increased|migrated|upgraded|bumped|extended|shortened|postponed|rescheduled)\s)from\s\S+\s(?=to\b)/giu;

/** Words of another name. */
const RENAMED = /\b(?:(?:has|have|was|were|is|been|got)\s+)*renamed\s+(?:back\s+)?(?:to|as)\b/giu;

/** Words that say that something changed to a value: no more than "is". */
const CHANGE = new RegExp(
  `\\b(?:(?:has|have|was|were|is|been|got)\\s+)*(?:${CHANGED_TO}\\s+(?:back\\s+)?to\\b|replaced\\s+(?:by|with)\\b|(?:(?:went|gone|goes|is|are)\\s+(?:up|down)|rose|risen|fell|fallen|dropped|grew|grown)\\s+to\\b)|\\b(?:(?:has|have)\\s+)?(?:became|become|becomes)\\b|\\b(?:is|are)\\s+back\\s+(?=(?:on|at|in|to)\\b)`,
  "giu",
);

const CHANGED = new RegExp(
  `\\b(?:now|no longer|any ?more|again|instead of|rather than|became|${CHANGED_TO}\\s+(?:back\\s+)?to|replaced|(?:up|down|rose|fell|dropped|grew)\\s+to)\\b`,
  "iu",
);

/** Verbs of state while it goes on. */
const VERBS_GOING_ON: ReadonlyMap<string, string> = new Map([
  ["listening", "listens"],
  ["running", "runs"],
  ["using", "uses"],
  ["living", "lives"],
  ["keeping", "keeps"],
  ["needing", "needs"],
]);

/** "is listening" listens, and who stopped using something does not use it. */
const GOING_ON = new RegExp(
  `\\s(?:(?:(?:is|are|am)\\s+(?:now\\s+|not\\s+|no longer\\s+)?|(?:(?:has|have)\\s+)?(?:stopped|quit)\\s+)(${
    [...VERBS_GOING_ON.keys()].join("|")
  }))\\s`,
  "giu",
);

/** "half past ten" is one time. */
const PAST_THE_HOUR = /\b(?:half|(?:a\s+)?quarter|five|ten|twenty)\s+(?:past|to)\s+(?=[\w:]+)/giu;

/** "in July" is a date like "on 1 July". */
const IN_A_MONTH = new RegExp(`\\bin\\s+(?=(?:${MONTH}(?:\\s+\\d{4})?|\\d{4})(?:[.,;]|$))`, "giu");

/** "an hour" is a number of hours. */
const ONE_UNIT = /\b(?:an?|one|each|every|per)\s+(?=(?:second|minute|hour|day|week|month|year)\b)/giu;
