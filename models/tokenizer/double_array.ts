/** One node of the tree while it is built. */
interface TreeNode {
  readonly children: Map<number, TreeNode>;
  id: number | null;
}

/** Highest offset that fits into a unit. */
const MAX_OFFSET = 2 ** 23 - 1;

/** Places that differ in the low eight bits only, so that every child of a node lies in one block. */
const BLOCK = 256;

/** How far back from the highest taken place room is looked for; more saves little and takes quadratic time. */
const LOOK_BACK = 4 * BLOCK;

/**
 * Returns the double array of a set of words, as `src/embed/unigram_table.ts` describes it.
 *
 * @param words each with its id, 0 to 2^24 - 1; no word may be empty or hold a zero byte
 */
export function doubleArray(words: ReadonlyMap<Uint8Array, number>): Uint32Array {
  const root: TreeNode = { children: new Map(), id: null };
  for (const [word, id] of words) insert(root, word, id);
  const builder = openBuilder();
  const queue: [node: TreeNode, place: number, label: number][] = [[root, 0, 0]];
  // In order of depth: nodes near the root, which have the most children, choose first and find room close together.
  for (let at = 0; at < queue.length; at++) {
    const [node, place, label] = queue[at] ?? [root, 0, 0];
    const labels = [...(node.id === null ? [] : [0]), ...[...node.children.keys()].sort((a, b) => a - b)];
    const offset = builder.place(labels);
    builder.set(place, label | (node.id === null ? 0 : 0x100) | (offset << 9));
    if (node.id !== null) builder.set(offset, node.id << 8);
    for (const [byte, child] of node.children) queue.push([child, offset ^ byte, byte]);
  }
  return builder.units();
}

function insert(root: TreeNode, word: Uint8Array, id: number): void {
  if (word.length === 0 || word.includes(0)) throw new Error("A piece is empty or holds a zero byte");
  let node = root;
  for (const byte of word) {
    let child = node.children.get(byte);
    if (child === undefined) node.children.set(byte, child = { children: new Map(), id: null });
    node = child;
  }
  node.id = id;
}

function openBuilder() {
  const units: number[] = [];
  const isTaken: boolean[] = [true];
  const isOffset: boolean[] = [];
  let firstFree = 1;
  let highest = 0;
  return {
    /** Returns an offset that no other node has and whose places for these labels are free; they are taken then. */
    place(labels: readonly number[]): number {
      firstFree = Math.max(firstFree, highest - LOOK_BACK);
      while (isTaken[firstFree] === true) firstFree++;
      const [first = 0] = labels;
      for (let free = firstFree;; free++) {
        const offset = free ^ first;
        if (isTaken[free] === true || isOffset[offset] === true) continue;
        if (labels.some((label) => isTaken[offset ^ label] === true)) continue;
        if (offset > MAX_OFFSET) throw new Error("The pieces do not fit into 2^23 units");
        isOffset[offset] = true;
        for (const label of labels) {
          isTaken[offset ^ label] = true;
          highest = Math.max(highest, offset ^ label);
        }
        return offset;
      }
    },
    set(place: number, unit: number): void {
      units[place] = unit >>> 0;
    },
    units(): Uint32Array {
      const length = Math.ceil(Math.max(units.length, isOffset.length, isTaken.length) / BLOCK) * BLOCK;
      return Uint32Array.from({ length }, (_, at) => units[at] ?? 0);
    },
  };
}
