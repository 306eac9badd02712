/**
 * Words of time in Spanish; accents may be missing.
 *
 * @module
 */
import { as, blurOf, type TimeForm } from "./time_form.ts";

const ES_DAYS = ["lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"];
const ES_MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");
const ES_NUMBERS = ["un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"];
const EN_UNITS: Readonly<Record<string, string>> = { d: "day", s: "week", m: "month", a: "year" };
const EN_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** Returns the forms; the first that fits a stretch counts. */
export function spanishTimes(): readonly TimeForm[] {
  return [
    { pattern: /\banteayer\b|\bantier\b/gi, read: as("day before yesterday") },
    { pattern: /\bayer\b|\banoche\b/gi, read: as("yesterday") },
    {
      pattern: /\b(?:la semana|el mes|el a[ñn]o) pasad[oa]\b/gi,
      read: ([whole]) => ({ wanted: `last ${EN_UNITS[whole.split(" ")[1]?.charAt(0).toLowerCase() ?? ""] ?? "week"}` }),
    },
    {
      pattern: /\bel (lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo) pasado\b/gi,
      read: ([, day]) => ({ wanted: `last ${spanishDay(day)}` }),
    },
    {
      pattern: /\bel otro d[íi]a\b|\bhace unos d[íi]as\b|\b[el]st?os [úu]ltimos d[íi]as\b/gi,
      read: as("last 14 days"),
    },
    { pattern: /\bhace medio a[ñn]o\b/gi, read: () => ({ wanted: "half a year ago", blur: "month" }) },
    {
      pattern:
        /\bhace (\d{1,3}|una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez) (d[íi]as?|semanas?|mes(?:es)?|a[ñn]os?)\b/gi,
      read: spanishAgo,
    },
    {
      pattern:
        /\b(\d{1,2}) de (enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b/gi,
      read: ([, day = "", month]) => ({ wanted: `${spanishMonth(month)}月${day}日` }),
    },
    {
      pattern: /\ben (enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b/gi,
      read: ([, month]) => ({ wanted: `${spanishMonth(month)}月` }),
    },
  ];
}

function spanishDay(day = ""): string {
  const plain = day.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  return EN_DAYS[ES_DAYS.indexOf(plain)] ?? "";
}

function spanishMonth(month = ""): number {
  return ES_MONTHS.indexOf(month.toLowerCase()) + 1;
}

function spanishAgo([, count = "", unit = ""]: RegExpMatchArray) {
  const number = /^\d/.test(count) ? Number(count) : ES_NUMBERS.indexOf(count.toLowerCase().replace(/^una$/, "un")) + 1;
  const english = EN_UNITS[unit.charAt(0).toLowerCase()] ?? "day";
  return { wanted: `${number} ${english}${number === 1 ? "" : "s"} ago`, blur: blurOf(english) };
}
