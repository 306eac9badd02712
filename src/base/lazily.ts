/** Returns what makes a value when it is first asked for, and gives the same ever after. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
