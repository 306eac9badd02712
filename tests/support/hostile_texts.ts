/**
 * Hostile contents: encodings, line structure, Markdown gone wrong, scripts of the world. `W` is the word to be found.
 *
 * @module
 */
import type { TextCase } from "./hostile_case.ts";

const utf16 = (order: "le" | "be", mark: boolean) => (text: string): Uint8Array => {
  const units = [...mark ? "\ufeff" : "", ...text].join("");
  const bytes = new Uint8Array(units.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < units.length; at++) view.setUint16(at * 2, units.charCodeAt(at), order === "le");
  return bytes;
};
/** Each `\xHH` of the text becomes that byte. */
const raw = (text: string): Uint8Array =>
  Buffer.concat(
    text.split(/(\\x[0-9a-f]{2})/).map((part) =>
      part.startsWith("\\x") ? Buffer.from([Number.parseInt(part.slice(2), 16)]) : Buffer.from(part)
    ),
  );

const LONG_LINE = 46_587;
const DAY_NOTE_LINES = 8_600;

/** How bytes may be wrong. */
export const ENCODINGS: readonly TextCase[] = [
  ["UTF-8 with a byte order mark before the heading", "\ufeff# Title\n\n- W\n"],
  ["no line end at the end", "- first\n- W"],
  ["Windows line ends", "# Title\r\n\r\n- W\r\n", { line: 3 }],
  ["both line ends in one file", "- a\r\n- b\n- W\r\n- c\n", { line: 3 }],
  ["a lone carriage return within a line", "- a\rb\n- W\n", { line: 2 }],
  ["line ends of an old Mac", "- a\r- b\r- W\r", { line: 1 }],
  ["UTF-16 LE with its mark", "# Title\n\n- W 网关\n", { encode: utf16("le", true) }],
  ["UTF-16 BE with its mark", "# Title\n\n- W 网关\n", { encode: utf16("be", true) }],
  ["UTF-16 LE without a mark", "# Title\n\n- W and more words\n", { encode: utf16("le", false) }],
  ["UTF-16 BE without a mark", "# Title\n\n- W and more words\n", { encode: utf16("be", false) }],
  ["UTF-16 of Chinese alone", "第一行\n第二行 W 网关监听端口\n", { encode: utf16("le", true) }],
  ["UTF-16 with a byte too many", "- a\n- W\n", {
    encode: (text) => Buffer.concat([utf16("le", true)(text), Buffer.of(0x41)]),
  }],
  ["UTF-16 with half a character", "- a\n- \ud83d half W\n", { encode: utf16("le", true) }],
  ["bytes that are no text before the line", "# t\n\\xff\\xfe\\xc3\n- W\n", { encode: raw, line: 3 }],
  ["bytes that are no text within the line", "- a\n- \\xc3( W \\xff\n", { encode: raw, line: 2 }],
  ["a character cut off at the end", "- W\n- 网\\xe7\\xbd", { encode: raw, line: 1 }],
  ["overlong and surrogate bytes", "- \\xc0\\x80 \\xed\\xa0\\x80\n- W\n", { encode: raw, line: 2 }],
  ["Latin-1 with a few accents", "- caf\\xe9 cr\\xe8me\n- W et encore des mots\n", { encode: raw, line: 2 }],
  ["quotation marks of Windows", "- \\x93quoted\\x94 \\x96 W\n", { encode: raw, line: 1 }],
  ["a replacement character written in the file", "- \ufffd\ufffd\n- W\n"],
  ["a NUL in a line", "- a\0b\n- W\n"],
  ["thirty NULs that were pasted", `- ${"\0".repeat(30)}\n- W\n`],
  ["colours of a terminal", `${"\u001b[31mred\u001b[0m plain text of the log\n".repeat(30)}W\n`, { line: 31 }],
  ["form feeds and vertical tabs", "- a\f\v\n- W\n"],
];

/** Sizes and shapes of lines. */
export const SHAPES: readonly TextCase[] = [
  [`one line of ${LONG_LINE} characters`, `- a\n- ${"many words of one line ".repeat(LONG_LINE / 23)}W\n- b\n`],
  ["200 KB without a blank", `${"x".repeat(200_000)}\nW\n`],
  ["50 KB of Chinese without a stop", `- a\n${"端口网关监听".repeat(2_800)} W\n`],
  ["1 MB of wide characters", `${"😀𠮷".repeat(120_000)}\nW\n`],
  ["ten thousand blank lines", `- a\n${"\n".repeat(10_000)}W\n`],
  [
    "a day note of 342 KB",
    `# 2026-08-19\n\n${"- an ordinary line of a long day, port 18789\n".repeat(DAY_NOTE_LINES)}- W\n`,
  ],
  ["lines that repeat", `${"- HEARTBEAT_OK\n".repeat(500)}- W\n${"- NO_REPLY\n".repeat(500)}`],
  ["two thousand rows of a table", `| a | b |\n| --- | --- |\n${"| x | y |\n".repeat(2_000)}| W | z |\n`],
  ["a thousand headings", `${"## Heading\n".repeat(1_000)}text W\n`],
  ["five hundred annotations in a line", `- W ${"<!-- importance: 3 --> ".repeat(500)}\n`],
  [
    "forty levels of a list",
    `${Array.from({ length: 40 }, (_, depth) => `${"  ".repeat(depth)}- level ${depth}\n`).join("")}${
      "  ".repeat(40)
    }- W\n`,
  ],
  ["base64 of 50 KB", `![x](data:image/png;base64,${"QUJD".repeat(12_500)})\n- W\n`],
  ["blanks at both ends of every line", "   \n\t\n  - W  \t \n \n"],
];

/** Markdown that is not what it seems. */
export const MARKDOWN: readonly TextCase[] = [
  ["front matter", "---\ntitle: x\n---\n- W\n"],
  ["a word in front matter", "---\ntitle: W\n---\n- text\n"],
  ["front matter that is never closed", "---\ntitle: x\n\n- W\n"],
  ["front matter that is no YAML", "---\ntitle: [unclosed\nkey:\tx\nkey: y\n---\n- W\n"],
  ["front matter of Hugo", "+++\ntitle = 'x'\n+++\n- W\n"],
  ["rules that look like front matter", "---\n\nProse.\n\n---\nsample: W\n---\n"],
  ["a fence that is never closed", "- a\n```bash\necho\n- W\n"],
  ["three fences", "```\na\n```\n\n```\n- W\n"],
  ["a fence within a fence", "~~~~\n```\ncode\n~~~~\n- W\n"],
  ["a fence in a list", "- item\n  ```js\n  x\n  ```\n- W\n"],
  ["a fence in a quotation", "> ```\n> code\n\n- W\n"],
  ["seventeen backticks", `${"`".repeat(17)}\n- W\n`],
  ["a word in code", "```\nW\n```\n"],
  ["an annotation in a code span of two backticks", "- use `` <!-- importance: 11 --> ` `` W\n"],
  ["a comment that is never closed", "- a <!-- open\n- W\n"],
  ["a comment over lines", "- a\n<!--\nhidden\n-->\n- W\n"],
  ["the end of a comment alone", "--> \n- W\n"],
  ["a comment in a comment", "<!-- a <!-- b --> c -->\n- W\n"],
  ["an annotation out of range", "- W <!-- importance: 11 -->\n"],
  ["an annotation that is no number", "- W <!-- importance: high -->\n"],
  ["two annotations of one name", "- W <!-- trigger: a --> <!-- trigger: b -->\n"],
  ["marks of a merge conflict", "<<<<<<< HEAD\n- mine\n=======\n- W\n>>>>>>> theirs\n"],
  ["a table without outer bars", "a | b\n--- | ---\nx | W\n"],
  ["headings without a blank", "#Title\n##Second\nW\n"],
  ["headings only", "# One\n## W\n### Three\n"],
  ["tags of HTML", "<details><summary>x</summary>\n<script>alert(1)</script>\n\n- W\n</details>\n"],
  ["bullets of all kinds", "• a\n· b\n‣ c\n1) d\n+ e\n* W\n"],
  ["boxes, times and arrows", "- [x] done\n- [10:02] said\n- uses -> for W\n"],
  ["a numbered list that begins anywhere", "7. a\n3. b\n\n999. W\n"],
  ["formulas and footnotes", "$$\n\\sum_{i}\n$$\n[^1]: W\n"],
  ["links of a wiki", "See [[Other note|alias]] and ![[embed.png]] W\n"],
  ["a block of OpenClaw that is never closed", "<!-- openclaw:dreaming:light:start -->\n- a\n- W\n"],
  ["a frame that is never closed", "<memory-data>\n- a\n- W\n"],
  ["the end of a frame alone", "</memory-data>\n- W\n"],
  [
    "a promoted table in one line",
    `- ${"| a | b | \\`\\`\\`js x\\`\\`\\` [score=0.9] ".repeat(40)} W <!-- openclaw-memory-promotion:ab -->\n`,
  ],
  ["echoes of candidates", "- Candidate: - Candidate: User: something\n- Candidate: W\n"],
  ["a dumped conversation", '**user**:\n```json\n{"sender": "x"}\n```\nhello\n**assistant**: W\n'],
  ["a path of Windows", "- C:\\notes\\new\\table W\n"],
  ["signs of regular expressions and SQL", "- a' OR 1=1; -- \" * ( ) { } ^ $ W\n"],
];

/** Scripts of the world. */
export const SCRIPTS: readonly TextCase[] = [
  ["Arabic, from right to left", "- مرحبا بالعالم\n- البوابة W تستمع\n"],
  ["Hebrew with vowels", "- שָׁלוֹם W\n"],
  ["marks that turn the direction", "- \u202eW\u202c x\n"],
  ["characters without width around it", "- a\u200b W \u2060\ufeff b\n"],
  ["families of emoji", "- 👩‍👩‍👧‍👦 W 🏳️‍🌈\n"],
  ["accents as characters of their own", "- tie\u0302\u0301ng Vie\u0323\u0302t W\n"],
  ["accents of Vietnamese searched composed", "- cà phê W sữa\u0301\n", { words: (word) => `phê ${word}` }],
  ["full width", "- ＧＡＴＥ W\n", { words: (word) => `gate ${word}` }],
  ["half-width kana", "- ｹﾞｰﾄｳｪｲ W\n"],
  ["Korean in its parts", "- \u1112\u1161\u11ab\u1100\u1173\u11af W\n"],
  ["Thai without blanks", "- สวัสดีชาวโลก W\n"],
  ["Japanese without blanks", "- 東京都庁の窓口は十七時まで W\n"],
  ["Chinese found by two characters", "- 第一行\n- 夜间备份存放在东区机房镝镨 W\n", { words: () => "镝镨" }],
  ["rare characters of Chinese", "- 𠮷野家𠀋𡈽 W\n"],
  ["separators of lines that end no line", "- a\u2028b\u2029c\u0085d\n- W\n"],
  ["soft hyphens", "- ca\u00adfé W\n"],
  ["identifiers", "- max_retry_count W getUserName\n", { words: (word) => `retry_count ${word}` }],
  ["Devanagari and Tamil", "- नमस्ते தமிழ் W\n"],
];
