/**
 * What an owner says of his own knowledge before or behind a statement: "I think the budget is 40k". The statement stays
 * one, and is kept with the doubt in it; an opinion of the talk is none.
 *
 * @module
 */

/** Returns what is stated of something by a name or a number; a sentence that is no such statement comes back as it is. */
export function withoutHedge(text: string): string {
  const rest = BEFORE.exec(text)?.[1] ?? BEHIND.exec(text)?.[1];
  if (rest !== undefined) return isConcrete(rest) ? rest : text;
  const stated = BEFORE_HAN.exec(text)?.[1];
  return stated !== undefined && VALUE_HAN.test(stated) && !OPINION_HAN.test(stated) ? stated : text;
}

function isConcrete(rest: string): boolean {
  return SUBJECT.test(rest) && VALUE.test(rest.replace(/^\S+/, "")) && !OPINION.test(rest);
}

const BEFORE = /^(?:i|we) (?:think|believe|guess|suppose|reckon) (?:that )?(.+)$/i;
const BEHIND = /^(.+), (?:i|we) (?:think|believe|guess|suppose|reckon)[.!]*$/i;
/** Of what may be known next month: something of the owner's, or somebody by name. */
const SUBJECT = /^(?:(?:the|our|my|his|her|their|every|all) \w|[A-Z][a-z]+ \w)/;
/** A number, a name, a team or a place. */
const VALUE = /\d|\s[A-Z]\w|\b(?:leads?|owns?|runs?|manages?|lives|works) (?:the|our|at|in|for)\b/;
/** Taste, judgement, work to be done, and what fails. */
const OPINION =
  /\b(?:better|worse|best|worst|wrong|right|fine|ok|okay|good|bad|nice|ugly|cleaner|simpler|enough|too|should|could|would|might|needs?|bugs?|errors?|problems?|issues?|broken|fail\w*|works?(?= (?:now|again|fine))|missing|line \d+|lines|tests?|them)\b/i;

const BEFORE_HAN = /^我(?:觉得|想|记得|认为)(.+)$/u;
const VALUE_HAN =
  /(?:是|有|到|在|叫|归|为)[^，,]*(?:[A-Z][a-z]+|\d|[一二三四五六七八九十两百千万]+(?:点|元|块|个|月|号|年|人))/u;
const OPINION_HAN =
  /^(?:第|这|那|你|您|先|再|应该|可以|要|需要|还|也)|应该|问题|错|报|好看|更|太|先|刚|需要|改|得(?:加|删)|不对/u;
