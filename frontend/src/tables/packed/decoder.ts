/**
 * Decodes packed blocks: an arithmetic coder whose chances come from the model, given the contexts of each position.
 *
 * The positions of a row, which have the same own men, come in ascending order of the enemy's mask. Whatever depends
 * on the own men and one byte of that mask is looked up in tables made for the row: contexts of squares and sides, and
 * parts of ranks. Nothing is allocated for a position. The twin in Python is `merels.values.format.packed`.
 *
 * On one core, 5.2 (5-8) to 6.8 (6-5) million positions a second, as many as Python's compiled code: so WebAssembly,
 * which content policies would have to allow, does not pay. Some 90 ns a position are for contexts and neighbours; each
 * decision, 2.5 to 4.4 a position, takes 20 ns, for 17 weights from anywhere in a model of 350 KB. Branches on threats
 * and neighbours, in place of arithmetic, cost 15 %.
 */
import { pointsOf } from '../../core/rules/geometry'
import type { Mask } from '../../core/rules/geometry'
import { BINOMIALS, lowerBound, nextSet } from '../index/orbits'
import { depositTable, setOfRank } from '../index/table-index'
import type { TableIndex } from '../index/table-index'
import { CHANCES, LARGEST_SUM, LEAF, ROWS, SIGNS, STEPS } from './model'
import type { Model } from './model'
import { DIGITS, SIDES, SQUARES } from './patterns'

/** The contexts know boards of up to three squares, whatever the board's own points. */
const FULL = 0xffffff
const CORNERS = 0x555555
const MIDDLES = 0xaaaaaa
/** The first and the last point of each square. */
const FIRSTS = 0x010101
const LASTS = 0x808080

/** A table as the decoder sees it. */
export interface PackedTable {
  readonly index: TableIndex
  readonly enemies: number
  /** Whether the men of a side can go anywhere: it has men in hand, or flies. */
  readonly ownRoams: boolean
  readonly enemyRoams: boolean
}

/** The points where a move by one of the men would close a mill, if they are empty. */
function closingPoints(men: Mask, roams: boolean): Mask {
  const after = ((men >>> 1) & 0x7f7f7f) | ((men << 7) & LASTS)
  const before = ((men >>> 7) & FIRSTS) | ((men << 1) & 0xfefefe)
  const acrossAfter = (((men >>> 2) & 0x3f3f3f) | ((men << 6) & 0xc0c0c0)) & after
  const acrossBefore = (((men >>> 6) & 0x030303) | ((men << 2) & 0xfcfcfc)) & before
  const middles = men & MIDDLES
  const inner = middles >>> 8
  const outer = (middles << 8) & FULL
  const crossing = (inner & (middles >>> 16)) | (inner & outer) | (outer & (middles << 16) & FULL)
  if (roams) return (CORNERS & (acrossAfter | acrossBefore)) | (MIDDLES & after & before) | crossing
  return (
    (CORNERS & ((acrossAfter & before) | (acrossBefore & after))) |
    (MIDDLES & after & before & (inner | outer)) |
    (crossing & (after | before))
  )
}

/** A point for each mill of the men. */
function millPoints(men: Mask): Mask {
  const middles = men & MIDDLES
  const after = ((men >>> 1) & 0x7f7f7f) | ((men << 7) & LASTS)
  const before = ((men >>> 7) & FIRSTS) | ((men << 1) & 0xfefefe)
  return (middles & after & before) | ((middles & (middles >>> 8) & (middles >>> 16)) << 24)
}

/** The number of points, up to three; without branches, which would be hard to predict. */
function countToThree(mask: Mask): number {
  const second = mask & (mask - 1)
  const third = second & (second - 1)
  return ((mask | -mask) >>> 31) + ((second | -second) >>> 31) + ((third | -third) >>> 31)
}

/** No position has more neighbours, wherever its men are. */
const MOST_NEIGHBOURS = 17

/** The mean of levels, rounded, halves up, times `SIGNS`: at `number << 11 | sum`. */
const means = new Int16Array((MOST_NEIGHBOURS + 1) << 11)
for (let number = 1; number <= MOST_NEIGHBOURS; number++) {
  for (let sum = 0; sum < 1 << 11; sum++) means[(number << 11) | sum] = Math.floor((2 * sum + number) / (2 * number)) * SIGNS
}

/** Nine bits for the men on a side: three of each square, outer square first. */
function sideOf(men: Mask, side: number): number {
  const first = side === 3 ? ((men >>> 6) & 0x030303) | ((men & FIRSTS) << 2) : men >>> (2 * side)
  return (first & 7) | ((first >>> 5) & 0x38) | ((first >>> 10) & 0x1c0)
}

/** What depends on the own men and a part of the enemy's; made anew for each row. */
const squareContexts = new Int32Array(3 * 256)
const sideContexts = new Int32Array(4 * 512)
/** The part of a byte in the rank, at `(square * 32 + men below) << 8 | byte`. */
const rankParts = new Int32Array(3 * 32 * 256)
const menOf = Uint8Array.from({ length: 256 }, (_, byte) => pointsOf(byte).length)

function prepareSquares(own: Mask, free: Mask, columns: number): void {
  for (let square = 0; square < 3; square++) {
    const digits = DIGITS[(own >>> (8 * square)) & 255]
    const allowed = (free >>> (8 * square)) & 255
    const rows = square === 1 ? ROWS[10] : ROWS[11]
    // All subsets of the free points, ascending.
    for (let byte = 0, more = true; more; byte = (byte - allowed) & allowed, more = byte !== 0) {
      squareContexts[(square << 8) | byte] = (rows + SQUARES.of[digits + 2 * DIGITS[byte]]) * columns
    }
  }
}

function prepareSides(own: Mask, free: Mask, columns: number): void {
  for (let side = 0; side < 4; side++) {
    const digits = DIGITS[sideOf(own, side)]
    const allowed = sideOf(free, side)
    for (let bits = 0, more = true; more; bits = (bits - allowed) & allowed, more = bits !== 0) {
      sideContexts[(side << 9) | bits] = (ROWS[12] + SIDES.of[digits + 2 * DIGITS[bits]]) * columns
    }
  }
}

function prepareRanks(free: Mask, enemies: number): void {
  let points = 0 // free ones below the square
  for (let square = 0; square < 3; square++) {
    const allowed = (free >>> (8 * square)) & 255
    for (let below = 0; below <= Math.min(points, enemies); below++) {
      const start = ((square << 5) | below) << 8
      rankParts[start] = 0
      for (let byte = -allowed & allowed; byte !== 0; byte = (byte - allowed) & allowed) {
        const highest = 1 << (31 - Math.clz32(byte))
        const place = points + menOf[allowed & (highest - 1)]
        rankParts[start | byte] = rankParts[start | (byte ^ highest)] + (BINOMIALS[place][below + menOf[byte]] ?? 0)
      }
    }
    points += menOf[allowed]
  }
}

/** Notes of the row for each rank: the level of its value and 128 times its sign; 0 if it has not been decoded. */
let notes = new Uint16Array(0)

/**
 * Decodes the first values of a block that begins at a slot; arbitrary ones if these are not its bytes. `values` has room
 * for as many as are wanted.
 */
export function decodePacked(table: PackedTable, model: Model, slot: number, data: Uint8Array, values: Uint8Array): void {
  const { index, enemies, ownRoams, enemyRoams } = table
  const { children, levels, weights, columns } = model
  const { ranks } = index
  const [, row1, row2, row3, row4, row5, row6, row7, row8, row9] = ROWS
  if (notes.length < ranks) notes = new Uint16Array(ranks)
  const known = notes
  const lastColumn = columns - 1
  const wanted = values.length
  const first = index.placeOf(slot)
  let { orbit } = first
  let start = first.rank
  // The coder: the ends of its interval, the number between them, and where the next byte is.
  let low = 0
  let high = 0xffffffff
  let number = ((data[0] << 24) | (data[1] << 16) | (data[2] << 8) | data[3]) >>> 0
  let next = 4
  let done = 0

  while (done < wanted) {
    const own = index.ownMen(orbit)
    const free = FULL & ~own
    const withSlot = index.ranksIn(orbit)
    prepareSquares(own, free, columns)
    prepareSides(own, free, columns)
    prepareRanks(free, enemies)
    const deposit = depositTable(free)
    const closing = closingPoints(own, ownRoams)
    const ownMills = 4 * countToThree(millPoints(own))
    let set = setOfRank(start, enemies)
    let place = withSlot ? lowerBound(withSlot, start) : 0
    let before = 0
    let rank = start

    for (; rank < ranks && done < wanted; rank++, set = nextSet(set)) {
      if (withSlot) {
        if (withSlot[place] !== rank) continue
        place++
      }
      const enemy = deposit[set & 255] | deposit[256 | ((set >>> 8) & 255)] | deposit[512 | (set >>> 16)]
      const empty = free & ~enemy
      const outer = enemy & 255
      const middle = (enemy >>> 8) & 255
      const inner = enemy >>> 16

      // Threats and mills.
      const after = ((enemy >>> 1) & 0x7f7f7f) | ((enemy << 7) & LASTS)
      const behind = ((enemy >>> 7) & FIRSTS) | ((enemy << 1) & 0xfefefe)
      const middles = enemy & MIDDLES
      const mills = (middles & after & behind) | ((middles & (middles >>> 8) & (middles >>> 16)) << 24)
      const threats = countToThree(closing & empty)
      const enemyThreats = countToThree(closingPoints(enemy, enemyRoams) & empty)
      // Three count as two here.
      const sign = 3 * (threats - ((threats >> 1) & threats)) + enemyThreats - ((enemyThreats >> 1) & enemyThreats)

      // Neighbours, from the last to the first: a man less far from the first point.
      const belowMiddle = menOf[outer]
      const belowInner = belowMiddle + menOf[middle]
      const middlePart = rankParts[((32 | belowMiddle) << 8) | middle]
      const innerPart = rankParts[((64 | belowInner) << 8) | inner]
      let alike = 0 // the levels of the first ones, 7 bits each, the first lowest
      let alikeCount = 0 // how many, and the sum of their levels in the lower 11 bits
      let different = 0
      let differentCount = 0
      for (let left = enemy & (empty << 8) & MIDDLES; left !== 0; ) {
        const point = 31 - Math.clz32(left)
        left ^= 1 << point
        const moved = enemy ^ (0x101 << (point - 8))
        const one = moved & 255
        const two = (moved >>> 8) & 255
        const oneMen = menOf[one]
        const to =
          rankParts[one] +
          rankParts[((32 | oneMen) << 8) | two] +
          rankParts[((64 | (oneMen + menOf[two])) << 8) | (moved >>> 16)]
        const note = known[to]
        const level = note & 127
        const isKnown = -note >> 31 // all bits, or none
        const isAlike = isKnown & (((note >>> 7) ^ sign) - 1 >> 31)
        const isOther = isKnown ^ isAlike
        alike = (alike << (7 & isAlike)) | (level & isAlike)
        alikeCount += ((1 << 11) | level) & isAlike
        different = (different << (7 & isOther)) | (level & isOther)
        differentCount += ((1 << 11) | level) & isOther
      }
      for (let left = enemy & (empty << 7) & LASTS, step = 0x81, distance = 7; ; ) {
        if (left === 0) {
          if (distance === 1) break
          distance = 1
          step = 3
          left = enemy & (empty << 1) & ~FIRSTS
          continue
        }
        const point = 31 - Math.clz32(left)
        left ^= 1 << point
        const moved = enemy ^ (step << (point - distance))
        let to = rank
        if (point < 8) to = rankParts[moved & 255] + middlePart + innerPart
        else if (point < 16) to += rankParts[((32 | belowMiddle) << 8) | ((moved >>> 8) & 255)] - middlePart
        else to += rankParts[((64 | belowInner) << 8) | (moved >>> 16)] - innerPart
        const note = known[to]
        const level = note & 127
        const isKnown = -note >> 31 // all bits, or none
        const isAlike = isKnown & (((note >>> 7) ^ sign) - 1 >> 31)
        const isOther = isKnown ^ isAlike
        alike = (alike << (7 & isAlike)) | (level & isAlike)
        alikeCount += ((1 << 11) | level) & isAlike
        different = (different << (7 & isOther)) | (level & isOther)
        differentCount += ((1 << 11) | level) & isOther
      }

      // Contexts, as places of the first weights of their rows.
      const c0 = ((threats * 4 + enemyThreats) * 16 + ownMills + countToThree(mills)) * columns
      const c1 = (row1 + (alike & 127)) * columns
      const c2 = (row2 + ((alike >>> 7) & 127)) * columns
      const c3 =
        (row3 + ((((alike >>> 14) & 127) + 3) >> 2) * STEPS + ((((alike >>> 21) & 127) + 3) >> 2)) * columns
      const c4 = (row4 + (((different & 127) + 3) >> 2) * SIGNS + sign) * columns
      const c5 = (row5 + ((((different >>> 7) & 127) + 3) >> 2) * SIGNS + sign) * columns
      const c6 = (row6 + ((((different >>> 14) & 127) + 3) >> 2) * SIGNS + sign) * columns
      const c7 = (row7 + means[alikeCount] + sign) * columns
      const c8 = (row8 + means[differentCount] + sign) * columns
      const c9 = (row9 + ((before + 3) >> 2) * SIGNS + sign) * columns
      const c10 = squareContexts[256 | middle]
      const c11 = squareContexts[outer]
      const c12 = squareContexts[512 | inner]
      const c13 = sideContexts[(enemy & 7) | ((enemy >>> 5) & 0x38) | ((enemy >>> 10) & 0x1c0)]
      const c14 = sideContexts[512 | ((enemy >>> 2) & 7) | ((enemy >>> 7) & 0x38) | ((enemy >>> 12) & 0x1c0)]
      const c15 = sideContexts[1024 | ((enemy >>> 4) & 7) | ((enemy >>> 9) & 0x38) | ((enemy >>> 14) & 0x1c0)]
      const last = ((enemy >>> 6) & 0x030303) | ((enemy & FIRSTS) << 2)
      const c16 = sideContexts[1536 | (last & 7) | ((last >>> 5) & 0x38) | ((last >>> 10) & 0x1c0)]

      let node = 0
      do {
        const column = node < lastColumn ? node : lastColumn
        const sum =
          weights[c0 + column] +
          weights[c1 + column] +
          weights[c2 + column] +
          weights[c3 + column] +
          weights[c4 + column] +
          weights[c5 + column] +
          weights[c6 + column] +
          weights[c7 + column] +
          weights[c8 + column] +
          weights[c9 + column] +
          weights[c10 + column] +
          weights[c11 + column] +
          weights[c12 + column] +
          weights[c13 + column] +
          weights[c14 + column] +
          weights[c15 + column] +
          weights[c16 + column]
        const chance = CHANCES[sum + LARGEST_SUM]
        const range = (high - low) >>> 0
        const split = (low + Math.imul(range >>> 16, chance) + (Math.imul(range & 0xffff, chance) >>> 16)) >>> 0
        if (number <= split) {
          high = split
          node = children[2 * node + 1]
        } else {
          low = (split + 1) >>> 0
          node = children[2 * node]
        }
        while ((low ^ high) >>> 24 === 0) {
          low = (low << 8) >>> 0
          high = ((high << 8) | 255) >>> 0
          number = ((number << 8) | (next < data.length ? data[next] : 0)) >>> 0
          next++
        }
      } while (node < LEAF)
      const value = node - LEAF
      values[done++] = value
      before = levels[value]
      known[rank] = before | (sign << 7)
    }
    known.fill(0, start, rank)
    orbit++
    start = 0
  }
}
