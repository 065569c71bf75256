/**
 * The transposition table: what searches have learnt about positions;
 * `merels.engine.search.kernels.transpositions` in Python.
 *
 * A position is its own key, so no two positions share one. Numbers of 64 bits are halves here, and
 * an entry is four words. Buckets are those of Python's table of the same size, so that both
 * searches enter the same positions.
 *
 *     low key    bits 0-23 own men       24-31 the enemy's men on the outer square
 *     high key   bits 0-15 the enemy's other men   16-19 own hand   20-23 enemy's hand
 *                24-30 how near the limit of plies without a capture is
 *     turn       bits 0-14 turn   15-30 score + 2^15
 *     worth      bits 0-7 depth   8-9 bound   10-16 age
 */
import type { Mask } from '../rules/geometry'

export const UPPER = 1
export const LOWER = 2
export const EXACT = 3

/** Entries where a key may be stored. */
const BUCKET = 4
const ENTRY_WORDS = 4
export const BUCKET_WORDS = BUCKET * ENTRY_WORDS

export const AGES = 128
const OFFSET = 1 << 15

let table = new Int32Array(BUCKET_WORDS)
let buckets = 1

/** Starts with an empty table of at most `megabytes`; the number of buckets is a power of two. */
export function createTable(megabytes: number): void {
  const most = (megabytes * 2 ** 20) / (BUCKET_WORDS * 4)
  buckets = 2 ** (31 - Math.clz32(most))
  table = new Int32Array(buckets * BUCKET_WORDS)
}

/** Empties the table. */
export function clearTable(): void {
  table.fill(0)
}

export function lowKeyOf(own: Mask, enemy: Mask): number {
  return own | (enemy << 24)
}

export function highKeyOf(enemy: Mask, hands: number): number {
  return (enemy >> 8) | (hands << 16)
}

// The factors of Python's hash, in halves.
const FIRST_LOW = 0x7f4a7c15
const FIRST_HIGH = 0x9e3779b9
const SECOND_LOW = 0x1ce4e5b9
const SECOND_HIGH = 0xbf58476d

/** The high word of the product of two unsigned 32-bit numbers. */
function highProduct(one: number, two: number): number {
  const low = Math.imul(one, two) >>> 0
  // A double loses bits of the product, but less than half of the high word's lowest.
  return (((one >>> 0) * two - low) * 2 ** -32 + 0.5) | 0
}

/** Where the bucket of a key begins. */
export function bucketOf(low: number, high: number): number {
  let mixedHigh = highProduct(low, FIRST_LOW) + Math.imul(low, FIRST_HIGH) + Math.imul(high, FIRST_LOW)
  let mixedLow = Math.imul(low, FIRST_LOW)
  mixedLow ^= (mixedLow >>> 29) | (mixedHigh << 3)
  mixedHigh ^= mixedHigh >>> 29
  mixedHigh = highProduct(mixedLow, SECOND_LOW) + Math.imul(mixedLow, SECOND_HIGH) + Math.imul(mixedHigh, SECOND_LOW)
  mixedLow = Math.imul(mixedLow, SECOND_LOW)
  return (((mixedLow >>> 20) | (mixedHigh << 12)) & (buckets - 1)) * BUCKET_WORDS
}

/** Where the entry of a key begins, -1 if it has none. */
export function find(low: number, high: number, bucket: number): number {
  for (let entry = bucket; entry < bucket + BUCKET_WORDS; entry += ENTRY_WORDS) {
    if (table[entry] === low && table[entry + 1] === high && table[entry + 3]) return entry
  }
  return -1
}

/** Replaces the entry of the same key, or else the one least worth keeping. */
export function store(
  low: number,
  high: number,
  bucket: number,
  turn: number,
  score: number,
  depth: number,
  bound: number,
  age: number,
): void {
  let worst = 2 ** 30
  let place = bucket
  for (let entry = bucket; entry < bucket + BUCKET_WORDS; entry += ENTRY_WORDS) {
    if (table[entry] === low && table[entry + 1] === high) {
      place = entry
      break
    }
    const data = table[entry + 3]
    const worth = (data & 0xff) - (((age - (data >> 10)) & (AGES - 1)) << 3)
    if (worth < worst) {
      worst = worth
      place = entry
    }
  }
  table[place] = low
  table[place + 1] = high
  table[place + 2] = turn | ((score + OFFSET) << 15)
  table[place + 3] = depth | (bound << 8) | (age << 10)
}

export function turnIn(entry: number): number {
  return table[entry + 2] & 0x7fff
}

export function scoreIn(entry: number): number {
  return ((table[entry + 2] >> 15) & 0xffff) - OFFSET
}

export function depthIn(entry: number): number {
  return table[entry + 3] & 0xff
}

/** The bound of an entry: whether its score is exact. */
export function boundIn(entry: number): number {
  return (table[entry + 3] >> 8) & 3
}
