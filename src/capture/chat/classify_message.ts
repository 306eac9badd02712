/**
 * The classes of one message (SPEC 4.4, 4.5, 7.4): whose words it holds, decided before anything is taken off.
 *
 * @module
 */
import { emptyPrivate } from "../redact/private_spans.ts";
import { withoutMemoryData } from "../../base/text/memory_fence.ts";
import type { OriginClass, SessionKind } from "../../provenance/origin.ts";
import { copyWidth, LEAST_COPY_WIDTH } from "../../store/state/copy_text.ts";
import type { MessageEvent } from "../transcripts/transcript_event.ts";
import type { ClassifiedPiece } from "./classified_piece.ts";
import { type CutPiece, cutSaid, cutStated, type Judged } from "./cut_pieces.ts";
import { fencedParts, type MessagePart, messageParts } from "./message_parts.ts";
import { outsideNoteOf } from "./outside_note.ts";
import { bringsTextAlong, isPlainWords } from "./plain_words.ts";
import { envelopeOf, foreignReason, scaffoldingIn, whyNotProven } from "./message_envelope.ts";
import { classOfCall } from "./judge_tool.ts";
import type { ChatReading } from "./chat_reading.ts";
import type { OpenSession } from "./open_session.ts";
import type { SessionView } from "./session_view.ts";
import { isScaffoldAnswer, type Scaffolding, withoutFrames } from "./scaffolding.ts";

/** Returns the pieces of a message with the role of a user; whoever sent it, a turn may begin. */
export function classifyUser(open: OpenSession, event: MessageEvent): ClassifiedPiece[] {
  const envelope = envelopeOf(open, event.text);
  const { reading, view } = open;
  reading.isGroup ||= envelope.isGroup || view.chat !== "direct";
  // A summary by which a client goes on after a compaction stands in the place of a person's message.
  if (CONTINUED.test(envelope.text.trimStart())) return classifySummary(open, event, envelope.text);
  const scaffolding = scaffoldingIn(envelope, event.text);
  if (scaffolding !== null) {
    if (envelope.foreign !== null) open.addText(envelope.text, { isOutside: true });
    return runtimePieces(open, event, scaffolding);
  }
  if (!event.isPerson && !isForeign(event)) return runtimePieces(open, event, "note");
  const foreign = foreignReason(open, event, envelope);
  const told = withoutFrames(withoutMemoryData(envelope.text));
  // Taken out of the whole, since its end may stand in another part; hooks told of it with all its words.
  const said = emptyPrivate(told);
  // Nobody typed it, whatever the line says: it is worth what the agent says at that moment.
  // Asked first, since it looks at the latest turns.
  if (foreign === null && view.isUntold(open.said(event.id, [told, event.text]), reading.lastAt)) {
    const { origin } = agentOf(open);
    const base: Judged = { origin, why: "no prompt hook told of these words" };
    return pieces(open, event, personParts(open, said, base));
  }
  begin(open, foreign);
  open.prove(event.id, [told, event.text]);
  open.addText(envelope.others, { isOutside: true });
  if (foreign !== null) {
    open.addText(said, { isOutside: true });
    return pieces(open, event, [{
      text: said.trim(),
      origin: "untrusted",
      state: "booked",
      order: null,
      why: foreign,
    }]);
  }
  const unproven = whyNotProven(open, envelope);
  const base: Judged = unproven === null ? personOf(open, event, told) : { origin: "agent", why: unproven };
  return pieces(open, event, personParts(open, said, base));
}

/** Returns the pieces of what the agent said. */
export function classifyAssistant(open: OpenSession, event: MessageEvent): ClassifiedPiece[] {
  const { text } = readReply(emptyPrivate(withoutMemoryData(event.text)));
  if (text.trim() === "" || isScaffoldAnswer(text)) return [];
  const base = agentOf(open);
  const cut = withNeighbours(
    fencedParts(text).flatMap((part): CutPiece[] => {
      if (part.foreign === null) return cutStated(open, part.text, base);
      // A fence is one thing: its lines say nothing one by one.
      const [first] = cutStated(open, part.text.replaceAll("\n", " "), base);
      const text = part.text.trim();
      return first === undefined ? [] : [{ ...first, text, order: null, isNews: false }];
    }),
  );
  open.reading.isMixed ||= cut.some(({ origin }) => origin === "untrusted");
  const own = cut.filter(({ origin }) => origin === "agent").map((piece) => piece.text).join("\n");
  open.addText(own, { isOutside: false, isNamesOnly: true });
  return pieces(open, event, cut);
}

/** A piece too short to be told from chance, such as a word in a fence, is no better than what it stands beside. */
function withNeighbours(cut: readonly CutPiece[]): CutPiece[] {
  return cut.map((piece, at) => {
    if (copyWidth(piece.text) >= LEAST_COPY_WIDTH) return piece;
    const worse = [cut[at - 1], cut[at + 1]].find((beside) => beside?.origin === "untrusted");
    return worse === undefined ? piece : { ...piece, origin: worse.origin, why: worse.why };
  });
}

/** Returns the pieces of a summary: as good as the least trusted of what it covers, and no news. */
export function classifySummary(
  open: OpenSession,
  { id, at, place, isCovered = true }: Pick<MessageEvent, "id" | "at" | "place"> & { readonly isCovered?: boolean },
  summary: string,
): ClassifiedPiece[] {
  const { reading } = open;
  // Before anybody said anything here, or behind a gap, it covers what was said elsewhere.
  const isElsewhere = !isCovered || reading.turn === "none";
  const isMixed = reading.isMixed || open.isLost || reading.isGroup || isElsewhere;
  const base: Judged = isMixed
    ? { origin: "untrusted", why: "a summary of what text from outside was in, or of what is not known" }
    : { origin: "agent", why: "a summary" };
  // What the agent says after it read this is no better than what it read.
  if (isMixed) open.addText(summary, { isOutside: true });
  reading.isMixed ||= isElsewhere;
  const cut = cutStated(open, emptyPrivate(withoutMemoryData(summary)), base).map((piece) => ({
    ...piece,
    isNews: false,
  }));
  return pieces(open, { role: "system", id, at, place, sender: null }, cut);
}

/** How a client begins the message that stands for what it cut away. */
const CONTINUED = /^this session is being continued from a previous conversation/i;

/** Takes off the mark with which a runtime sends an answer to where it belongs. */
function readReply(text: string): { readonly text: string } {
  return { text: text.replace(/^\s*\[\[reply_to(?:_current|:[^\]\n]{1,80})\]\]\s*/, "") };
}

/** Words of somebody else, not only something of the client's own between the messages. What is not known is foreign. */
function isForeign({ why = "" }: MessageEvent): boolean {
  return !OWN_MARKS.test(why);
}

/** How readers say that the client itself wrote an entry: scaffolding, instructions, context of hooks, tool results. */
const OWN_MARKS = /^(?:scaffolding|a meta entry|a tool result|context that a hook gave|an instruction|a notice)/;

/** A message begins a turn: what taints the last one counts no more, if it is the owner's side that speaks (SPEC 4.5). */
function begin({ reading }: OpenSession, foreign: string | null): void {
  reading.turn = foreign === null ? "person" : "foreign";
  reading.taint = foreign === null ? reading.carried : `a message of somebody else: ${foreign}`;
  reading.carried = null;
  reading.hasSideChain = false;
  reading.isMixed ||= foreign !== null;
}

function runtimePieces(open: OpenSession, event: MessageEvent, scaffolding: Scaffolding): ClassifiedPiece[] {
  if (scaffolding === "turn") {
    open.reading.turn = "runtime";
    open.reading.taint = null;
  }
  // Output of a command, a skill, a notice: who repeats it says nothing new.
  const command = commandTaint(open, event.text);
  if (command !== null) {
    open.reading.taint ??= command;
    // Its output stands before the model in the turn that the next message begins.
    open.reading.carried ??= command;
    open.reading.isMixed = true;
  }
  // A command of the person's own is looked at by what it is, above.
  const isNotice = outsideNoteOf(event.text) === "task";
  const isOutside = isNotice || open.reading.carried !== null;
  open.addText(withoutMemoryData(event.text), { isOutside });
  if (isNotice) {
    open.reading.taint ??= "a notice of a task that ran beside";
    open.reading.isMixed = true;
  }
  return [];
}

/** Returns why a command that the person ran at the prompt brings in text from outside, or `null`. */
function commandTaint({ deps: { tools }, facts }: OpenSession, text: string): string | null {
  for (const [, line, other] of text.matchAll(OWN_COMMAND)) {
    const command = (line ?? other ?? "").trim();
    const found = classOfCall({ tools, facts }, { client: "claude-code", tool: "Bash", input: { command } });
    if (found.taint === "turn") return `${found.reason}, run at the prompt`;
  }
  return null;
}

/** How Claude Code and Codex write down a command that was typed at their prompt. */
const OWN_COMMAND = /<bash-input>([^]*?)<\/bash-input>|<user_shell_command>\s*<command>([^]*?)<\/command>/g;

function personOf(open: OpenSession, event: MessageEvent, told: string): Judged {
  const why = open.view.whyNotOwner(open.said(event.id, [told, event.text]));
  return why === null ? { origin: "owner", why: "typed by the owner" } : { origin: "agent", why };
}

function personParts(open: OpenSession, said: string, base: Judged): CutPiece[] {
  const parts = messageParts(said);
  const isPlain = isPlainWords(said, parts);
  const worth = base.origin === "owner" && bringsTextAlong(said) ? BROUGHT_ALONG : base;
  return parts.flatMap((part) => personPart(open, { ...part, isPlain }, worth));
}

/** Which of its words are the owner's nobody can tell. */
const BROUGHT_ALONG: Judged = { origin: "agent", why: "said in a message that hands a text over" };

function personPart(
  open: OpenSession,
  { text, foreign, quoted, isPlain }: MessagePart & { readonly isPlain: boolean },
  base: Judged,
): CutPiece[] {
  if (text.trim() === "") return [];
  if (foreign !== null) {
    open.addText(text, { isOutside: true });
    return [{ text: text.trim(), origin: "untrusted", state: "booked", order: null, why: foreign }];
  }
  const cut = cutSaid(open, { text, quoted, isPlain }, base);
  for (const piece of cut) {
    // What a person says first is nobody's secret afterwards: its names are no names from outside.
    if (piece.origin === "untrusted") open.addText(piece.text, { isOutside: true });
    else open.addText(piece.text, { isOutside: false, isNamesOnly: true });
  }
  return cut;
}

function agentOf(open: OpenSession): Judged {
  const { reading, view } = open;
  // Of one that may repeat anything it is not known whose words it says to the runtime.
  if (reading.turn === "runtime" && !open.isLost) return { origin: "system", why: "an answer to the runtime" };
  const hooked = view.hookedTaint(reading.lastAt);
  const taint = reading.taint ?? hooked;
  if (taint !== null) return { origin: "untrusted", why: `its turn is tainted by ${taint}` };
  if (open.isLost) return { origin: "untrusted", why: "not all that tools gave is known any more" };
  return { origin: "agent", why: "stated by the agent" };
}

function pieces(
  { view, reading }: OpenSession,
  message: Pick<MessageEvent, "role" | "at" | "id" | "sender" | "place"> & Pick<Partial<MessageEvent>, "keys">,
  cut: readonly CutPiece[],
): ClassifiedPiece[] {
  const { role, at, id, keys = [], sender, place } = message;
  const mayBeEvidence = view.kind === "interactive" && view.chat === "direct" && !reading.isGroup &&
    view.session.isComplete && reading.turn !== "runtime";
  const common = { type: "text", role, sessionKind: kindOf(reading, view), at, id, keys, sender, place } as const;
  return cut.filter(({ text }) => text !== "").map(({ isNews = true, ...piece }) => ({
    ...common,
    ...piece,
    isEvidence: mayBeEvidence && isNews && piece.state === "booked" && isTrusted(piece.origin),
  }));
}

function kindOf({ turn }: ChatReading, { kind }: SessionView): SessionKind {
  return turn === "runtime" && kind === "interactive" ? "heartbeat" : kind;
}

function isTrusted(origin: OriginClass): boolean {
  return origin === "owner" || origin === "agent";
}
