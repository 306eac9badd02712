import { describe, expect, test } from "bun:test";
import {
  CHAT_TYPES,
  LINE_STATES,
  type LineOrigin,
  ORIGIN_CLASSES,
  SESSION_KINDS,
} from "../../src/provenance/origin.ts";
import {
  type InjectableEntry,
  mayAutoInject,
  mayEscalate,
  mayFire,
  mayInjectInto,
  mayInstruct,
  mayPromote,
  type Verdict,
} from "../../src/provenance/predicates.ts";
import type { Tier } from "../../src/provenance/tier.ts";

const BOTH = [false, true] as const;

/** Every line that the closed sets allow: 4 classes, 5 kinds, 5 states, import or not. */
function everyLine(): LineOrigin[] {
  return ORIGIN_CLASSES.flatMap((origin) =>
    SESSION_KINDS.flatMap((sessionKind) =>
      LINE_STATES.flatMap((state) =>
        BOTH.map((isImport) => ({ origin, sessionKind, state, isImport, observedAt: null, session: null, why: "" }))
      )
    )
  );
}

function name(line: LineOrigin): string {
  return `${line.origin} ${line.sessionKind} ${line.state}${line.isImport ? " import" : ""}`;
}

/** Says which lines pass, and checks that a refusal always has a reason and a pass never. */
function passing(lines: readonly LineOrigin[], verdictOf: (line: LineOrigin) => Verdict): string[] {
  return lines.filter((line) => {
    const { passes, reason } = verdictOf(line);
    expect(reason === null).toBe(passes);
    return passes;
  }).map(name);
}

test("the closed sets make 200 different lines", () => {
  expect(new Set(everyLine().map(name)).size).toBe(200);
});

describe("mayPromote", () => {
  test("passes these lines and no other", () => {
    expect(passing(everyLine(), (line) => mayPromote({ ...line, isExpired: false }))).toEqual([
      "owner interactive booked",
      "owner interactive unbooked",
      "owner interactive attested",
      "agent interactive booked",
      "agent interactive unbooked",
      "agent interactive attested",
    ]);
  });

  test("passes no expired line", () => {
    expect(passing(everyLine(), (line) => mayPromote({ ...line, isExpired: true }))).toEqual([]);
  });

  test("names the origin first, whatever else is wrong", () => {
    const worst = everyLine().find((line) => name(line) === "untrusted cron echo import");
    expect(mayPromote({ ...worst as LineOrigin, isExpired: true }).reason).toBe("origin is untrusted");
  });
});

describe("mayEscalate", () => {
  test("passes owner and agent lines of interactive sessions that are not pending", () => {
    const lines = everyLine().filter((line) => !line.isImport);
    expect(passing(lines, mayEscalate)).toEqual([
      "owner interactive booked",
      "owner interactive unbooked",
      "owner interactive echo",
      "owner interactive attested",
      "agent interactive booked",
      "agent interactive unbooked",
      "agent interactive echo",
      "agent interactive attested",
    ]);
  });
});

describe("mayInstruct", () => {
  test("refuses untrusted and pending lines and no other", () => {
    const refused = everyLine().filter((line) => !mayInstruct(line).passes);
    expect(refused.length).toBe(50 + 30);
    expect(refused.every((line) => line.origin === "untrusted" || line.state === "pending")).toBe(true);
  });
});

describe("mayFire", () => {
  test("passes intents of owner and agent outside tainted turns", () => {
    const passed = ORIGIN_CLASSES.flatMap((origin) =>
      BOTH.filter((isTainted) => mayFire({ origin, isTainted }).passes).map((isTainted) => `${origin} ${isTainted}`)
    );
    expect(passed).toEqual(["owner false", "agent false"]);
  });
});

describe("mayAutoInject", () => {
  const entry: InjectableEntry = {
    tier: "curated",
    origin: "agent",
    state: "booked",
    isExpired: false,
    isSuperseded: false,
    projects: [],
    activeProjects: new Set(["github.com/o/gateway"]),
  };

  test("passes the curated tier and no other", () => {
    const tiers: Tier[] = ["instructions", "curated", "episodic", "prospective", "review"];
    expect(tiers.filter((tier) => mayAutoInject({ ...entry, tier }).passes)).toEqual(["curated"]);
  });

  test("passes these classes and states and no other", () => {
    const passed = ORIGIN_CLASSES.flatMap((origin) =>
      LINE_STATES.filter((state) => mayAutoInject({ ...entry, origin, state }).passes).map((state) =>
        `${origin} ${state}`
      )
    );
    expect(passed).toEqual([
      "owner booked",
      "owner unbooked",
      "owner echo",
      "owner attested",
      "agent booked",
      "agent unbooked",
      "agent echo",
      "agent attested",
    ]);
  });

  test("refuses what is expired or superseded", () => {
    expect(mayAutoInject({ ...entry, isExpired: true })).toEqual({ passes: false, reason: "it is expired" });
    expect(mayAutoInject({ ...entry, isSuperseded: true })).toEqual({ passes: false, reason: "it is superseded" });
  });

  test("wants every project of an entry to be active", () => {
    expect(mayAutoInject({ ...entry, projects: ["github.com/o/gateway"] }).passes).toBe(true);
    expect(mayAutoInject({ ...entry, projects: ["github.com/o/gateway", "github.com/o/shop"] })).toEqual({
      passes: false,
      reason: 'project "github.com/o/shop" is not active',
    });
  });

  test("takes an unreadable project for none of the active ones, not for all", () => {
    expect(mayAutoInject({ ...entry, projects: "invalid" }).passes).toBe(false);
  });
});

describe("mayInjectInto", () => {
  test("passes interactive direct sessions, and no other of the 15", () => {
    const all = SESSION_KINDS.flatMap((kind) => CHAT_TYPES.map((chat) => ({ kind, chat })));
    const passed = all.filter(({ kind, chat }) => {
      const { passes, reason } = mayInjectInto(kind, chat);
      expect(reason === null).toBe(passes);
      return passes;
    });
    expect(all).toHaveLength(15);
    expect(passed).toEqual([{ kind: "interactive", chat: "direct" }]);
  });

  test("says which of both it is", () => {
    expect(mayInjectInto("cron", "group").reason).toBe("session kind cron is not interactive");
    expect(mayInjectInto("interactive", "group").reason).toBe("chat type group is not direct");
  });
});
