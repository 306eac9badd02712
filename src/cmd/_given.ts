/** An object without the fields that are `undefined`. */
export type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the fields that have a value: an absent flag is left out of a request rather than passed on as `undefined`. */
export function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
}
