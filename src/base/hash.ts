/**
 * Digests. Bun's own hasher rather than `node:crypto`: importing the latter costs a compiled program about 5 ms.
 *
 * @module
 */

/** Returns the SHA-256, made in one call (four times as fast as a hasher object), of text (as UTF-8) or bytes, as 64 lower-case hex digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return Bun.SHA256.hash(data, "hex");
}

/** Returns the first `digits` hex digits of the SHA-256 of a text. */
export function shortHash(text: string, digits = 12): string {
  return sha256Hex(text).slice(0, digits);
}

/** Returns the HMAC-SHA-256 of a text under a key, as 64 hex digits: nobody without the key can test a guess. */
export function keyedHash(key: string, text: string): string {
  return new Bun.CryptoHasher("sha256", key).update(text).digest("hex");
}

/** Returns `bytes` random bytes as hex digits, for keys and temporary names. */
export function randomHex(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("hex");
}
