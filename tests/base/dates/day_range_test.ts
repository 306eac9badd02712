import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { addDays, daysBetween } from "../../../src/base/clock.ts";
import {
  dayOf,
  monthOf,
  type PeriodUnit,
  unitAround,
  unitsBefore,
  weekdayOf,
} from "../../../src/base/dates/day_range.ts";

const day = fc.integer({ min: 0, max: 365 * 60 }).map((days) => addDays("1999-01-01", days));
const unit = fc.constantFrom<PeriodUnit>("day", "week", "month", "quarter", "half", "year");
const SEEDED = { seed: 20260819, numRuns: 400 };

describe("a unit of the calendar", () => {
  test("has its first and last day", () => {
    expect(unitAround("2026-08-19", "week")).toEqual({ from: "2026-08-17", to: "2026-08-23" });
    expect(unitAround("2024-02-10", "month")).toEqual({ from: "2024-02-01", to: "2024-02-29" });
    expect(unitAround("2026-01-31", "month", -1)).toEqual({ from: "2025-12-01", to: "2025-12-31" });
    expect(unitAround("2026-08-19", "quarter", 1)).toEqual({ from: "2026-10-01", to: "2026-12-31" });
    expect(unitAround("2026-08-19", "half", -1)).toEqual({ from: "2026-01-01", to: "2026-06-30" });
    expect(unitAround("2026-08-19", "year", -30)).toEqual({ from: "1996-01-01", to: "1996-12-31" });
  });

  test("holds the day that it is around, and its neighbours leave no gap", () => {
    fc.assert(
      fc.property(day, unit, fc.integer({ min: -30, max: 30 }), (today, size, moved) => {
        const here = unitAround(today, size);
        expect(here.from <= today && today <= here.to).toBe(true);
        const [one, next] = [unitAround(today, size, moved), unitAround(today, size, moved + 1)];
        expect(daysBetween(one.to, next.from)).toBe(1);
        expect(unitAround(one.to, size)).toEqual(one);
      }),
      SEEDED,
    );
  });

  test("of a week begins on a Monday", () => {
    fc.assert(
      fc.property(day, (today) => {
        const { from, to } = unitAround(today, "week");
        expect([weekdayOf(from), weekdayOf(to)]).toEqual([1, 7]);
      }),
      SEEDED,
    );
  });
});

describe("so many units before a day", () => {
  test("is the same day, or the last of a shorter month", () => {
    expect(unitsBefore("2026-03-31", "month", 1)).toBe("2026-02-28");
    expect(unitsBefore("2024-02-29", "year", 1)).toBe("2023-02-28");
    expect(unitsBefore("2026-08-19", "quarter", 2)).toBe("2026-02-19");
    expect(unitsBefore("2026-08-19", "week", 2)).toBe("2026-08-05");
    expect(unitsBefore("2026-08-19", "day", 0)).toBe("2026-08-19");
  });

  test("is never later for more of them", () => {
    fc.assert(
      fc.property(day, unit, fc.integer({ min: 0, max: 200 }), (today, size, count) => {
        expect(unitsBefore(today, size, count + 1) < unitsBefore(today, size, count)).toBe(true);
      }),
      SEEDED,
    );
  });
});

test("numbers that are no day or month of the calendar are none", () => {
  expect([dayOf(2026, 2, 30), dayOf(2026, 13, 1), dayOf(2026, 1, 0), monthOf(2026, 0)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect([dayOf(2024, 2, 29), monthOf(2026, 2)?.to]).toEqual(["2024-02-29", "2026-02-28"]);
});
