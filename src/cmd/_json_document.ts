/**
 * Returns a value as JSON without what moves a terminal; see `stripJson`, which is loaded by the few answers that may hold
 * such.
 *
 * @param indent blanks per level; one line if left out
 */
export async function jsonDocument(value: object, indent?: number): Promise<string> {
  const plain = JSON.stringify(value, null, indent);
  // A look at each text costs several times as much as all the rest.
  if (!MAY_HAVE_CONTROLS.test(plain)) return plain;
  const { stripJson } = await import("./_strip_json.ts");
  return stripJson(value, indent);
}

/** Escapes of controls as `JSON.stringify` writes them, and the controls that it writes as they are. */
const MAY_HAVE_CONTROLS = /\\(?:u00|[bfr])|[\x7f-\x9f]/;
