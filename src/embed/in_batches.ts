/**
 * Puts texts of about the same length into one batch: a batch takes as long as its longest text times their number.
 *
 * @module
 */

/**
 * Returns what `run` returns for each item, in the order of the items. Between two batches other work gets its turn.
 *
 * @param sizeOf length of an item, in any unit
 * @param batch items in one call of `run`, at most
 * @param run returns one result for each of the items it is given
 */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  { sizeOf, batch, run }: {
    readonly sizeOf: (item: Item) => number;
    readonly batch: number;
    readonly run: (items: readonly Item[]) => readonly Result[] | Promise<readonly Result[]>;
  },
): Promise<Result[]> {
  const order = items.map((item, at) => ({ item, at, size: sizeOf(item) })).sort((a, b) =>
    b.size - a.size || a.at - b.at
  );
  const results = new Map<number, Result>();
  for (let from = 0; from < order.length; from += batch) {
    if (from > 0) await nextTurn();
    const part = order.slice(from, from + batch);
    const found = await run(part.map(({ item }) => item));
    if (found.length !== part.length) throw new Error(`${found.length} results for ${part.length} items`);
    for (const [place, { at }] of part.entries()) {
      const result = found[place];
      if (result !== undefined) results.set(at, result);
    }
  }
  return items.flatMap((_, at) => {
    const result = results.get(at);
    return result === undefined ? [] : [result];
  });
}

/** Lets timers and signals have their turn: a model that computes holds the thread. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
