/**
 * Which English sentences are orders: they open with the plain form of a verb, and hold no verb that states something.
 *
 * @module
 */

/** Returns whether the first word is a verb that orders are given with. */
export function opensWithVerb(text: string): boolean {
  const [first = ""] = /^[A-Za-z'-]+/.exec(text) ?? [];
  return first !== "" && VERBS.includes(` ${first.toLowerCase()} `);
}

/** Returns whether a sentence says how something is ("Test coverage is at 80 %"), so that its first word is no order. */
export function isStatement(text: string): boolean {
  const [, ...rest] = text.split(/\s+/);
  const [second = ""] = rest;
  // Behind "when" or "that" a verb belongs to the clause, not to the sentence.
  const main = rest.join(" ").split(
    /[,;:.(]|\b(?:when|whenever|if|unless|that|which|who|because|until|before|after|while|where|how|what|so)\b/i,
  )[0] ?? "";
  return STATES.test(main) || /^(?:is|are|was|were|has|had|of)$/i.test(second);
}

const STATES = /\b(?:is|are|was|were|has|had|'s been|listens?|runs on|lives? in|contains|consists)\b/i;

/** Plain forms only, each between two blanks. Words that are nouns as often (`test`, `code`) are there: see `isStatement`. */
const VERBS = ` ${
  [
    "accept act add address adjust align allow answer append apply approve archive ask assume attach avoid back backup be begin",
    "bring build bump call capitalise capitalize change check choose cite clean clear close collect combine come comment commit",
    "compare compile complete compress confirm consider convert copy correct count cover create cut debug declare default define",
    "delete deliver deploy describe design disable discuss display distinguish do document double draft draw drop edit email",
    "emphasise emphasize enable encrypt end escape estimate evaluate exclude execute expand expect explain export express extract",
    "fetch fill filter find finish fix flag focus follow force format gather generate get give go greet group guard handle have",
    "help hide highlight hold ignore implement import include increase indent indicate inform initialise initialize insert",
    "inspect install introduce investigate join judge jump keep label lead leave let limit link lint list listen log look lower",
    "mail maintain make mark match measure mention merge migrate mind minimise minimize mock monitor move name nest normalise",
    "normalize note notify number offer omit only open order organise organize output pack paginate parse pass paste pay phrase",
    "pick pin place plan point post practise prefix prepare present preserve press print prioritise prioritize proceed produce",
    "propose protect prove provide publish pull push put query question quote raise read rebase recommend record reduce refactor",
    "refer refuse reject release rely remind remove rename render repeat replace reply report request require reset resolve",
    "respect respond restart restrict retry return reuse review revert rewrite round run save say scan schedule search see select",
    "send separate serve set share shorten show sign simplify skip solve sort speak specify spell split squash stage start state",
    "stay stick stop store stream structure style submit suggest summarise summarize support suppress switch tag take talk teach",
    "tell test thank think throw time track translate treat trim trust try turn type understand undo update upgrade upload use",
    "validate verify wait walk warn watch wrap write zip",
  ].join(" ")
} `;
