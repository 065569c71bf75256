/**
 * The index of tables: which slot a position has, and which positions a block holds. `docs/table-format.md`, "Index",
 * defines it; `merels.board.index` is its twin in Python.
 */
import { pointsOf } from '../../core/rules/geometry'
import type { Geometry, Mask } from '../../core/rules/geometry'
import type { Symmetry } from '../../core/rules/symmetry'
import { BoardSymmetries, Orbits, binomial, lowerBound, nextSet } from './orbits'

/** The most numbers that are kept for symmetric rows: 8 MB. */
const MOST_KEPT = 1 << 21

/** Where a position is: the number of its orbit, and the rank of the enemy's men beside it. */
export interface Place {
  readonly orbit: number
  readonly rank: number
}

/** The indices of one board; orbits are built once for all tables that need them. */
export class BoardIndex {
  readonly symmetries: BoardSymmetries
  private readonly orbits = new Map<number, Orbits>()
  private readonly indices = new Map<number, TableIndex>()
  private readonly rows = new Map<string, Int32Array>()
  private kept = 0

  constructor(readonly board: Geometry) {
    this.symmetries = new BoardSymmetries(board)
  }

  /** The index of the table of `own` men, to move, against `enemy` men. */
  table(own: number, enemy: number): TableIndex {
    const number = own * 32 + enemy
    let index = this.indices.get(number)
    if (!index) {
      index = new TableIndex(this, this.orbitsOf(own), enemy)
      this.indices.set(number, index)
    }
    return index
  }

  private orbitsOf(men: number): Orbits {
    let orbits = this.orbits.get(men)
    if (!orbits) {
      orbits = new Orbits(this.symmetries, men)
      this.orbits.set(men, orbits)
    }
    return orbits
  }

  /**
   * The ranks that have a slot beside symmetric own men, ascending: those that are the smallest of their class. They
   * are found in some milliseconds, and kept while there is room.
   */
  ranksWithSlot(own: Mask, enemies: number): Int32Array {
    const key = `${own} ${enemies}`
    let ranks = this.rows.get(key)
    if (!ranks) {
      ranks = this.findRanks(own, enemies)
      this.kept += ranks.length
      if (this.kept > MOST_KEPT) {
        this.rows.clear()
        this.kept = ranks.length
      }
      this.rows.set(key, ranks)
    }
    return ranks
  }

  private findRanks(own: Mask, enemies: number): Int32Array {
    const { symmetries, board } = this
    const free = board.full & ~own
    const deposit = depositTable(free)
    const group = symmetries.stabilizer(own)
    const sets = binomial(board.names.length - pointsOf(own).length, enemies)
    const found = new Int32Array(sets)
    let count = 0
    for (let rank = 0, mask = 2 ** enemies - 1; rank < sets; rank++, mask = nextSet(mask)) {
      const enemy = depositBits(mask, deposit)
      // Masks ascend with ranks, so the smallest image has the smallest rank.
      if (group.every((symmetry) => symmetries.image(enemy, symmetry) >= enemy)) found[count++] = rank
    }
    return found.slice(0, count)
  }
}

/** The index of one table. */
export class TableIndex {
  /** The number of slots. */
  readonly size: number
  /** The ranks beside each orbit. */
  readonly ranks: number
  /** By how many slots the first so many symmetric orbits fall short of `ranks` each. */
  private readonly missing: Float64Array

  constructor(
    private readonly index: BoardIndex,
    private readonly orbits: Orbits,
    private readonly enemies: number,
  ) {
    const { symmetries, board } = index
    const { representatives, symmetric, men } = orbits
    this.ranks = binomial(board.names.length - men, enemies)
    this.missing = new Float64Array(symmetric.length + 1)
    for (const [place, orbit] of symmetric.entries()) {
      const own = representatives[orbit]
      const group = [0, ...symmetries.stabilizer(own)].map((number) => symmetries.symmetries[number])
      const classes = countClasses(board.full & ~own, group, enemies)
      this.missing[place + 1] = this.missing[place] + this.ranks - classes
    }
    this.size = this.startOf(representatives.length)
  }

  /** The slot of a position, the same for all its images. */
  slotOf(own: Mask, enemy: Mask): number {
    const { symmetries } = this.index
    let smallest = own
    let beside = enemy
    for (let symmetry = 1; symmetry < symmetries.symmetries.length; symmetry++) {
      const image = symmetries.image(own, symmetry)
      if (image > smallest) continue
      const other = symmetries.image(enemy, symmetry)
      if (image < smallest || other < beside) beside = other
      smallest = image
    }
    const orbit = this.orbits.numberOf(smallest)
    const rank = rankBeside(beside, this.index.board.full & ~smallest)
    return this.startOf(orbit) + (this.isSymmetric(orbit) ? lowerBound(this.ranksWithSlot(orbit), rank) : rank)
  }

  /** The orbit and the rank of the position in a slot. */
  placeOf(slot: number): Place {
    let low = 0
    let high = this.orbits.representatives.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.startOf(middle) <= slot) low = middle
      else high = middle
    }
    const rank = slot - this.startOf(low)
    return { orbit: low, rank: this.isSymmetric(low) ? this.ranksWithSlot(low)[rank] : rank }
  }

  /** The own men of an orbit. */
  ownMen(orbit: number): Mask {
    return this.orbits.representatives[orbit]
  }

  /** The ranks that have a slot, or null if all of them have. */
  ranksIn(orbit: number): Int32Array | null {
    return this.isSymmetric(orbit) ? this.ranksWithSlot(orbit) : null
  }

  private ranksWithSlot(orbit: number): Int32Array {
    return this.index.ranksWithSlot(this.ownMen(orbit), this.enemies)
  }

  private isSymmetric(orbit: number): boolean {
    const { symmetric } = this.orbits
    return symmetric[lowerBound(symmetric, orbit)] === orbit
  }

  /** The first slot of an orbit; of the orbit after the last, the number of slots. */
  private startOf(orbit: number): number {
    return orbit * this.ranks - this.missing[lowerBound(this.orbits.symmetric, orbit)]
  }
}

/** The rank of a set among all sets of its size of `free` points, in ascending order. */
export function rankBeside(mask: Mask, free: Mask): number {
  let rank = 0
  let number = 0
  let place = 0
  for (let left = free; left; left &= left - 1, place++) {
    if (mask & left & -left) rank += binomial(place, ++number)
  }
  return rank
}

/** The men of a rank, as a mask over the free points alone. */
export function setOfRank(rank: number, men: number): Mask {
  let mask = 0
  let left = rank
  for (let number = men; number > 0; number--) {
    let place = number - 1
    while (binomial(place + 1, number) <= left) place++
    left -= binomial(place, number)
    mask |= 1 << place
  }
  return mask
}

/** For each byte of a mask over the free points alone, at `i << 8 | byte`, the points it stands for. */
export function depositTable(free: Mask): Int32Array {
  const table = new Int32Array(1024)
  for (const [place, point] of pointsOf(free).entries()) {
    const bit = 1 << (place & 7)
    const start = (place >> 3) << 8
    for (let byte = bit; byte < 256; byte = (byte + 1) | bit) table[start | byte] |= 1 << point
  }
  return table
}

/** The points that a mask over the free points alone stands for. */
export function depositBits(mask: Mask, table: Int32Array): Mask {
  return (
    table[mask & 255] | table[256 | ((mask >>> 8) & 255)] | table[512 | ((mask >>> 16) & 255)] | table[768 | (mask >>> 24)]
  )
}

/** The number of sets of `men` of some points up to symmetry: the mean number of sets that a symmetry keeps. */
function countClasses(points: Mask, group: readonly Symmetry[], men: number): number {
  const kept = group.reduce((total, symmetry) => total + countKept(points, symmetry, men), 0)
  return kept / group.length
}

/** The number of sets that a symmetry maps to themselves: those that are unions of its cycles. */
function countKept(points: Mask, symmetry: Symmetry, men: number): number {
  const ways = [1, ...Array.from({ length: men }, () => 0)]
  for (let left = points; left; ) {
    let length = 0
    for (let point = 31 - Math.clz32(left); (left >>> point) & 1; point = symmetry[point]) {
      left &= ~(1 << point)
      length++
    }
    for (let total = men; total >= length; total--) ways[total] += ways[total - length]
  }
  return ways[men]
}
