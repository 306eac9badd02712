/** Which lines lane 2 may look at. */
import { describe, expect, test } from "bun:test";
import { mayUse } from "../../../src/lanes/escalate/may_use.ts";
import type { LineOrigin } from "../../../src/provenance/origin.ts";
import { memoryAt } from "../../support/memory_at.ts";

const LINE: LineOrigin = {
  origin: "agent",
  sessionKind: "interactive",
  state: "booked",
  observedAt: null,
  session: null,
  isImport: false,
  why: "",
};

describe("mayUse", () => {
  test("asks mayEscalate first, whatever the place", () => {
    const memory = memoryAt("2026-08-19T09:00:00+08:00");
    try {
      const judge = mayUse({ state: memory.state, session: null, isAcross: true });
      for (const path of ["memory/2026-08-01.md", "MEMORY.md", "@sessions/codex/2026-08-01-a.md"]) {
        expect(judge(path, { ...LINE, origin: "untrusted" }).reason).toBe("origin is untrusted");
        expect(judge(path, { ...LINE, state: "pending" }).reason).toBe("its turn is still open");
        expect(judge(path, { ...LINE, sessionKind: "cron" }).reason).toBe("session kind cron is not interactive");
      }
    } finally {
      memory.close();
    }
  });

  test("takes a transcript only of a session that is known to be private", () => {
    const memory = memoryAt("2026-08-19T09:00:00+08:00");
    try {
      const path = "@sessions/codex/2026-08-01-a.md";
      const judge = () =>
        mayUse({ state: memory.state, session: null, isAcross: true })(path, { ...LINE, session: "a" });
      expect(judge().reason).toBe("nobody knows who could read its session");
      const { id } = memory.state.ingested.enterSession("codex", "a");
      expect(judge().reason).toBe("nobody knows who could read its session");
      memory.state.ingested.setPrivate(id, true);
      expect(judge().passes).toBe(true);
      expect(memory.state.ingested.sessionById(id)?.isPrivate).toBe(true);
      memory.state.ingested.setPrivate(id, false);
      memory.state.ingested.setPrivate(id, true);
      expect(judge().reason).toContain("not a private one");
      expect(mayUse({ state: memory.state, session: null, isAcross: true })(path, LINE).reason)
        .toBe("its session is not known");
    } finally {
      memory.close();
    }
  });
});
