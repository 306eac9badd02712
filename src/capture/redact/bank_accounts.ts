/**
 * International bank account numbers.
 *
 * @module
 */
import { findMatches, type Search } from "./finding.ts";

/** IBANs whose country, length, form and check digits are right, with or without blanks. */
export const BANK_ACCOUNTS: Search = {
  mayFind: (text) => SHAPE.test(text),
  find: (text) => findMatches(text, IBAN, ({ groups: { value = "" } = {} }) => isIban(value) ? "iban" : null),
};

const SHAPE = /[A-Z]{2}\d{2} ?[A-Z0-9]{4}/i;
const IBAN =
  /(?<![A-Za-z0-9])(?<value>[A-Z]{2}\d{2}(?:[A-Z0-9]{11,30}|(?:[ -][A-Z0-9]{4}){2,7}(?:[ -][A-Z0-9]{1,3})?))(?![A-Za-z0-9])/dgi;

function isIban(text: string): boolean {
  // Loaded here: its tables of countries are for the few texts that hold something of the form.
  const { electronicFormatIBAN, isValidIBAN } = require("ibantools") as typeof import("ibantools");
  const compact = electronicFormatIBAN(text.toUpperCase());
  return compact !== null && isValidIBAN(compact);
}
