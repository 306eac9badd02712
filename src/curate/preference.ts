/**
 * Preference-shaped claims (SPEC 8.6): they say how the owner wants things, so their place is `USER.md` by the owner's
 * word, never `MEMORY.md` by the dream.
 *
 * @module
 */

/** Returns whether a claim, in English or Chinese, has the shape of a preference or of a standing order. */
export function isPreferenceShaped(text: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(text.trim()));
}

const PATTERNS: readonly RegExp[] = [
  // Directives: "Always …", "Please never …".
  /^(?:please\s+|from now on,?\s+)?(?:always|never|prefer|avoid|don't|do not|stop|refrain from)\b/i,
  /\bfrom now on\b/i,
  // Someone's liking.
  /\b(?:I|i|[Ww]e|user|owner|[Hh]e|[Ss]he|[Tt]hey|\p{Lu}\p{L}+)\s+(?:(?:really|strongly|always|generally|usually)\s+)*(?:prefers?|likes?|loves?|hates?|dislikes?|would rather|can't stand)\b/u,
  /\b(?:my|his|her|their|user's|owner's)\s+(?:\w+\s+)?(?:preference|favou?rite)\b/i,
  /\bi\s+(?:want|would like|need)\s+you\s+to\b/i,
  // Chinese directives and likings.
  /^(?:请)?(?:总是|永远|绝不|绝对不要|务必|优先|尽量|不要|别|请勿|以后|今后|从现在起)/,
  /(?:我|用户|主人|他|她)(?:们)?(?:更|最|很|比较|不)?(?:喜欢|偏好|偏爱|讨厌|倾向于|习惯用)/,
  /(?:的偏好是|偏好[:：]|我希望你|我要你)/,
];
