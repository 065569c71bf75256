/**
 * Orbits: sets of men that the symmetries of a board map to each other.
 *
 * An orbit's smallest mask represents it, and orbits are numbered in the order of these masks. The lists are built
 * when they are first needed, for one number of men at a time: 81,752 masks for nine men, found among 1,307,504 sets
 * in some 20 ms. Sets are never ranked: representatives ascend, so a search finds the number of one.
 */
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
  /** The image of byte `i` under symmetry `s`, at `(s * 4 + i) << 8 | byte`. */
  private readonly images: Int32Array

  constructor(readonly board: Geometry) {
    this.symmetries = symmetriesOf(board)
    if (this.symmetries.length > MOST_SYMMETRIES) throw new RangeError('the board has too many symmetries')
    this.images = new Int32Array(this.symmetries.length << 10)
    for (const [number, symmetry] of this.symmetries.entries()) {
      for (const [point, image] of symmetry.entries()) {
        const start = ((number << 2) | (point >> 3)) << 8
        const bit = 1 << (point & 7)
        // The bytes with this bit, from those without it.
        for (let byte = bit; byte < 256; byte = (byte + 1) | bit) this.images[start | byte] |= 1 << image
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
      images[start | 512 | ((mask >>> 16) & 255)] |
      images[start | 768 | (mask >>> 24)]
    )
  }

  /** Whether no image of a set is smaller than the set. */
  isSmallest(mask: Mask): boolean {
    for (let symmetry = this.symmetries.length - 1; symmetry > 0; symmetry--) {
      if (this.image(mask, symmetry) < mask) return false
    }
    return true
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
    const sets = binomial(points, men)
    // A set has at most 16 images, and those with fewer are few.
    const found = new Int32Array(sets)
    const symmetric: number[] = []
    let count = 0
    for (let number = 0, mask = 2 ** men - 1; number < sets; number++, mask = nextSet(mask)) {
      if (!symmetries.isSmallest(mask)) continue
      if (symmetries.stabilizer(mask).length) symmetric.push(count)
      found[count++] = mask
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
