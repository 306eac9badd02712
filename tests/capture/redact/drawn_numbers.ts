/**
 * Characters drawn by a rule, and numbers with the check digits that belong to them.
 *
 * @module
 */

/** Returns `length` characters of an alphabet; the same for the same seed. */
export function drawn(alphabet: string, length: number, seed: number): string {
  let state = (seed * 2_654_435_761) >>> 0;
  return Array.from({ length }, () => {
    // Marsaglia's xorshift, 32 bits.
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return alphabet.charAt(state % alphabet.length);
  }).join("");
}

/** Returns the number of a payment card that begins as told. */
export function cardNumber(start: string, length: number, seed: number): string {
  const digits = start + drawn("0123456789", length - start.length - 1, seed);
  const sum = [...digits].reverse().reduce((total, char, at) => {
    const doubled = Number(char) * (at % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}

/** Returns an IBAN of a country and a national account. */
export function accountNumber(country: string, account: string): string {
  const numeric = `${account}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  const check = 98n - (BigInt(numeric) % 97n);
  return `${country}${String(check).padStart(2, "0")}${account}`;
}

/** Returns a Chinese resident number of a place, a day and a number within both. */
export function residentNumber(place: string, day: string, serial: string): string {
  const digits = place + day + serial;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = [...digits].reduce((total, char, at) => total + Number(char) * (weights[at] ?? 0), 0);
  return digits + "10X98765432".charAt(sum % 11);
}
