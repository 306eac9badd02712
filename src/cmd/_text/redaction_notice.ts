/** Returns what was taken out of a text, for people: kinds and counts, never what it was; empty if nothing was. */
export function redactionNotice(redacted: Readonly<Record<string, number>>): string[] {
  const kinds = Object.entries(redacted).map(([kind, count]) => count === 1 ? kind : `${count} \u00d7 ${kind}`);
  if (kinds.length === 0) return [];
  return [`Secrets and personal data were not stored: ${kinds.join(", ")} (redact.allow lists what may stay)`];
}
