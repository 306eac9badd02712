import { terminalText } from "../../base/text/display.ts";
import type { BlamedLine, BlamedPromotion, Story } from "../../dream/blame/story.ts";
import type { TextStyle } from "../_style.ts";
import { count } from "./count.ts";

/** Returns the story in paragraphs, oldest first. */
export function blameText(story: Story, style: TextStyle): string {
  if (!story.found) return unknownText(story, style);
  const head = `${style.bold(terminalText(story.text ?? ""))}  ${style.dim(story.key ?? "")}`;
  const chapters: (readonly [title: string, rows: readonly string[]])[] = [
    ["Written", story.lines.length > 0 ? story.lines.flatMap(lineRows) : [withoutLine(story)]],
    ["Needed", [recallRow(story)]],
    ["Known to the dream", phaseRows(story)],
    [
      "Sweeps",
      story.sweeps.map(({ sweep, day, verdict, score, needs }) =>
        `${day}, sweep ${sweep}: ${verdict}${score === null ? "" : `, score ${score.toFixed(2)}`}${
          needs.length === 0 ? "" : `; needed ${needs.join("; ")}`
        }`
      ),
    ],
    ["Promoted", story.promotions.flatMap(promotionRows)],
    ["Stands as", story.entries.flatMap(lineRows)],
    [
      "Left",
      story.departures.map(({ at, reason, successor, returnedAt }) =>
        `${at}: ${reason}${successor === null ? "" : `, by ${successor.text ?? successor.key}`}${
          returnedAt === null ? "" : `; back at ${returnedAt}`
        }`
      ),
    ],
    ["Turned down", story.rejection === null ? [] : [`${story.rejection.at}: ${story.rejection.reason}`]],
    ["Given to agents", story.injections.map(({ day, place, times }) => `${day}: ${count(times, "time")} by ${place}`)],
    ["Forgotten", story.forgottenAt === null ? [] : [`at ${story.forgottenAt}, and put back by hand since`]],
  ];
  const told = chapters.filter(([, rows]) => rows.length > 0);
  return [
    head,
    ...told.map(([title, rows]) => [style.bold(title), ...rows.map((row) => `  ${terminalText(row)}`)].join("\n")),
  ]
    .join("\n\n");
}

/** An entry that a person or an order wrote has no line of a diary behind it. */
function withoutLine({ entries, promotions }: Story): string {
  return entries.length > 0 && promotions.length === 0
    ? "as an entry, by hand or by order"
    : "its line is not in a file any more";
}

function unknownText({ selector, forgottenAt }: Story, style: TextStyle): string {
  if (forgottenAt !== null) {
    return `${style.yellow("Forgotten")} on ${forgottenAt.slice(0, "YYYY-MM-DD".length)}; nothing else is kept of it`;
  }
  return `${style.yellow("Unknown")}  no line, claim or entry is "${terminalText(selector)}"`;
}

function lineRows(line: BlamedLine): string[] {
  const { citation, origin, sessionKind, why, session, channel, sender, observedAt, bookedAt } = line;
  const from = [
    session === null ? null : `session ${session}`,
    channel === null ? null : `channel ${channel}`,
    sender === null ? null : `said by ${sender}`,
    observedAt === null ? null : `observed ${observedAt}`,
    bookedAt === null || bookedAt === observedAt ? null : `booked ${bookedAt}`,
  ].filter((part) => part !== null);
  return [`${citation}: ${origin}, ${sessionKind} (${why})`, ...from.length === 0 ? [] : [`  ${from.join(", ")}`]];
}

function recallRow({ recalls }: Story): string {
  if (recalls.count === 0) return "never yet";
  const best = recalls.bestQualities.map((quality) => quality.toFixed(2)).join(", ");
  return `${count(recalls.count, "time")} by ${count(recalls.questions, "question")} on ${
    recalls.days.join(", ")
  }; best ${best}`;
}

function phaseRows({ phases }: Story): string[] {
  if (phases === null) return [];
  const { firstSeenAt, stagedAt, nights, lightHits, remHits, mergedInto } = phases;
  const staged = stagedAt === null ? "waits to be taken up" : `taken up last at ${stagedAt}`;
  return [
    `since ${firstSeenAt}, ${staged}; ${count(nights, "night")}, ${count(lightHits, "light hit")}, ${
      count(remHits, "REM hit")
    }`,
    ...mergedInto === null ? [] : [`says the same as the older ${mergedInto}`],
  ];
}

function promotionRows(
  { at, sweep, operation, score, earnedBy, replaced, undoneAt, entryKey }: BlamedPromotion,
): string[] {
  const earned = `${count(earnedBy.recalls, "recall")} by ${count(earnedBy.questions, "question")} on ${
    count(earnedBy.days, "day")
  }`;
  return [
    `${at}, sweep ${sweep}: ${operation} as ${entryKey}, score ${score.toFixed(2)}, earned by ${earned}`,
    ...replaced === null ? [] : [`  ${operation === "superseded" ? "took the place of" : "joined"}: ${replaced.text}`],
    ...undoneAt === null ? [] : [`  undone at ${undoneAt}`],
  ];
}
