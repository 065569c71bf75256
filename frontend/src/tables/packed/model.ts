/**
 * The model of packed tables: how likely each value is, given the contexts of its position.
 *
 * The values are the leaves of a binary tree. At each node the weights of the contexts add up to the logarithm of the
 * odds that the path goes on to the second child. `docs/table-format.md`, "Packed blocks", has every number.
 */
import { SIDES, SQUARES } from './patterns'

/** Levels of values: 0 is unknown, then from lost soon to won soon. */
export const LEVELS = 93
/** Steps of four levels each, for contexts that combine several. */
export const STEPS = 24
/** Threats of both sides: none, one, more. */
export const SIGNS = 9

const SIZES = [
  4 ** 4, // threats and mills of both sides
  LEVELS, // first neighbour with the same threats
  LEVELS, // second
  STEPS ** 2, // third and fourth
  STEPS * SIGNS, // first neighbour with other threats
  STEPS * SIGNS, // second
  STEPS * SIGNS, // third
  LEVELS * SIGNS, // mean of the neighbours with the same threats
  LEVELS * SIGNS, // mean of those with others
  STEPS * SIGNS, // the slot before
  SQUARES.count, // the men on the middle square
  SQUARES.count, // on the outer and inner squares
  SIDES.count, // on the four sides
]

/** The first row of each kind of context, and after them the number of rows. */
export const ROWS: readonly number[] = [0, ...SIZES.map((_, kind) => SIZES.slice(0, kind + 1).reduce((sum, size) => sum + size))]

/** What the number of a leaf is above its value; smaller numbers are those of nodes. */
export const LEAF = 256
/** The most nodes with weights of their own; all further ones share the last column. */
const COLUMNS = 32
/** What a weight of 1 in the logarithm of the odds is stored as. */
const SCALE = 16
/** Sums of weights count no further than this. */
const LIMIT = 11 * SCALE
/** No sum of the 17 weights of a position is larger. */
export const LARGEST_SUM = 17 * 128

/** The chance of decision 1 in 65536ths, by the sum of weights plus `LARGEST_SUM`. */
export const CHANCES = Int32Array.from({ length: 2 * LARGEST_SUM + 1 }, (_, place) => {
  const sum = Math.max(-LIMIT, Math.min(place - LARGEST_SUM, LIMIT))
  return Math.round(65536 / (1 + Math.exp(-sum / SCALE)))
})

/** The bytes that a model can have at most, before compression. */
export const LARGEST_MODEL = sizeOf(LEAF - 1)

function sizeOf(nodes: number): number {
  return 1 + 4 * nodes + 256 + ROWS[ROWS.length - 1] * Math.min(nodes, COLUMNS)
}

export interface Model {
  /** The two children of each node: nodes, or values plus `LEAF`; node 0 is the root. */
  readonly children: Int16Array
  /** The level of each value. */
  readonly levels: Uint8Array
  /** A row for each context, a column for each of the first nodes. */
  readonly weights: Int8Array
  readonly columns: number
}

/** Reads a model; null if the bytes are not one of values below `values`. */
export function parseModel(content: Uint8Array, values: number): Model | null {
  const nodes = content[0]
  if (!nodes || content.length !== sizeOf(nodes)) return null
  const view = new DataView(content.buffer, content.byteOffset)
  const children = Int16Array.from({ length: 2 * nodes }, (_, place) => view.getInt16(1 + 2 * place, true))
  const levels = content.slice(1 + 4 * nodes, 257 + 4 * nodes)
  if (levels.some((level) => level >= LEVELS) || !isTree(children, values)) return null
  const weights = new Int8Array(content.slice(257 + 4 * nodes).buffer)
  return { children, levels, weights, columns: Math.min(nodes, COLUMNS) }
}

/** Whether every path ends at a value, and every node but the root is the child of one before it. */
function isTree(children: Int16Array, values: number): boolean {
  const parents = new Uint8Array(children.length / 2)
  for (const [place, child] of children.entries()) {
    if (child > place >> 1 && child < parents.length) parents[child]++
    else if (child < LEAF || child >= LEAF + values) return false
  }
  return parents.subarray(1).every((number) => number === 1)
}
