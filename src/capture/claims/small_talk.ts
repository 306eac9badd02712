/**
 * Small talk: what an owner tells of the day, of a body, of a room, of the other side of the talk. It has subject and verb
 * and nothing for next month. What says how things are as a rule, what was decided, and what has a date is none.
 *
 * @module
 */

/** Returns whether an owner's English statement is small talk. */
export function isEnglishSmallTalk(text: string): boolean {
  if (HABIT.test(text)) return false;
  if (STATES.some((state) => state.test(text))) return !DATED.test(text);
  if (LASTING_PAST.test(text) || NAMED_PAST.test(text)) return false;
  return TODAY.test(text) || (PAST.test(text) && !PRESENT.test(text) && !DATED.test(text));
}

/** Returns the same of a Chinese one. */
export function isChineseSmallTalk(text: string): boolean {
  if (HABIT_HAN.test(text)) return false;
  if (STATES_HAN.some((state) => state.test(text))) return true;
  if (LASTING_HAN.test(text)) return false;
  return TODAY_HAN.test(text) || (DONE_HAN.test(text) && !DATED_HAN.test(text));
}

/** How things are as a rule. */
const HABIT =
  /\b(?:always(?! break| forget| mess)|never|whenever|usually|normally|must|from now on|by default|until further notice|allowed|no longer|any ?more|each|every (?!single|time|\w+ (?:fails|breaks|crashes))\w+|on (?:week|work|mon|tues|wednes|thurs|fri|satur|sun)days?|(?:once|twice|times|\w+) (?:a|per) (?:day|week|month|year)|last(?:s)? (?:a|one|two|three|four|five|six|\d+) (?:days?|weeks?|months?|years?))\b/i;

/** The day on which it is said. */
const TODAY =
  /\b(?:today|yesterday|tomorrow|last night|this (?:week|weekend)|all (?:day|morning|afternoon|night|week)|the whole (?:day|morning|afternoon|night|weekend)|in (?:a|an|one|two|three|five|ten|fifteen|twenty|thirty|half an|a few|\d+) (?:min|mins|minutes?|hours?|secs?|seconds?)|(?:minutes|hours|tickets) left|since (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|noon|midnight|breakfast|lunch|yesterday|\d{1,2}(?::\d\d)?)|finally|anyway|for (?:a bit|a second|a sec|a minute|a moment|hours|ages)|forever)\b/i;

/** Something that happened. */
const PAST =
  /\b(?:was|were|had|did|didn't|wasn't|[a-z]{3,}ed|ate|beat|began|broke|brought|came|caught|drank|drew|drove|fell|felt|found|forgot|gave|got|heard|held|hit|knew|left|lost|made|met|overslept|rang|ran|rode|said|sang|sat|saw|slept|spent|spilt|spoke|stood|swam|told|took|understood|went|woke|won|wrote)\b/i;

/** Something that is. */
const PRESENT =
  /\b(?:is|are|am|isn't|aren't|has|have|hasn't|haven't|does|do|don't|doesn't|must|can|cannot|can't|should|shouldn't|may|will|won't|uses?|runs?|lives?|needs?|requires?|belongs?|owns?|means|prefers?|likes?|loves?|hates?|wants?|works?|lies|contains?|depends?|reads|writes|keeps?|takes?|costs?|listens?|accepts?|starts?|ends?|supports?)\b|['’](?:s|re|m|ve)\b/i;

/** What happened once and holds: decisions, changes, turns of a life, causes. */
const LASTING_PAST =
  /\b(?:agreed|decided|chose|picked|settled|switched|moved|migrated|replaced|dropped|adopted|introduced|renamed|deprecated|retired|removed|hired|joined|resigned|quit|left (?:the|our|my) (?:team|company|job|project)|married|divorced|born|died|passed away|founded|bought|sold|rented|signed|cancell?ed|upgraded|enabled|disabled|changed|(?:stopped|started) \w+ing|had (?:a|our|my) (?:baby|son|daughter|twins?)|gave birth|studied|graduated|grew up|worked (?:at|for|as)|lived|learned|taught|named|called|promised|banned|required|caused|due to|because|extended|approved|rejected|postponed|scheduled|assigned|promoted|transferred|acquired|launched|released|diagnosed|adopted|inherited|built|wrote (?:the|our|my)|set up|operated|(?:was|were) (?:\w+(?:ed|en|wn|ht|de) )?(?:by|a|an|in \d{4}|the)|broke (?:his|her|my|an?) (?:arm|leg|wrist|foot|hip))\b/i;

/** Who or what it was, by name. */
const NAMED_PAST = /\b(?:was|were) [A-Z]/;

/** A day that stays the same day. */
const DATED =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|(?:in|on|of) may|last (?:week|weekend|month|year|spring|summer|autumn|fall|winter)|(?:19|20)\d\d|\d{1,2}[./]\d{1,2})\b/i;

const STATES: readonly RegExp[] = [
  // To the face of the other side, and of what it just gave.
  /^you(?:['’]re|['’]ve| are| were| got| did| have| had| made| found| saved| keep| sound| look)\b/i,
  /^your (?:last |first |previous |new )?(?:answers?|reply|replies|code|fix(?:es)?|tests?|patch|changes?|commits?|messages?|suggestions?|summary|version|ideas?)\b/i,
  /^i owe you\b|^we (?:are|were|['’]re) (?:so|nearly|almost|this) \w+[.!]*$/i,
  // A body, a room, the weather.
  /\bmy (?:battery|brain|head|eyes?|back|stomach|throat|feet|legs?|hands?|fingers|nerves?|coffee(?! machine)|tea|lunch|dinner|tabs?)\b(?!.*\b(?:called|named|operation|surgery)\b)/i,
  /\b(?:hurts?|aches?|smells?|stinks?|sucks?|rocks|drills?|snores?|dies)[.!]*$|\b(?:smells?|stinks?) (?:of|like)\b/i,
  /\b(?:sun|rain|snow|storm|sky|weather|heat)\b.*\b(?:is|was|won't stop)\b|\b(?:alarm|doorbell|phone)\b.*\b(?:rings?|rang|went off)\b/i,
  /\b(?:is|are|am|['’](?:s|m|re)) (?:[a-z]+ly |so |just |all |already |too |not |now |half |such |a |the )*(?:out|gone|dead|fried|late|early|sick|ill|loud|furious|angry|mad|lucky|close|awake|exhausted|drained|a mess|at \w+ percent|tired of \w+|out of (?:coffee|ideas|milk|time|luck|breath|patience|battery|it)|on my (?:back|nerves))(?=[.!,]*$|[,;]| and\b| about\b)/i,
  // An appointment of the day, and who comes.
  /^i(?:['’]ve| have)? (?:got |have )?(?:a|an|another|one|two) (?:quick |long )?(?:call|meeting|appointment|interview|headache|cold|deadline|hangover)\b/i,
  /^i (?:have to|need to|must|gotta|got to) (?:go|run|leave|pick|fetch|feed|walk|eat|sleep|cook|take)\b/i,
  /^(?:the|my) (?:plumber|electrician|courier|train|bus|flight|taxi|cab|plane|ferry|guests?|kids?|parcel|delivery|demo|call|meeting|standup|dog|cat|baby) (?:comes?|leaves?|arrives?|starts?|ends?|wants?|needs?|woke|is|are)\b(?!.*\b(?:called|named|allergic|years?)\b)/i,
  // Everybody, nobody, each time: out of annoyance.
  /^every (?:single )?(?:time i|\w+ (?:fails|breaks|crashes))|^every single\b/i,
  /^every(?:one|body|thing) (?:here |else )?(?:is|hates|loves|fails|breaks|broke|crashes|hurts)\b(?!.*\b(?:in|on|by) [A-Z])/i,
  /^(?:nobody|no one) (?:ever |really )?(?:told|reads|cares|likes|listens|asked|asks|helps|tests)\b(?!.*\b(?:but|except)\b)/i,
  /^i always (?:forget|break|mess|lose|mix)\b/i,
];

const HABIT_HAN =
  /每(?!次一|个测试都挂)(?:次|天|周|月|年|个|晚|两周|隔)|总是|从不|从来不|一律|以后|今后|一向|平时|通常|工作日|周末都|必须|默认|统一|禁止|不许|不准|规定|两周一次|一周[一二三四五六]?次|常年|长期/u;

const TODAY_HAN =
  /今天|今晚|今早|今儿|昨天|昨晚|昨儿|前天|明天|明早|刚才|刚刚|这周|这会儿|此刻|一上午|一下午|一早上|一整天|半天|大半夜|(?:还有|还剩|再过|不到)[^，。]{0,6}(?:分钟|小时|个需求|个任务)|[\d一二三四五六七八九十几]+(?:分钟|小时)(?:后|就|以后就)|马上|终于|这里的?网|地铁上(?![班学])|外面/u;

/** Something that happened; 为了, 除了 and 不了 are other words. */
const DONE_HAN = /(?<![为除不])了(?!解|不起|如指掌|结|得)/u;

const LASTING_HAN =
  /换|改(?:成|为|到|用|名)|迁|搬|决定|定(?:了|在|为|下)|买了|卖了|结婚|离婚|生了|怀孕|加入|离职|入职|退休|升级|上线|下线|停用|启用|开始(?:用|学)|出生|去世|毕业|签了|成立|分手|订婚|收购|批准|延期|推迟|取消|招了|取代|废弃|弃用|确诊|过敏|戒|当了|做过|[\d一二两三四五六七八九十]+年/u;

const DATED_HAN =
  /[\d一二三四五六七八九十]月|[\d一二三四五六七八九十]+[号日]|(?:19|20)\d\d|[去今明]年|上(?:周|个?月)|(?:周|星期|礼拜)[一二三四五六日天]/u;

const STATES_HAN: readonly RegExp[] = [
  /^(?:你|您)(?:们)?(?:真|可真|上次|这次|又|太|比|说得|说的|刚|昨天|今天|帮)/u,
  /欠你|(?:说|猜|做|讲)对了|帮了(?:我)?(?:个)?大忙|救了我/u,
  /(?:头|眼睛?|脑子|脑袋|肚子|胃|嗓子|腰|背|手|腿|脚|牙)(?:有点|有些|好|很|都|也|又|快|要|还|一直)*(?:疼|痛|晕|花|酸|麻|炸|转不动|不舒服|难受)/u,
  /(?:咖啡|茶|饭|外卖|奶茶|水)(?:都|也|已经|刚)?(?:凉|喝完|吃完|洒|到|没)了/u,
  /受够|一团糟|一塌糊涂|在催|催我|催得|吵(?:得|死|闹|了|$)|要命|离谱|崩溃|抓狂|心累|想哭|没救|运气|差一?点(?:就)?|看不懂|摸不着头脑/u,
  /(?:网络|信号|网速|wifi|Wi-?Fi)(?:太|好|很|真|特别|也|又|有点|都)*(?:差|慢|烂|卡|不好|不行|断)/iu,
  /剩(?:下)?(?:百分之|\d|[一二三四五六七八九十两])[^，。]{0,4}(?:的?电|分钟|小时)|只剩[^，。]{0,8}电/u,
  /点(?:钟|半)?(?:我)?(?:还|又)?(?:有|要)(?:个|一个|场|开)?(?:会|电话|面试|约)[。.!！]*$/u,
  /(?:全|都|又|就)(?:挂|崩|死机|没了|断了)|一(?:跑|点|开|编译|启动)[^，。]{0,4}就/u,
  /(?:在|正)(?:装修|下雨|下雪|打雷|哭|叫|响)|下(?:大|暴)?(?:雨|雪)了/u,
  /(?:弄|搞|忙|等|折腾|改)到(?:现在|这会儿)|^没人(?:跟|和|告诉)[^，。]{0,6}(?:说|讲|提)?过?/u,
  /^我?(?:得|要|该|先)(?:走|去吃|去接|去睡|下班|撤|溜)/u,
];
