/** What an agent takes up in a tainted turn is worth what it writes itself at that moment. */
import { expect, test } from "bun:test";
import type { Classified, ClassifiedPiece } from "../../../src/capture/chat/classified_piece.ts";
import { lowerPieces } from "../../../src/capture/ingest/lower_pieces.ts";

const PIECE: ClassifiedPiece = {
  type: "text",
  text: "The gateway listens on port 18793.",
  role: "assistant",
  origin: "agent",
  sessionKind: "interactive",
  state: "booked",
  at: null,
  id: "m1",
  keys: [],
  sender: null,
  isEvidence: true,
  order: null,
  why: "stated by the agent",
  place: { line: 1, byteOffset: 0 },
};

test("a piece is untrusted, no evidence and no order if something speaks against its text", () => {
  const order = { kind: "remember", text: "x", isPlain: true } as const;
  const [lowered] = lowerPieces([{ ...PIECE, order }], (text) => ({
    taint: text.includes("18793") ? "its turn is tainted" : null,
    isWaiting: true,
  }));
  expect(lowered).toMatchObject({ origin: "untrusted", isEvidence: false, order: null, why: "its turn is tainted" });
});

test("nothing is raised, and what nothing speaks against stays", () => {
  const pieces: Classified[] = [PIECE, { ...PIECE, origin: "untrusted", why: "quoted" }];
  expect(lowerPieces(pieces, () => ({ taint: null, isWaiting: false }))).toEqual(pieces);
  const tainted = { taint: "its turn is tainted", isWaiting: true };
  expect(lowerPieces(pieces.slice(1), () => tainted)).toEqual(pieces.slice(1));
});

test("in a turn that is still open a piece waits for its end, as a note does", () => {
  const waiting = { taint: null, isWaiting: true };
  const echo: ClassifiedPiece = { ...PIECE, state: "echo" };
  expect(lowerPieces([PIECE, echo], () => waiting)).toEqual([{ ...PIECE, state: "pending" }, echo]);
});

test("of a client's own transcript every piece is asked by its moment and session, of another file by neither", () => {
  const asked: unknown[] = [];
  const ask = (_text: string, said?: unknown) => {
    asked.push(said);
    return { taint: null, isWaiting: false };
  };
  const pieces = ["2026-08-19T09:00:00Z", "soon", null].map((at) => ({ ...PIECE, at }));
  lowerPieces(pieces, ask, "s-1");
  lowerPieces(pieces.slice(0, 1), ask);
  const ms = Date.UTC(2026, 7, 19, 9);
  expect(asked).toEqual([ms, null, null].map((each) => ({ ms: each, session: "s-1" })).concat([undefined as never]));
});
