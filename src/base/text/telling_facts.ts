/**
 * The parts of a claim that turn one fact into another (SPEC 8.1): numbers, dates, weekdays, negations, modal words, words
 * that come in opposites, names and identifiers. Kept in the order in which they stand, kind by kind, so that "from 5 to
 * 3" is not "from 3 to 5".
 *
 * @module
 */

/** See {@linkcode tellingFacts}. */
export interface TellingFacts {
  /** All kinds in one string. */
  readonly facts: string;
  /** Capitalised words, lower-cased. */
  readonly names: ReadonlySet<string>;
}

/**
 * Returns the telling parts of a claim.
 *
 * @param identifiers the identifiers of the text, as the tokeniser found them
 */
export function tellingFacts(text: string, identifiers: readonly string[]): TellingFacts {
  const plain = text.normalize("NFKC");
  const lower = plain.toLowerCase();
  const ofKinds = kinds().map(([name, pattern]) => {
    const found = [...lower.matchAll(pattern)].map(([match]) => canonical(match));
    return found.length === 0 ? "" : `${name}:${found.join(",")}`;
  });
  const inner = [...plain.matchAll(innerName())].map(([match]) => match.toLowerCase());
  const facts = [...ofKinds, inner.length === 0 ? "" : `name:${inner.join(",")}`, identifiers.join(",")];
  const names = new Set([...plain.matchAll(capitalised())].map(([match]) => match.toLowerCase()));
  return { facts: facts.filter((part) => part !== "").join(" "), names };
}

/** The words that turn the sense of a text, in their order. */
export interface TurningWords {
  /** Negations and modal words; every form of "not" is one word. */
  readonly fixed: readonly string[];
  /** Words that come in opposites, as on and off, before and after. */
  readonly opposite: readonly string[];
}

/** Returns the words that turn the sense of a text. */
export function turningWords(text: string): TurningWords {
  const lower = text.normalize("NFKC").toLowerCase();
  const of = (wanted: string) =>
    kinds().filter(([name]) => name === wanted).flatMap(([, pattern]) =>
      [...lower.matchAll(pattern)].map(([match]) => canonical(match).replace(/^n't$/, "not"))
    );
  return { fixed: [...of("negation"), ...of("modal")], opposite: of("opposite") };
}

/**
 * A capitalised word anywhere. Made when a claim is looked at, as the patterns below: classes of Unicode take longer to
 * build than a message takes that has no need of them.
 */
const capitalised = (): RegExp => /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*/gu;
/** A capitalised word that does not begin a sentence, so that its capital says "name". */
const innerName = (): RegExp => /(?<=[^.!?:;"'(\s]\s+)\p{Lu}[\p{L}\p{N}]*/gu;

/** What is told apart, one pattern a kind; run over lower-cased NFKC text. */
const kinds = (): readonly (readonly [string, RegExp])[] => [
  ["number", /\d+(?:[.,:/-]\d+)*|[〇零一二两三四五六七八九十百千万亿半]+/g],
  [
    "number word",
    /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|half|twice|once|first|second|third)\b/g,
  ],
  [
    "weekday",
    /\b(?:mon|tues?|wednes|wed|thurs?|fri|satur|sat|sun)(?:day)?s?\b|\bweekends?\b|(?:周|星期|礼拜)[一二三四五六日天末]/g,
  ],
  [
    "month",
    /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may(?=\s+\d)|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/g,
  ],
  [
    "day word",
    /\b(?:today|tomorrow|yesterday|tonight|morning|noon|afternoon|evening|night|am|pm|daily|weekly|monthly|yearly|hourly)\b|今天|明天|昨天|前天|后天|早上|上午|中午|下午|晚上|每天|每周|每月|每年/g,
  ],
  [
    "negation",
    /\b(?:not|never|no|none|nobody|nothing|neither|nor|without|cannot|unable|except|unless)\b|n['’]t\b|[不没别勿无未非莫否]/g,
  ],
  [
    "modal",
    /\b(?:always|must|shall|should|may|might|can|could|will|would|only|ought|need|needs|optional|required|forbidden)\b|必须|应该|可以|可能|总是|从来|一定|务必|只能|需要|禁止|永远/g,
  ],
  [
    "opposite",
    /\b(?:on|off|enabled?|disabled?|before|after|up|down|start(?:s|ed)?|stop(?:s|ped)?|open(?:s|ed)?|closed?|left|right|add(?:s|ed)?|removed?|true|false|more|less|old|new|above|below|high(?:er)?|low(?:er)?|public|private|allow(?:s|ed)?|den(?:y|ies|ied)|success|fail(?:s|ed|ure)?|north|south|east|west)\b|开启|关闭|启用|禁用|之前|之后|上面|下面|左|右|增加|减少|以上|以下|允许|拒绝|成功|失败|新|旧/g,
  ],
  ["person", /[小老阿]\p{Script=Han}|\p{Script=Han}{1,2}(?:先生|女士|小姐|老师|医生|经理|总|哥|姐)/gu],
];

function canonical(match: string): string {
  return match.replace(/[’]/g, "'").replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*$/, "$1");
}
