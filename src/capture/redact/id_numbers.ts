/**
 * Numbers by which states know people.
 *
 * @module
 */
import { isLocalDay } from "../../base/clock.ts";
import { findMatches, type Search } from "./finding.ts";

/** Chinese resident numbers with a day that exists and the right check character; others only beside their name. */
export const ID_NUMBERS: Search = {
  mayFind: (text) => /\d{15}|\d(?:[ -]?\d){14}|\d{3}-\d{2}-\d{4}|(?:passport|护照)/i.test(text),
  find: (text) =>
    [
      ...findMatches(text, RESIDENT_NUMBER, ({ groups: { value = "" } = {} }) =>
        isResidentNumber(value) ? "id-number" : null),
      ...[OLD_RESIDENT_NUMBER, SOCIAL_SECURITY_NUMBER, PASSPORT].flatMap((pattern) =>
        findMatches(text, pattern, () =>
          "id-number")
      ),
    ].sort((a, b) =>
      a.start - b.start
    ),
};

/** People write them in groups of any size; the day and the check character tell them from other numbers. */
const RESIDENT_NUMBER = /(?<![A-Za-z0-9_.-]|\d )(?<value>[1-9](?:[ -]?\d){16}[ -]?[\dXx])(?![A-Za-z0-9_]| \d)/dg;
/** The numbers issued until 1999 have no check digit. */
const OLD_RESIDENT_NUMBER = /(?<=(?:身份证|证件)[^\d\n]{0,8})(?<value>[1-9]\d{14})(?!\d)/dg;
const SOCIAL_SECURITY_NUMBER =
  /(?<=\b(?:ssn|social security(?: number)?)\b[^\d\n]{0,8})(?<value>\d{3}-\d{2}-\d{4})(?![\d-])/dgi;

const PASSPORT =
  /(?<=\b(?:passport)(?: (?:number|no\.?))?(?: is)?[\s:#]{1,3}|护照(?:号码?)?(?:是|为)?[\s:]{0,3})(?<value>[A-Z]{0,2}\d{7,9})(?![A-Za-z0-9])/dgi;

/** GB 11643-1999: weights by place, and check characters by remainder of 11. */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const CHECK_CHARACTERS = "10X98765432";

function isResidentNumber(written: string): boolean {
  const number = written.replace(/[ -]/g, "");
  const [, year, month, day] = /^\d{6}(\d{4})(\d{2})(\d{2})/.exec(number) ?? [];
  if (!isLocalDay(`${year}-${month}-${day}`)) return false;
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(number.charAt(at)), 0);
  return CHECK_CHARACTERS.charAt(sum % CHECK_CHARACTERS.length) === number.charAt(17).toUpperCase();
}
