/**
 * What a question about earlier days is about: its words without those that only say that it asks. "What did we decide
 * about the gateway" is about the gateway.
 *
 * @module
 */

/** Returns a question without its words of asking; as it is, if nothing else is left. */
export function askedWords(question: string): string {
  const rest = CUES.reduce((text, cues) => text.replace(cues, " "), question).replace(/\s+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(rest) ? rest : "";
}

/** One for each script and for Spanish. Whole words, and phrases of scripts without blanks. */
const CUES: readonly RegExp[] = [
  /\b(?:remember|recall|remind|again|decide[ds]?|decisions?|agreed?|discuss(?:ed|ions?)?|talk(?:ed|ing)?|said|say|told|tell|mention(?:ed)?|settled?|chose|chosen|choose|pick(?:ed)?|conclusions?|conversations?|chats?|previous(?:ly)?|earlier|last time|past|before|back then|some time ago|a while (?:ago|back)|have (?:we|i)|seen|ever|already|end(?:ed)? up|summari[sz]e|search|look through|left off|happened|refresh|memory|yes|please|same|reason|usually|suggest(?:ed)?|recommend(?:ed)?|propose[ds]?|anything|something|know|go on|continue|note[ds]?|work(?:ed|ing)? on|d(?:o|id|one))\b/gi,
  /还记得|記得|记不记得|记得|想不起来|想得起来|回忆一下|回忆|忘了|提醒我一下|告诉我|我们|我們|咱们|你们|上一?次|上回|之前|以前|先前|当时|當時|当初|那次|最后|最終|最终|后来|说好|说过|說過|聊过|谈过|讨论过?|討論過?|商量|决定了?|決定了?|约定|提到过?|建议|推荐|放在哪[里儿]?|放哪[里儿]?|存在哪[里儿]?|在哪[里儿]|什么时候|什么|什麼|怎么样|怎么|怎麼|为什么|為什麼|哪个|哪些|哪天|哪里|多少|来着|笔记|聊天记录|对话|会话|结论|查一下|找一下|总结一下|关于|做了|做过|干了啥?|发生了|继续|接着|按照|一样|是谁|有没有|是不是|[见遇碰踩][到见上]?过|怎么解决|怎么处理/g,
  /は何|覚えて(?:い)?(?:ますか|ます|る|ない)?|思い出(?:せない|せますか|せる)?|前回|以前|前に|この前|この間|先日|これまでに?|当時|結局|最終的に|決め(?:ました|た|て)?|決ま(?:りました|った)|話し?(?:合った|ました|た|て)|言(?:いました|った|って)|選(?:びました|んだ)|っけ|でしたっけ|でしたか|でしょうか|ですか|ますか|ましたか|ました|なぜ|どこ|どれ|どの|どう|いつ|何|誰|について|もう一度|教えて(?:ください|くれた)?|会話|議論|メモ|調べて|まとめて|をし(?:た|ました)|もらえる|私の|たち/g,
  /지난번에?|저번에?|예전에|이전에?|전에|그때|당시에?|기억\S*|우리가?|내가|제가|뭐\S{0,3}|뭘|무엇\S*|어떻게|어떤|어디\S*|언제|누가|누구\S*|왜|얼마\S*|결정\S*|정했\S*|정한|얘기\S*|이야기\S*|말했\S*|말한|논의\S*|합의\S*|하기로|에 대해|알려줘|다시|찾아\S*|결국|골랐\S*|했지\S*|했어\S*|했더라\S*|줘/g,
  /(?<![\p{L}])(?:qu[ée]|cu[áa]l(?:es)?|c[óo]mo|d[óo]nde|cu[áa]ndo|qui[ée]n|por|para|sobre|de|del|la|el|los|las|un|una|en|al|se|te|me|nos|lo|con|es|era|fue|y|ya|no|mi|mis|tus|nuestr[ao]s?|decidimos|acordamos|hablamos|dijimos|hicimos|hice|pas[óo]|dijiste|dije|elegimos|quedamos|recuerdas?|acuerdas?|recu[ée]rdame|[úu]ltima|vez|final|notas|conversaci[óo]n(?:es)?|anterior(?:es)?|resume|alguna|lleg[au]mos|hemos|habl?ado|decidido|acordado)(?![\p{L}])/giu,
];
