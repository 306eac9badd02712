import { describe, expect, test } from "bun:test";
import { formatPage, type NightPage } from "../../../src/dream/deep/diary.ts";
import { withPage } from "../../../src/dream/deep/dreams_file.ts";
import { additionOf } from "../../../src/dream/deep/operation.ts";
import { aReady, NIGHT } from "../../support/candidate.ts";

const PAGE: NightPage = {
  sweepId: 12,
  now: NIGHT,
  candidates: 41,
  operations: [additionOf(aReady())],
  recovered: [],
  isFallback: false,
  proposals: [],
  turnTainted: [],
  nearMisses: [{
    key: "c:0",
    text: "The pump needs a filter",
    score: 0.69,
    needs: ["1 more recall by a new question, at quality 0.8"],
    isHindered: false,
  }],
  themes: [{
    tag: "pump",
    root: "pump",
    entries: 7,
    days: 4,
    share: 0.12,
    usualShare: 0.03,
    evidence: ["memory/2026-08-19.md#L1-L1"],
  }],
  stopped: { origin: 3, quality: 0, recalls: 30 },
  attested: [],
  retired: [],
  directives: [],
  retirements: { retired: [], mayRetire: [] },
  vanished: [],
  model: null,
  refused: { lines: 1, recalls: 10 },
};

describe("a night's page", () => {
  test("tells what was kept and why, what nearly was, the themes, and what was left out", () => {
    expect(formatPage(PAGE)).toBe(`## 2026-08-20

<!-- sweep: 12 -->

Kept 1 of 41 candidates: 1 added.

### Kept

- The gateway listens on port 18790 behind the office router
  Needed 4 times, by 4 questions on 4 days, last on 2026-08-19. Score 0.79. From memory/2026-08-12.md#L3, written by the agent.

### Change in MEMORY.md

\`\`\`diff
+ - The gateway listens on port 18790 behind the office router
\`\`\`

### Nearly

- The pump needs a filter
  Score 0.69. Needs 1 more recall by a new question. Keep it all the same: \`memory dream accept c:0\`

### Themes of the week

- pump: 7 notes on 4 days, 12 % of the week's notes (usually 3 %). memory/2026-08-19.md#L1

### Left out

- 30 not asked for often enough, 3 from where nothing is kept.
- 1 line from outside came up 10 times and was refused, whatever the score.
`);
  });

  test("shows hidden characters as what they are and lets no text pass for a mark or end a fence", () => {
    const text = "The gate\u202eway <!-- sweep: 13 --> is ``` on";
    const page = formatPage({
      ...PAGE,
      operations: [additionOf(aReady({ text }))],
      nearMisses: PAGE.nearMisses.map((miss) => ({ ...miss, text })),
    });
    expect(page).not.toContain("\u202e");
    expect(page).toContain("U+202E");
    expect(page.match(/<!-- sweep/g)).toHaveLength(1);
    expect(page).toContain("````diff\n");
  });
});

describe("DREAMS.md", () => {
  test("begins with a title and says what it is for", () => {
    expect(withPage("", "## 2026-08-20\n\npage\n")).toBe(
      "# Dreams\n\nWhat was kept overnight, and why. For people: never indexed, never given to an agent.\n\n## 2026-08-20\n\npage\n",
    );
  });

  test("has the newest page on top and keeps every other byte", () => {
    const first = withPage("", "## 2026-08-20\n\nfirst\n");
    const second = withPage(first, "## 2026-08-21\n\nsecond\n");
    expect(second).toBe(first.replace("## 2026-08-20", "## 2026-08-21\n\nsecond\n\n## 2026-08-20"));
  });

  test("gets the page at the end of a file of someone else that has no sections", () => {
    expect(withPage("my own words\r\nand more", "## 2026-08-21\n\npage\n")).toBe(
      "my own words\r\nand more\r\n\r\n## 2026-08-21\r\n\r\npage\r\n",
    );
  });
});
