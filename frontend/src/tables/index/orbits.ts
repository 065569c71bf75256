/**
 * Orbits: sets of men that the symmetries of a board map to each other.
 *
 * An orbit's smallest mask represents it, and orbits are numbered in the order of these masks. The lists are built
 * when they are first needed, for one number of men at a time: 82,880 masks for nine men, found among 1,307,504 sets
 * in 20 to 40 ms. Sets are never ranked: representatives ascend, so a search finds the number of one.
 */
import { count as countPoints } from '../../core/rules/geometry'
import type { Geometry, Mask } from '../../core/rules/geometry'
import { symmetriesOf } from '../../core/rules/symmetry'
import type { Symmetry } from '../../core/rules/symmetry'

/** The most symmetries that tables are indexed by; boards that ship have no more. */
const MOST_SYMMETRIES = 16

/** `BINOMIALS[n][k]`: the number of sets of `k` of `n` points. */
export const BINOMIALS: readonly (readonly number[])[] = pascal(26)

function pascal(rows: number): number[][] {
  const triangle = [[1]]
  while (triangle.length < rows) {
    const above = triangle[triangle.length - 1]
    triangle.push([1, ...above.map((each, place) => each + (above[place + 1] ?? 0))])
  }
  return triangle
}

/** The number of sets of `men` of `points` points. */
export function binomial(points: number, men: number): number {
  return BINOMIALS[points][men] ?? 0
}

/** The next larger number with as many bits. */
export function nextSet(mask: Mask): Mask {
  const lowest = mask & -mask
  const above = mask + lowest
  return above | (((mask ^ above) >>> 2) >>> (31 - Math.clz32(lowest)))
}

/** The symmetries of a board over masks. */
export class BoardSymmetries {
  readonly symmetries: readonly Symmetry[]
  /** The images of the parts of a mask under symmetry `s`, from `s << 10` on: two bytes, then the rest, up to nine bits. */
  private readonly images: Int32Array

  constructor(readonly board: Geometry) {
    this.symmetries = symmetriesOf(board)
    if (this.symmetries.length > MOST_SYMMETRIES) throw new RangeError('the board has too many symmetries')
    this.images = new Int32Array(this.symmetries.length << 10)
    for (const [number, symmetry] of this.symmetries.entries()) {
      for (const [point, image] of symmetry.entries()) {
        const part = Math.min(point >> 3, 2)
        const start = (number << 10) | (part << 8)
        const bit = 1 << (point - 8 * part)
        // All parts with this bit.
        for (let bits = bit; bits < (part < 2 ? 256 : 512); bits = (bits + 1) | bit) this.images[start | bits] |= 1 << image
      }
    }
  }

  /** The image of a set of points. */
  image(mask: Mask, symmetry: number): Mask {
    const { images } = this
    const start = symmetry << 10
    return (
      images[start | (mask & 255)] |
      images[start | 256 | ((mask >>> 8) & 255)] |
      images[start | 512 | (mask >>> 16)]
    )
  }

  /** The number of symmetries that map a set to itself; 0 if an image is smaller than the set. */
  countKeeping(mask: Mask): number {
    let keeping = 1
    for (let symmetry = this.symmetries.length - 1; symmetry > 0; symmetry--) {
      const image = this.image(mask, symmetry)
      if (image < mask) return 0
      if (image === mask) keeping++
    }
    return keeping
  }

  /** Whether no image of the points from 16 on is smaller by a symmetry that maps these points to each other. */
  mayBeSmallest(high: Mask): boolean {
    const all = this.board.full & -0x10000
    return this.symmetries.every((_, symmetry) => this.image(all, symmetry) !== all || this.image(high, symmetry) >= high)
  }

  /** The symmetries that map a set to itself, without the identity. */
  stabilizer(mask: Mask): readonly number[] {
    const found: number[] = []
    for (let symmetry = 1; symmetry < this.symmetries.length; symmetry++) {
      if (this.image(mask, symmetry) === mask) found.push(symmetry)
    }
    return found
  }
}

/** The orbits of all sets of a number of men. */
export class Orbits {
  /** The smallest mask of each orbit, ascending. */
  readonly representatives: Int32Array
  /** The orbits whose representatives have symmetries of their own, ascending. */
  readonly symmetric: Int32Array

  constructor(
    readonly symmetries: BoardSymmetries,
    readonly men: number,
  ) {
    const points = symmetries.board.names.length
    const found = new Int32Array(binomial(points, men))
    const symmetric: number[] = []
    let count = 0
    // The points from 16 on, which weigh most, rule out four sets of five at once.
    for (let high = 0; high < 2 ** points; high += 0x10000) {
      const lowMen = men - countPoints(high)
      if (lowMen < 0 || !symmetries.mayBeSmallest(high)) continue
      const sets = binomial(Math.min(points, 16), lowMen)
      for (let number = 0, low = 2 ** lowMen - 1; number < sets; number++, low = nextSet(low)) {
        const keeping = symmetries.countKeeping(high | low)
        if (keeping === 0) continue
        if (keeping > 1) symmetric.push(count)
        found[count++] = high | low
      }
    }
    this.representatives = found.slice(0, count)
    this.symmetric = Int32Array.from(symmetric)
  }

  /** The number of an orbit, by its representative. */
  numberOf(representative: Mask): number {
    return lowerBound(this.representatives, representative)
  }
}

/** The first place of ascending numbers that are at least `wanted`. */
export function lowerBound(numbers: ArrayLike<number>, wanted: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle] < wanted) low = middle + 1
    else high = middle
  }
  return low
}
