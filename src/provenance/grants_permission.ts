/**
 * Claims that grant a permission (SPEC 4.8): "may push without asking", "允许直接合并". The dream never promotes them: a
 * standing permission is the owner's to give, not something to be learnt from having been read often.
 *
 * The rules lean towards saying yes. A claim held back here stays searchable; one let through would act.
 *
 * @module
 */

/**
 * Returns whether a claim, in English or Chinese, grants a permission. A claim that only withholds one ("never push
 * without asking", "未经允许不得合并") does not.
 */
export function grantsPermission(text: string): boolean {
  return text.normalize("NFKC").replaceAll("\u2019", "'").split(CLAUSE_END).some((clause) => {
    const hasHan = HAN.test(clause);
    const seen = abstracted(clause);
    const isPlainlyRequired = !LIMITED.test(seen);
    const kept = (isPlainlyRequired ? seen.replace(REQUIRED, " ") : seen).replace(WITHHELD, " ");
    const plain = hasHan ? kept.replace(WITHHELD_HAN, " ") : kept;
    if (holdsOne(clause, AT_ONCE_WORDS) && AT_ONCE.test(clause)) return true;
    if (seen.includes("@ask") && NEEDS_NONE.test(seen)) return true;
    return (holdsOne(plain, GRANT_WORDS) && GRANTS.some((grant) => grant.test(plain))) ||
      (hasHan && GRANTS_HAN.some((grant) => grant.test(plain)));
  });
}

/**
 * Returns whether a text holds one of some words, in capitals or not: a cheap look that spares most claims the rules, whose
 * making alone takes longer than a short claim is worth.
 */
function holdsOne(text: string, words: readonly string[]): boolean {
  const small = text.toLowerCase();
  return words.some((word) => small.includes(word));
}

/** Every rule in Chinese names a character of this block; where there is none, building those rules would be for nothing. */
const HAN = /[\u4e00-\u9fff]/;

/** Where one statement ends and another, maybe of the opposite sense, begins. */
const CLAUSE_END = /[.!?;。]+(?=\s|$|\p{Script=Han})|\n|\b(?:but|however|yet|except)\b|但是?|不过|然而/iu;

/** Returns a clause with acts, words for being asked and negations replaced by `@act`, `@ask` and `@not`. */
function abstracted(clause: string): string {
  return clause.replace(ASK, "@ask").replace(NOT, "@not").replace(ACT, "@act");
}

/** Acts that need somebody's word, in any form. */
const ACT =
  /\b(?:push|merg|commit|deploy|releas|publish|ship|roll\s?out|delet|remov|drop|wip|overwrit|rm|truncat|send|e-?mail|post|repl[yi]|run|execut|install|upgrad|sudo|pay|buy|purchas|order|transfer|spend|sign|chang|edit|modif[yi]|rewrit|rebas|force|restart|shut|kill|open|clos|read|shar|upload|download|proceed|act)(?:e[sd]?|s|ing|[tnp]ing|[tnp]ed)?\b/giu;

/** Being asked first, or the answer. */
const ASK =
  /\b(?:ask(?:ing|ed)?|approvals?|permissions?|confirm(?:ations?|ing|ed)?|consent|review(?:s|ing|ed)?|prompt(?:ing|ed)?|sign(?:s|ing|ed)?[- ]?off|check(?:ing)? (?:in|with)|authori[sz]ation|supervision|(?:my|our|an?|the (?:owner|user)'s)\s+(?:ok(?:ay)?|go-?ahead|green light|say-?so|word|nod|blessing|yes))\b/giu;

/** An act that others see or that cannot be undone, with nothing in between. */
const AT_ONCE =
  /(?<!\b(?:never|not|no|nobody|avoid|stop|refrain|ask|before|wait|cannot|without)\b.{0,60}|n't\b.{0,60})\b(?:push|merge|commit|deploy|release|publish|ship|delete|remove|overwrite|pay|buy|transfer)(?:\s+[\w'/-]+){0,3}?\s+(?:straight|directly|right away|immediately|at once|unasked|on your own|(?:by )?yourself)\b/iu;

/** {@linkcode AT_ONCE} matches no clause without one of these. */
const AT_ONCE_WORDS: readonly string[] = [
  "straight",
  "directly",
  "right away",
  "immediately",
  "at once",
  "unasked",
  "own",
  "yourself",
];

/** Unlike "no permission to", which withholds. */
const NEEDS_NONE = /\b(?:needs?|requires?|takes?)\s+no\s+(?:[\w']+\s+){0,2}?@ask/iu;

const NOT =
  /\b(?:(?:do|does|must|may|should|is|are|am|will) not|(?:do|does|mus|should|is|are|wo)n't|mustn't|can ?not|can't|never|not|nobody|no one|nothing|none)\b/giu;

const WITHHELD =
  /@not(?:\s+(?:ever|to|may|can|be))*\s+@act\b.*?\bwithout\b(?:(?:\s+[\w']+){0,4}?\s+@ask|\s+(?:waiting|me\b|us\b|(?:an?\s+|any\s+)?(?:human|owner|questions?)))|@not\s+(?:[\w']+\s+)?(?:may|can|must|should|shall)\s+(?:ever\s+)?(?:be\s+)?@act|@not\s+(?:(?:ever|be|yet|currently)\s+)*(?:allowed|permitted|authori[sz]ed|free|cleared|entitled)\s+to|(?:may|can)\s+@not\b|\bno\s+@ask(?:\s+(?:to|for)\b|\s*$)|@not\s+(?:have|has|get|gets|got)\s+(?:the\s+|any\s+)?@ask\s+(?:to|for)|\bwithout\s+(?:(?:the|my|your|explicit|prior)\s+)*@ask\s+to\b|@not\s+(?:ever\s+)?(?:be\s+)?(?:allow|let|permit|@act)\b/giu;

/** That somebody has to be asked: "deploys need a review before noon". */
const REQUIRED =
  /\b(?:needs?|requires?)\s+(?:for\s+|to\s+(?:(?:be|get|have)\s+)?)?(?:(?!@)[\w'-]+\s+){0,2}?@ask(?:\s+(?:before|first|again))?\b/giu;

/** Words that may turn a requirement round or leave somebody out of it. With one of them nothing counts as {@linkcode REQUIRED}. */
const LIMITED =
  /@not|n't\b|\b(?:no|nor|neither|without|hardly|barely|rarely|seldom|scarcely|little|few(?:er)?|less|least|only|just|unless|until|till|except|besides|longer|any ?more|once|used|instead|if|when|while|who|that|which|may|might|can|could|would|let|lets|allow\w*|permit\w*|free|freely|fine|ok(?:ay)?|skip\w*|stop\w*|exempt\w*|un\w+)\b/iu;

const WITHHELD_HAN =
  /(?:禁止|严禁|不要|别|不准|不许|不得|勿|绝不|决不|永不|从不)(?:直接|自动|擅自|自行|随意)|不等[^,]{0,8}(?:不得|不准|不许|禁止)|未经[^,]{0,8}?(?:允许|准许|许可|授权|批准|同意|确认)|(?:不|未|没有?被?|不得|禁止)(?:再)?(?:允许|准许|许可|授权|批准)(?:直接|自动|擅自|自行)?|(?:不|没)(?:可以|能够?|得|准|许)(?:直接|擅自|自行)?|(?:没有?|无)(?:权限|授权|许可)|(?<![不没无人谁]需?)(?:必须|需要|需|须|应当?|要)(?:先)?(?:经过?|得到|获得|征得)?[^,]{0,6}?(?:允许|准许|许可|授权|批准|同意)/gu;

/** No rule of {@linkcode GRANTS} matches a clause without one of these; a test tries it. Each word is all of letters, or a sign. */
export const GRANT_WORDS: readonly string[] =
  // deno-fmt-ignore
  ["@ask", "@act", "approve", "okay", "involved", "told", "loop", "wait", "without", "discretion", "judg", "leave", "left",
    "allow", "permit", "authori", "cleared", "entitled", "free", "auto", "carte", "right", "access", "power", "accept", "let",
    "may", "can"];

/** What grants a permission, in a clause in which acts, words for being asked and negations are replaced by their signs. */
export const GRANTS: readonly RegExp[] = [
  // Nobody has to be asked.
  /\bwithout\s+(?:[\w']+\s+){0,4}?@ask/iu,
  /\bno\s+(?:[\w']+\s+){0,2}?@ask\s+(?:is\s+)?(?:needed|required|necessary)\b/iu,
  /\b(?:no need|(?:@not\s+)?(?:needn't|need not|necessary|required|need))\s+(?:to\s+|for\s+)?(?:[\w']+\s+){0,2}?@ask\s+(?:before|first|again|me|us|to)\b/iu,
  /@not\s+(?:needs?|requires?|have|has|necessary|required)\s+(?:to\s+|for\s+)?(?:[\w']+\s+){0,2}?@ask/iu,
  /\b(?:no need|needn't|need not)\s+(?:to\s+|for\s+)?@ask/iu,
  /(?:@not|\bstop)\s+@ask(?:\s+(?:me|us|him|her|them))?(?:\s+(?:first|again|before|for|about|to|when)\b|\s*$)/iu,
  /(?:@not|\b(?:no one|nobody))\s+(?:(?:needs?|has|have|required)\s+to|must|should)\s+(?:[\w']+\s+){0,2}?(?:approve|okay|@ask)\b/iu,
  /@ask\s+(?:(?:is|are)\s+)?(?:@not\s+(?:[\w']+\s+)?(?:needed|required|necessary|mandatory)|(?:optional|unnecessary|superfluous|waived))\b/iu,
  /^\s*no\s+(?:more|further)\s+@ask/iu,
  /\b(?:i|we)\s+@not\s+(?:need|have|want)\s+to\s+(?:approve|be\s+@ask|be\s+(?:involved|told|in the loop))/iu,
  // Nobody is waited for.
  /(?:@not|\b(?:stop|avoid|quit|no longer|no need to|needn't))\s+(?:ever\s+)?wait(?:ing)?\s+(?:for|on)\s+(?:[\w']+\s+){0,3}?(?:@ask|me\b|us\b|ok(?:ay)?\b|go-?ahead|anyone|anybody|someone|somebody|(?:humans?|owners?|answers?|repl(?:y|ies)|responses?)\b)/iu,
  /(?:@not|\b(?:stop|avoid|quit|no longer))\s+(?:bother(?:ing)?|worry(?:ing)?|hesitat(?:e|ing))\s+(?:(?:to|with|about)\s+)?(?:[\w']+\s+)?@ask/iu,
  /\b(?:avoid|quit|no longer|refrain from)\s+@ask(?:\s+(?:me|us))?(?:\s+(?:first|again|before|for)\b|\s*$)/iu,
  /@not\s+(?:hold|block|stall|delay)\s+(?:[\w'@]+\s+){0,4}?(?:for|on|until)\s+(?:[\w']+\s+){0,3}?@ask/iu,
  /\bwithout\s+(?:waiting|me\b|us\b|(?:an?\s+|any\s+)?(?:human|owner|questions?))/iu,
  /(?<!@not\s+)\b(?:fine|ok(?:ay)?|all right|alright)\s+(?:to|for\s+\w+\s+to|if\s+(?:you|agents?))\s+(?:\w+ly\s+|just\s+)*@act/iu,
  /@act\b[^,]{0,40}?\b(?:is|are)\s+(?:\w+ly\s+)?(?:fine|ok(?:ay)?|all right|alright)\b/iu,
  /\bgo ahead and\s+@act|\b(?:at|use) your (?:own )?(?:discretion|judge?ment)\b|@act\b.*\btrust you\b/iu,
  /@act\b.{0,80}?\b(?:when|how|what)ever\s+(?:you|it|they|he|she|the (?:agent|assistant))\s+(?:wants?|likes?|pleases?|sees? fit|thinks?|chooses?)\b/iu,
  /@act\b.{0,80}?\b(?:at will|as you (?:see fit|like|please|wish)|when you (?:like|want|please|wish)|on (?:its|their|your) own)\b/iu,
  /\b(?:trusts?|trusted|lets?|leaves?)\b.{0,40}?\b(?:agents?|assistants?|bots?|claude|codex|gemini|cursor|you|it)\b\s+(?:to\s+)?@act/iu,
  /\b(?:leaves?|left)\s+(?:[\w'@]+\s+){1,4}?to\s+(?:the\s+|an?\s+)?(?:agents?|assistants?|bots?|you)\b/iu,
  /\b(?:up to|decided? by)\s+(?:the\s+)?(?:you|agents?|assistants?|bots?)\b.*@act|@act\b.{0,60}?\b(?:is|are)\s+up to\s+(?:the\s+)?(?:you|agents?|assistants?)/iu,
  /\b(?:skip(?:s|ped|ping)?|bypass(?:es|ed|ing)?|disabl(?:es?|ed|ing)|ignor(?:es?|ed|ing))\s+(?:[\w']+\s+){0,3}?@ask/iu,
  // The permission by name.
  /\b(?:is|are|am|be|been|was|were|[\w]+'re|[\w]+'s)\s+(?:\w+\s+)?(?:allowed|permitted|authori[sz]ed|cleared|entitled|pre-?approved|free)\s+to\b/iu,
  /\b(?:pre-?approved|auto-?(?:approved?|@act)|blanket @ask|standing @ask|carte blanche)/iu,
  /\b(?:has|have|had|with|given|gets?|got)\s+(?:\w+\s+){0,2}?(?:@ask|authority)\s+(?:to|for)\b/iu,
  /\b(?:gives?|given|gave|grants?|granted|granting)\b.{0,40}(?:@ask|\b(?:authority|rights?|access|power)\b)/iu,
  /\b(?:always|please|automatically)\s+(?:allow|approve|accept|permit|@act\s+(?:all|any|every))\b/iu,
  /\b(?:allow|let|permit)s?\s+(?:the\s+|any\s+|all\s+)?(?:agents?|assistants?|bots?|claude|codex|gemini|cursor|you|them|everyone|anyone|subagents?)\b/iu,
  // The act, after "may".
  /\b(?:you|agents?|assistants?|bots?|claude|codex|gemini|cursor|subagents?|it|they|anyone|everyone)\s+(?:may|can)\s+(?:\w+ly\s+|now\s+|always\s+|just\s+)*(?:@act|access|use|skip|bypass)/iu,
  /(?:^|\s)may\s+(?:\w+ly\s+|now\s+|always\s+)*(?:@act|access|use|skip|bypass)/iu,
  /\bfeel free to\b/iu,
];

const GRANTS_HAN: readonly RegExp[] = [
  /允许|准许|许可|授权|放行|准予|特批/u,
  /(?:不用|无需|无须|不必|不需要?|用不着|免|别|不要)(?:再|先|向我|向他|跟我|和我|经过?|任何|每次|人工|等|让我|由我|要我|我|人|谁|来)*(?:询问|问(?!题|候|世)|确认|批准|审批|同意|请示|许可|授权|征求|报备|审核|审查|点头|过目|签字|打招呼|过问)/u,
  /(?:不用|无需|无须|不必|不需要?|用不着|别|不要|不)(?:再|每次)*等(?:我|他|她|人|谁|任何人|老板|主人|用户|审|批|同意|确认|回复|答复|许可|授权)/u,
  /没有?(?:任何)?(?:人|谁)?(?:需要|必要)(?:\p{Script=Han}){0,3}?(?:批准|审批|确认|审核|审查|同意|询问|问我|请示)/u,
  /先斩后奏|看着办|自己(?:决定|做主|作主)|自行(?:决定|处理)|你说了算|(?:你|助手|智能体|代理)(?:自己)?(?:来)?(?:决定|定(?![义位期时制])|做主)|随你|放心(?:地)?(?:合并|推送|部署|删|发布|提交)|想(?:什么时候|何时|怎么).{0,12}就/u,
  /(?:可以|可|能|尽管|随意|随时|有权)(?:直接|自行|自动|随意|随时|擅自|自由|全权)/u,
  /(?:可以|有权|尽管)(?:\p{Script=Han}|\s){0,4}(?:推送|合并|提交|部署|发布|上线|删除|清空|覆盖|执行|运行|安装|发送|转账|付款|支付|购买|下单|重启|修改|批准|访问)/u,
  /(?:直接|自动)(?:批准|同意|通过|放行|合并|推(?![荐断导理测算])|强推|部署|上线|发布|删|提交|覆盖|付款|转账|发送|安装)/u,
  /(?:跳过|绕过|忽略|免去|免除)(?:\p{Script=Han}|\s){0,4}(?:确认|审批|审核|审查|批准|权限|检查)/u,
];
