/**
 * HTML character references (`&#101;`, `&nbsp;`, `&eacute;`) as far as a comparison of words needs them. A complete
 * decoder (the `entities` package) costs some 10 ms at start-up, and all that its tables add are punctuation and signs.
 *
 * @module
 */
import { lazily } from "../../base/lazily.ts";

/**
 * Returns a text with its character references decoded. Numbers may lack their semicolon, as in HTML; names may not, as
 * in Markdown. A name that stands for no letter becomes a blank, also one that nobody defined.
 */
export function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(REFERENCE, (_, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return letterOf(name);
    const point = hex === undefined ? Number.parseInt(decimal ?? "", 10) : Number.parseInt(hex, 16);
    return point > 0 && point <= MAX_CODE_POINT ? String.fromCodePoint(point) : " ";
  });
}

const REFERENCE = /&(?:#[xX]([0-9a-fA-F]{1,8});?|#(\d{1,9});?|([A-Za-z][A-Za-z0-9]{1,31});)/g;

/** The last code point of Unicode. */
const MAX_CODE_POINT = 0x10ffff;

function letterOf(name: string): string {
  const letters = letterNames();
  const known = Object.hasOwn(letters, name) ? letters[name] : undefined;
  if (known !== undefined) return known;
  const [, letter, form] = COMPOSED.exec(name) ?? [];
  if (letter === undefined || form === undefined) return " ";
  return `${letter}${MARKS[form] ?? ""}`.normalize("NFC");
}

/** Names made of a letter and its accent, or its mathematical alphabet, which NFKC undoes anyway. */
const COMPOSED = /^([A-Za-z])(opf|fr|scr|acute|grave|circ|uml|tilde|ring|cedil|caron|breve|dot|macr|ogon|dblac)$/;

// deno-fmt-ignore
const MARKS: Readonly<Record<string, string>> = {
  acute: "\u0301", grave: "\u0300", circ: "\u0302", uml: "\u0308", tilde: "\u0303", ring: "\u030a", cedil: "\u0327",
  caron: "\u030c", breve: "\u0306", dot: "\u0307", macr: "\u0304", ogon: "\u0328", dblac: "\u030b",
};

/** Other names of HTML that stand for letters or digits; of Cyrillic only what looks like Latin. */
// deno-fmt-ignore
const letterNames = lazily((): Readonly<Record<string, string>> => ({
  AElig: "Æ", aelig: "æ", angst: "Å", bernou: "B", Bernoullis: "B", CapitalDifferentialD: "D", Cayleys: "C",
  circledS: "S", complexes: "C", DD: "D", dd: "d", DifferentialD: "d", Dstrok: "Đ", dstrok: "đ", ee: "e", ell: "l",
  ENG: "Ŋ", eng: "ŋ", ETH: "Ð", eth: "ð", expectation: "E", ExponentialE: "e", exponentiale: "e", ffilig: "ffi",
  fflig: "ff", ffllig: "ffl", filig: "fi", fjlig: "fj", fllig: "fl", Fouriertrf: "F", hamilt: "H", hbar: "ħ",
  HilbertSpace: "H", Hstrok: "Ħ", hstrok: "ħ", ii: "i", IJlig: "IJ", ijlig: "ij", Im: "I", image: "I",
  ImaginaryI: "i", imagline: "I", imagpart: "I", imath: "i", inodot: "i", integers: "Z", jmath: "j", kgreen: "ĸ",
  lagran: "L", Laplacetrf: "L", Lstrok: "Ł", lstrok: "ł", Mellintrf: "M", micro: "μ", naturals: "N", numero: "No",
  OElig: "Œ", oelig: "œ", order: "o", orderof: "o", ordf: "a", ordm: "o", oS: "S", Oslash: "Ø", oslash: "ø",
  phmmat: "M", planckh: "h", Poincareplane: "P", primes: "P", quaternions: "H", rationals: "Q", Re: "R", real: "R",
  realine: "R", realpart: "R", reals: "R", sup1: "1", sup2: "2", sup3: "3", szlig: "ß", THORN: "Þ", thorn: "þ",
  Tstrok: "Ŧ", tstrok: "ŧ", zeetrf: "Z",
  Alpha: "Α", alpha: "α", Beta: "Β", beta: "β", Gamma: "Γ", gamma: "γ", Delta: "Δ", delta: "δ", Epsilon: "Ε",
  epsilon: "ε", epsi: "ε", epsiv: "ε", varepsilon: "ε", Zeta: "Ζ", zeta: "ζ", Eta: "Η", eta: "η", Theta: "Θ",
  theta: "θ", Iota: "Ι", iota: "ι", Kappa: "Κ", kappa: "κ", Lambda: "Λ", lambda: "λ", Mu: "Μ", mu: "μ", Nu: "Ν",
  nu: "ν", Xi: "Ξ", xi: "ξ", Omicron: "Ο", omicron: "ο", Pi: "Π", pi: "π", Rho: "Ρ", rho: "ρ", Sigma: "Σ",
  sigma: "σ", sigmaf: "ς", Tau: "Τ", tau: "τ", Upsilon: "Υ", upsilon: "υ", upsi: "υ", Phi: "Φ", phi: "φ", Chi: "Χ",
  chi: "χ", Psi: "Ψ", psi: "ψ", Omega: "Ω", omega: "ω", ohm: "Ω",
  Acy: "А", acy: "а", Vcy: "В", vcy: "в", IEcy: "Е", iecy: "е", Iukcy: "І", iukcy: "і", Jsercy: "Ј", jsercy: "ј",
  Kcy: "К", kcy: "к", Mcy: "М", mcy: "м", Ncy: "Н", ncy: "н", Ocy: "О", ocy: "о", Rcy: "Р", rcy: "р", Scy: "С",
  scy: "с", DScy: "Ѕ", dscy: "ѕ", Tcy: "Т", tcy: "т", Ucy: "У", ucy: "у", KHcy: "Х", khcy: "х",
}));
