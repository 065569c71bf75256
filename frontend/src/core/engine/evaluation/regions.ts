/**
 * Regions of the board: fixed sets of points, whose state is a number in base 3;
 * `merels.engine.evaluation.regions` in Python.
 *
 * A digit is 0 for an empty point, 1 for an own man and 2 for an enemy's. The regions are:
 *
 * - *ring*: the eight points of the outer square, or of the inner one;
 * - *middle*: those of the middle square;
 * - *side*: one side of all three squares, nine points, the outer square's first;
 * - *corner*: a corner of all three squares with the points beside it, nine points.
 *
 * Symmetries of the board exchange the two rings, the four sides and the four corners, and map each
 * onto itself in several ways. What they exchange has the same worth, so it shares weights.
 */
import type { Point } from '../../rules/geometry'
import { BOARD } from '../../rules/nine'
import { symmetriesOf } from '../../rules/symmetry'

/** Points in the order of the digits, the highest first. */
export type Region = readonly Point[]

/** Points of a square. */
const AROUND = 8
const SQUARES = [0, 1, 2]
const QUARTERS = [0, 1, 2, 3]

export const RING_STATES = 3 ** 8
export const SIDE_STATES = 3 ** 9

/** The points at some places around each of the three squares. */
function across(around: readonly number[]): Region {
  return SQUARES.flatMap((square) => around.map((place) => AROUND * square + (place & 7)))
}

const SIDE = [0, 1, 2]
const CORNER = [-1, 0, 1]

/** Ring, middle, side and corner. */
export const REGIONS: readonly Region[] = [
  [0, 1, 2, 3, 4, 5, 6, 7],
  [8, 9, 10, 11, 12, 13, 14, 15],
  across(SIDE),
  across(CORNER),
]

/** The number of each state's class: states have the same if they share a weight. */
export function classesOf(region: Region): Int32Array {
  const least = Int32Array.from({ length: 3 ** region.length }, (_, state) => state)
  for (const symmetry of symmetriesOf(BOARD)) {
    const places = region.map((point) => region.indexOf(symmetry[point]))
    if (places.includes(-1)) continue
    const images = imagesOf(places)
    for (let state = 0; state < least.length; state++) least[state] = Math.min(least[state], images[state])
  }
  // The least state of a class is its own image, and comes before the others.
  const classes = new Int32Array(least.length)
  let count = 0
  for (let state = 0; state < least.length; state++) {
    classes[state] = least[state] === state ? count++ : classes[least[state]]
  }
  return classes
}

/** States of all regions. */
export const STATES = 2 * RING_STATES + 2 * SIDE_STATES

/** Classes of them. */
export const CLASSES = 12_600

/** The class of each state of all regions; those of a region follow the one before. */
export function numberStates(): Int16Array {
  const numbers = new Int16Array(STATES)
  let place = 0
  let first = 0
  for (const region of REGIONS) {
    const classes = classesOf(region)
    numbers.set(classes.map((each) => first + each), place)
    place += classes.length
    first += 1 + classes.reduce((one, two) => Math.max(one, two))
  }
  return numbers
}

/** The image of each state, if the digit at each place goes to another; the highest digit is at place 0. */
function imagesOf(places: readonly number[]): Int32Array {
  const images = new Int32Array(3 ** places.length)
  let power = 1
  for (const place of [...places].reverse()) {
    const step = 3 ** (places.length - 1 - place)
    for (let state = power; state < 3 * power; state++) images[state] = images[state - power] + step
    power *= 3
  }
  return images
}

/** The number whose digits in base 3 are some bits of a byte. */
function numberOf(byte: number, places: readonly number[]): number {
  return places.reduce((number, place) => 3 * number + ((byte >> (place & 7)) & 1), 0)
}

/** What the men on a square, as a byte, add to the state of its ring. */
export const RING_OF = Int32Array.from({ length: 256 }, (_, byte) => numberOf(byte, REGIONS[0]))

/** Bits for one of two states in a word. */
export const LANE = 16

/** Words for the men on a square: two states of sides in each of the first two, then of corners. */
export const WORDS = 4

/**
 * For each square and the men on it, as a byte: what they add to the states of the four sides and the
 * four corners.
 */
export const STATES_OF = Int32Array.from({ length: SQUARES.length * 256 * WORDS }, (_, index) => {
  const word = index % WORDS
  const byte = Math.floor(index / WORDS) % 256
  const square = Math.floor(index / WORDS / 256)
  const power = 27 ** (SQUARES.length - 1 - square) // the digits of the inner square come last
  const around = word < 2 ? SIDE : CORNER
  const [low, high] = QUARTERS.map((quarter) => numberOf(byte, around.map((place) => place + 2 * quarter))).slice(
    2 * (word % 2),
  )
  return (low | (high << LANE)) * power
})
