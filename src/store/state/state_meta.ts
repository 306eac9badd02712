/**
 * Facts about `state.sqlite` itself.
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import { randomHex } from "../../base/hash.ts";
import type { Connection } from "../connect.ts";

/** What is fixed when the file is created, and whether an earlier one was lost. */
export interface StateMeta {
  /** Created under `MEMORY_NOW` (SPEC 11.10); never changes. */
  readonly isSimulated: boolean;
  /** Key of {@linkcode keyedHash} for questions and tombstones; 64 hex digits, made at creation. */
  readonly hmacKey: string;
  /** When a registered workspace was found without a readable state (SPEC 13), or `null`: unbooked lines are then held. */
  readonly lostSince: IsoTime | null;
  /** What the registry knows this state by, 32 hex digits; `null` in a state of an older version that was not taken up yet. */
  readonly workspaceId: string | null;
  /** Gives a state its id, once: a later call changes nothing. */
  takeId(id: string | null): void;
  /**
   * Takes over a state that comes from elsewhere: what it vouches for counts no more, what it warns of does, and lines are
   * held as in a lost workspace until the owner attests them (SPEC 3.1).
   */
  disown(now: IsoTime): void;
  /** What the owner said about sweeps that nobody watches (SPEC 8), or `null` if nothing. */
  readonly dreamConsent: DreamConsent | null;
  /** Records what the owner said; the last word counts. */
  setDreamConsent(consent: DreamConsent): void;
  /** The last sweep that sessions were told of at their start, or 0. */
  readonly announcedSweep: number;
  /** Records that a session was told of a sweep. */
  setAnnouncedSweep(id: number): void;
  /** The local day on which a session was last asked about unattended sweeps, or `null`. */
  readonly dreamAskedOn: LocalDay | null;
  /** Records that a session was asked. */
  setDreamAskedOn(day: LocalDay): void;
  /** What starts sweeps by the clock here (SPEC 8.11), or `null` if nothing was installed. */
  readonly dreamTimer: DreamTimer | null;
  /** Records what was installed; `null`: it was taken out. */
  setDreamTimer(timer: DreamTimer | null): void;
  /** Ends the lost state, once the owner has attested what is there. */
  clearLost(): void;
}

/** What the owner said about unattended sweeps. */
export interface DreamConsent {
  /** `false`: none at all, whatever the settings say. */
  readonly isGiven: boolean;
  /** When. */
  readonly at: IsoTime;
}

/** What starts sweeps by the clock. */
export interface DreamTimer {
  /** Such as `crontab`. */
  readonly manager: string;
  /** Since when. */
  readonly since: IsoTime;
  /** A cron expression. */
  readonly expression: string;
  /** Real path of the workspace as it was then; `null` if that was not noted. */
  readonly root: string | null;
}

/** What is fixed at creation. */
export interface StateBirth {
  /** See {@linkcode StateMeta.isSimulated}. */
  readonly isSimulated: boolean;
  /** Set when the file takes the place of one that was lost. */
  readonly lostSince: IsoTime | null;
  /** What the registry knows the workspace by; a new one is made if left out. */
  readonly workspaceId?: string | null;
}

/** Writes the facts of a new file; part of its first migration. */
export function createMeta(connection: Connection, birth: StateBirth): void {
  const put = connection.prepare(PUT);
  put.run("is_simulated", birth.isSimulated ? "1" : "0");
  put.run("hmac_key", randomHex(HMAC_KEY_BYTES));
  put.run("workspace_id", birth.workspaceId ?? randomHex(ID_BYTES));
  if (birth.lostSince !== null) put.run("lost_since", birth.lostSince);
}

/** Returns the facts of an open file, each read when asked for. */
export function stateMeta(connection: Connection): StateMeta {
  const value = (key: string) => connection.prepare<{ value: string }>(GET).get(key)?.value ?? null;
  const set = (key: string, text: string | null) => {
    connection.transaction(() =>
      text === null ? connection.prepare(DELETE).run(key) : connection.prepare(SET).run(key, text)
    );
  };
  // Made with the file and never changed; every name and every message is hashed with it.
  let hmacKey: string | undefined;
  return {
    get isSimulated() {
      return value("is_simulated") === "1";
    },
    get hmacKey() {
      if (hmacKey !== undefined) return hmacKey;
      const key = value("hmac_key");
      if (key === null) throw new MemoryError(`Cannot use "${connection.path}": it has no key for questions`);
      return hmacKey = key;
    },
    get lostSince() {
      return value("lost_since");
    },
    get workspaceId() {
      return value("workspace_id");
    },
    takeId: (id) => {
      connection.transaction(() => connection.prepare(PUT_ONCE).run("workspace_id", id ?? randomHex(ID_BYTES)));
    },
    disown: (now) => {
      connection.transaction(() => {
        connection.run("DELETE FROM ledger WHERE origin IN ('owner', 'agent')");
        connection.prepare(PUT_ONCE).run("lost_since", now);
        // What was allowed elsewhere is allowed by nobody here.
        for (const key of ["dream_consent", "dream_timer", "dream_timer_root"]) connection.prepare(DELETE).run(key);
      });
    },
    get dreamConsent() {
      const [answer, at] = value("dream_consent")?.split(" ") ?? [];
      return answer === undefined || at === undefined ? null : { isGiven: answer === "yes", at };
    },
    setDreamConsent: ({ isGiven, at }) => set("dream_consent", `${isGiven ? "yes" : "no"} ${at}`),
    get announcedSweep() {
      return Number(value("announced_sweep") ?? 0);
    },
    setAnnouncedSweep: (id) => set("announced_sweep", String(id)),
    get dreamAskedOn() {
      return value("dream_asked_on");
    },
    setDreamAskedOn: (day) => set("dream_asked_on", day),
    get dreamTimer() {
      return timerOf(value("dream_timer"), value("dream_timer_root"));
    },
    setDreamTimer(timer) {
      set("dream_timer", timer === null ? null : `${timer.manager} ${timer.since} ${timer.expression}`);
      set("dream_timer_root", timer?.root ?? null);
    },
    clearLost: () => set("lost_since", null),
  };
}

function timerOf(text: string | null, root: string | null): DreamTimer | null {
  const [manager, since, ...fields] = text?.split(" ") ?? [];
  return manager === undefined || since === undefined ? null : { manager, since, expression: fields.join(" "), root };
}

/** As long as the digest it keys. */
const HMAC_KEY_BYTES = 32;

/** No two states of one user share an id. */
const ID_BYTES = 16;

const GET = "SELECT value FROM meta WHERE key = ?";
const PUT = "INSERT INTO meta (key, value) VALUES (?, ?)";
const SET = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value";
const PUT_ONCE = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING";
const DELETE = "DELETE FROM meta WHERE key = ?";
