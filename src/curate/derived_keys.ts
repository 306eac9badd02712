/**
 * All keys under which a claim can correct another: its own derived key, and what else its words may mean. A line
 *  can hold more than one sentence, a state can be said by its opposite, and "moved to Friday" does not say of what.
 *
 * @module
 */
import { derivedKey, isHan, plainClaim, tellingWords } from "./derived_key.ts";
import { PLACE } from "./derived_key_han.ts";
import { saysChange } from "./key_wording.ts";

/**
 * Returns the keys under which a claim can correct an entry, the likeliest first; none if the rule finds none. Those of its
 * sentences are among them.
 */
export function derivedKeys(text: string): readonly string[] {
  const plain = plainClaim(text);
  return [...new Set([plain, ...clausesOf(plain)].flatMap(keysOfClause))];
}

/**
 * Returns the keys under which an entry can be corrected, the likeliest first. What has several sentences is no value that
 * another takes the place of, so that those of its sentences are not among them.
 */
export function keysOfEntry(text: string): readonly string[] {
  return [...new Set(keysOfClause(plainClaim(text)))];
}

function keysOfClause(plain: string): string[] {
  const own = derivedKey(plain);
  if (own === null) return [];
  const others = isHan(plain) ? keysHan(own, plain) : keysLatin(own, plain);
  // Who moved to Lyon lives there rather than being that.
  return WENT.test(plain) ? [...others, own] : [own, ...others];
}

/**
 * The sentences of a claim that say something by themselves: those that say that something changed, and the first of an
 * English claim. What goes before another may be the case of which it speaks.
 */
function clausesOf(plain: string): string[] {
  const clauses = plain.split(isHan(plain) ? CLAUSE_END_HAN : CLAUSE_END).map((clause) => clause.trim())
    .filter((clause) => clause !== "");
  if (clauses.length < 2 || UNSURE.test(plain)) return [];
  return clauses.filter((clause, at) => isHan(plain) ? CHANGED_HAN.test(clause) : at === 0 || saysChange(clause));
}

const CLAUSE_END = /(?<=[.!;])\s+|,\s+(?:and|but)\s+/iu;
const CLAUSE_END_HAN = /[。；;!,]/u;
const CHANGED_HAN =
  /改[成为到在回]|换[成到回]|变[成为回]|调整?[为到]|推迟到|提前到|延期到|挪到|迁移?到|搬到|[涨升降增减加短长高低少]到|不再|现在/u;

/** What is asked, told of somebody, only thought, or true for a while or in one case. */
const UNSURE =
  /\?|\b(?:maybe|perhaps|might|may|could|would|if|unless|whether|ask(?:s|ed)?|wonder(?:s|ed)?|thinks?|thought|guess|probably|possibly|suppose[sd]?|said|says|told|claims?|heard|until|temporar(?:y|ily)|today|tonight|tomorrow)\b|可能|也许|大概|如果|要是|假如|是否|[吗么?]|问|听说|据说|以为|暂时|临时|今晚|明天/iu;

function keysLatin(own: string, plain: string): string[] {
  const keys: string[] = [];
  const words = tellingWords(plain);
  // With its values, since "open on Mondays" and "closed on Sundays" are both true.
  if (words.some((word) => STATES.has(word))) {
    keys.push(`en:${words.map((word) => STATES.get(word) ?? word).join(" ")}`);
  }
  const called = /^en:(.+)\|is\|call #$/u.exec(own)?.[1];
  if (called !== undefined) keys.push(`en:${called}|is|#`, `en:${called} name|is|#`);
  const subject = /^en:(.+)\|is\|#$/u.exec(own)?.[1];
  const value = MOVED.exec(plain)?.[1];
  if (subject === undefined || value === undefined) return keys;
  if (TIME.test(value)) return [...keys, ...WHEN.map((attribute) => `en:${subject}${attribute}`)];
  return NAME.test(value) ? [...keys, ...WHERE.map((attribute) => `en:${subject}${attribute}`)] : keys;
}

/** States and their opposites, stemmed, by one of the two. */
const STATES: ReadonlyMap<string, string> = new Map(
  [
    ["open", "close"],
    ["enabl", "disabl"],
    ["activ", "inact"],
    ["onlin", "offlin"],
    ["public", "privat"],
    ["avail", "unavail"],
    ["lock", "unlock"],
    ["requir", "option"],
    ["automat", "manual"],
  ].flatMap(([state = "", opposite = ""]) => [[state, state], [opposite, state]] as const),
);

const WENT = /\b(?:moved|relocated)\s+(?:back\s+)?to\s+\p{Lu}/u;

/** What something moved or was changed to. */
const MOVED = /\b(?:changed|moved|switched|migrated|relocated|postponed|rescheduled)\s+(?:back\s+)?to\s+([^,;]+)$/iu;
const TIME =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|\d{1,2}:\d\d|\d{1,2}\s?(?:am|pm)|noon|midnight)\b|^\d{4}-\d\d-\d\d/iu;
const NAME = /^\p{Lu}|^\p{L}+[-_.]\w+/u;
/** What a time may be of. */
const WHEN: readonly string[] = ["|is|on #", "|is|at #", "|start|at #", "|start|on #", " time|is|#", " date|is|#"];
/** What a place may be of. */
const WHERE: readonly string[] = ["|live|in #", "|is|in #", "|run|on #"];

function keysHan(own: string, plain: string): string[] {
  const [, subject = "", value = ""] = /^zh:(.+)\|是\|(.+)$/u.exec(own) ?? [];
  if (subject === "") return [];
  if (MOVED_HAN.test(plain)) return [`zh:${subject}|在|${PLACE}`, `zh:${subject}|在|#`];
  if (value === "#" && PUT_OFF_HAN.test(plain)) return [`zh:${subject}时间|是|#`, `zh:${subject}|在|#`];
  const attribute = [...ATTRIBUTES.keys()].find((name) => subject.endsWith(name)) ?? "";
  const owner = subject.slice(0, -attribute.length);
  const isNamed = attribute !== "" && value === "#" && /^[a-z][\w.-]*$/u.test(owner);
  const english = isNamed ? derivedKey(`${owner} ${ATTRIBUTES.get(attribute)} is 1`) : null;
  return english === null ? [] : [english];
}

const MOVED_HAN = /(?:搬|迁移?|移)[到回]/u;
const PUT_OFF_HAN =
  /(?:改[到在成]|推迟到|提前到|延期到|挪[到回]|调整?到|定在)(?=.*(?:周|星期|礼拜|[点号日:]|上午|下午|晚上))/u;

/** Attributes of things with a Latin name, which both languages speak of. */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ["端口", "port"],
  ["地址", "address"],
  ["版本", "version"],
  ["负责人", "owner"],
  ["数据库", "database"],
  ["超时", "timeout"],
  ["分支", "branch"],
  ["域名", "domain"],
  ["预算", "budget"],
]);
