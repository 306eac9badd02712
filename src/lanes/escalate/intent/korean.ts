/**
 * Recall intent in Korean.
 *
 * @module
 */
import type { Sentence } from "./sentence.ts";

/** Returns whether a sentence asks for something of earlier days or talks. */
export function koreanIntent({ text, isQuestion, isInQuestion }: Sentence): boolean {
  if (KEEP.test(text)) return false;
  if (always().some((form) => form.test(text))) return true;
  if (REFERRED.test(text)) return true;
  const asks = isQuestion || isInQuestion || ASKING.test(text);
  if (!asks || HOW_TO.test(text)) return false;
  return (TIME.test(text) && isPast(text)) || DECIDED.test(text) || MET.test(text);
}

/** An order to keep something in mind. */
const KEEP = /기억(?:해|하게)\s?(?:둬|줘|두세요|주세요|해줘|놔)|잊지 ?(?:마|말)/;

const always = (): readonly RegExp[] => [
  /기억(?:이|은)? ?(?:나|안 ?나|하(?:나|니|세|고 있|시)|해\?|해 ?내|못)|생각(?:이)? ?(?:나|안 ?나)|잊어 ?버(?:렸|려)|까먹었/,
  // Endings that people use for what they knew once.
  /더라[?]?|더라구|였더라/,
  /(?:뭐|무엇|뭘|어디|언제|누구|얼마|몇|왜|어떻게|어떤)[^.]{0,24}(?:였지|이었지|였죠|이었죠|였어|이었어|했지|했죠|했었지|었었지|았었지|기로 ?했지)/,
  /(?:지난번?|이전|예전|과거|저번|어제|지난주|지난달) ?(?:의 )?(?:대화|채팅|회의|논의|얘기|이야기|통화|결정|세션(?! ?(?:id|키|토큰|변수|아이디)))/,
  /(?:지난번|저번|예전|전)(?:이?랑|과|하고)? ?(?:똑?같이|처럼)/,
  /(?:메모|노트|기억|일기|기록)(?:에서|에|을|를)? ?.{0,16}(?:찾|검색|확인)|메모 ?(?:가 )?있/,
  /하던 (?:얘기|이야기|말)|(?:얘기|이야기) ?이어서/,
  /(?:한|말한|얘기한|했던) 적 ?(?:이 )?(?:있|없)/,
  /(?:우리가|같이|함께) ?(?:논의|합의|결정|얘기|약속|정)(?:한|했던) ?\S/,
  /내 .{1,14}에 대해 ?(?:뭘|무엇을|뭐) ?(?:알|기억)/,
  /(?:보통|평소|주로)에? ?.{0,10}(?:뭘|뭐|무엇|어디|어떻게)/,
  /(?:했는지|정했는지|뒀는지|였는지|하기로 ?했는지).{0,8}(?:다시|알려|말해)/,
];

/** Something that was said or settled, taken up by a noun. */
const REFERRED =
  /(?:지난번|저번|전|이전|예전|며칠 전|지난주|지난달|어제|그저께|(?:월|화|수|목|금|토|일)요일)(?:에)? ?\S{0,8} ?(?:정한|결정한|얘기한|이야기한|논의한|말한|합의한|제안한|추천한|말해준|상의한|약속한|줬는데)/;

const ASKING = /뭐|뭘|무엇|어디|언제|누구|누가|어떻게|왜|어떤|얼마|[지까나냐죠니]\?*$/;

/** What is asked for is a way of doing something, or that it is done. */
const HOW_TO =
  /방법(?:을|이|은)? ?(?:좀 )?(?:알려|뭐|있|없|찾|설명|말해|\?|$)|하려면|어떻게 (?:가져|바꾸|하면|만들|구해|조회)|(?:해|만들어|고쳐|써|나열해)(?:줘|줄래|줄 수|라)[.?]*$|기 전에/;

const TIME =
  /지난번|저번|지난 ?(?:주|달|해|월|화|수|목|금|토|일)|어제|그저께|그제|작년|재작년|예전에|이전에|^전에|[^기] 전에|요 ?며칠|얼마 전|그때|당시에?|(?:\d{1,3}|한|두|세|네|몇|며칠|반) ?(?:일|주|달|개월|년)? ?전에?|지금까지|\d{1,2}월에|마지막으로/;

/** Whether something was: 했어, 봤지, 나눴어; the past stands in the last consonant of a syllable. */
function isPast(text: string): boolean {
  return /결과|결론|원인|이유/.test(text) ||
    [...text].some((char) => !/[있겠]/.test(char) && finalOf(char) === DOUBLE_SIOT);
}

/** Final consonants of a syllable are numbered 0 to 27 (Unicode 3.12); ㅆ is 20. */
const FINALS = 28;
const DOUBLE_SIOT = 20;
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;

function finalOf(char: string): number | null {
  const code = char.charCodeAt(0);
  return code < FIRST_SYLLABLE || code > LAST_SYLLABLE ? null : (code - FIRST_SYLLABLE) % FINALS;
}

/** What people go through, and remember only in part: 본 적 있어?, 이미 얘기했던가? */
const MET =
  /(?:전에도?|예전에도?|이전에도?|우리가?|내가|이 (?:에러|오류|문제|버그)).{0,16}[은는던본한쓴운온난간린된] 적|이미 ?(?:얘기|이야기|말|논의|정|결정|시도)했(?:던가|었?나|지|었지)|[가-힣]었(?:나|지|니|던가|었나)\??$|누가 (?:했|말했|얘기했)었?지/;

/** Settled things without a word of time: 결국 어떤 색을 골랐어? */
const DECIDED =
  /(?:골랐|정했|결정했|합의했|선택했|고르기로 했|뽑았|추천했|제안했)|(?:기로|다고|라고|자고) ?(?:했|하지 않았|정했)|(?:결국|최종적으로|끝내).{0,20}[았었했였]/;
