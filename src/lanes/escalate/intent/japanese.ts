/**
 * Recall intent in Japanese.
 *
 * @module
 */
import type { Sentence } from "./sentence.ts";

/** Returns whether a sentence asks for something of earlier days or talks. */
export function japaneseIntent({ text: written, isQuestion, isInQuestion }: Sentence): boolean {
  const text = written.replace(/ /g, "");
  if (always().some((form) => form.test(text))) return true;
  if (REFERRED.test(text)) return true;
  const asks = isQuestion || isInQuestion || ASKING.test(text);
  if (!asks || HOW_TO.test(text)) return false;
  return (TIME.test(text) && PAST.test(text)) || DECIDED.test(text) || MET.test(text);
}

const always = (): readonly RegExp[] => [
  /覚えて(?:い)?(?:る|ます|ない|ません|た)|思い出(?:せ|し|そう)|忘れて?(?:しまい|しまっ|ちゃい|ちゃっ|まし|た)/,
  // A form that people use for what they knew once.
  /っけ[?。!、,]*$|っけ/,
  /(?:前回|以前|これまで|いままで|今まで|過去|昨日|先日|前|先週|先月)の(?:会話|チャット|議論|話(?!題に)|やり取り|やりとり|会議|打ち合わせ|電話会議|決定|セッション(?!id|キー|トークン|変数)|相談)/,
  /(?:前回|この前|この間|以前|先日)(?:と同じ|のように|みたいに)/,
  /(?:昨日|前回|先週|この前|先日)の(?:続き|話の続き)|話の続き/,
  /(?:メモ|ノート|記憶|日記|記録)(?:に|から|の中|を).{0,20}(?:調べ|探|検索|確認|ある)|(?:メモ|ノート|記録)は?(?:あり|ある)/,
  /(?:話し合った|話した|決めた|合意した|相談した|約束した|議論した)(?:通り|とおり|方針|方法|ルール|内容|計画|案|こと(?:を|は|に)|アイデア|手順)/,
  /私の.{1,12}について(?:何|なに)を(?:知って|覚えて)/,
  /(?:いつも|普段|ふだん).{0,16}(?:何|どれ|どこ|どう)/,
  /前にも(?:聞|言|話)/,
];

/** Something that was said or settled, taken up by a noun or a request. */
const REFERRED =
  /(?<!(?<!私|僕|俺|君|あなた|我々|たち|みんな)が)(?:前回|以前|前に|この前|この間|先日|先週|先月|昨日|去年|(?:月|火|水|木|金|土|日)曜日?に?)[^。、]{0,14}(?:決めた|話した|言った|言ってくれた|提案してくれた|提案した|合意した|教えてくれた|相談した|選んだ|約束した|くれた)(?!ので|から)[^。]/;

const ASKING = /何|なに|どう|どこ|どれ|どの|いつ|誰|だれ|なぜ|なんで|か[?。]*$|よね/;

/** What is asked for is a way of doing something, or that it is done. */
const HOW_TO =
  /には(?:どう|\?|$)|方法|べき|もらえますか|できますか|(?:して|直して|作成して|戻して)(?:ください)?[?。]*$|する前に/;

const TIME =
  /前回|以前(?!の(?:動作|状態|値|版))|これまでに|この前|この間|先日|先週|先月|去年|昨年|昨日|一昨日|おととい|昨夜|昨晩|ゆうべ|(?:ここ)?(?:数|何)(?:日|週間)(?:前)?|当時|あの時|(?:\d{1,3}|[一二三四五六七八九十数半]{1,3})(?:日|週間|か月|ヶ月|カ月|ヵ月|年)前(?!より)|(?:\d{1,2}|[一二三四五六七八九十]{1,2})月に|(?:^|[、,はがをもに])前(?:に|にも|も|は)|最後に/;

/** What people go through, and remember only in part: 前にも見たことある?, もう話しましたか. */
const MET =
  /(?:^|[、,はがをもに])(?:前に|前にも|前も|以前に?も?|この(?:エラー|問題|不具合|件)).{0,16}(?:た|だ)ことが?(?:ある|あり|ない|あった|なかった)|もう(?:一度)?.{0,6}(?:話し|決め|相談し|議論し|試し|聞き)(?:まし)?た(?:か|よね|っけ|\?)/;

const PAST =
  /なかった(?:か|\?|$)|(?:た|だ)(?:か|の|ん|よね|\?|。|$|かな|でしょう|のか|です)|ました|でした|(?:た|だ)(?:理由|結果|原因)/;

/** Settled things without a word of time: どれを選びましたか, 使わないって決めたよね. */
const DECIDED =
  /(?:決め|選び|選ん|断り|断っ|決まっ|合意し|言っ|言い|話し|約束し|勧め|提案し)(?:て(?:い)?)?(?:まし)?た(?:か|よね|の|んです|\?)|(?:結局|最終的に).{0,16}(?:た|だ)/;
