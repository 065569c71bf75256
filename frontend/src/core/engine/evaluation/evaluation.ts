/**
 * The static value of a position, as the side to move sees it, in hundredths of a man;
 * `merels.engine.evaluation.kernels` in Python.
 *
 * A small network that has learned from exact values. What it sees is the state of each region of the
 * board (`regions`) and what is about to happen (`tacticOf`): twelve *features*. Each has a weight of
 * its own in every stage of the game; their sum is the first part of the value. The second part is for
 * what matters only together: each feature also has a row of `HIDDEN` numbers, the rows are added, and
 * the positive sums count with the weights of the stage. `weights` reads them all.
 */
import { count as popcount } from '../../rules/geometry'
import { FULL } from '../../rules/nine'
import type { Mask } from '../../rules/geometry'
import { closableBy, completingPoints, countSteps, neighboursOf } from './patterns'
import { CLASSES, LANE, RING_OF, RING_STATES, SIDE_STATES, STATES_OF, WORDS, numberStates } from './regions'

/** The value of a side that cannot move. */
export const LOST = -32_000

/** Men in hand of both sides together. */
const MOST_IN_HAND = 18
/** Men of a side on the board. */
const FEWEST = 3
const MOST = 9

const STAGES = MOST_IN_HAND + (MOST - FEWEST + 1) ** 2
/** Stages with men in hand share their rows, and so do the others. */
const GROUPS = 2

const TACTICS = 4 * 4 * 2 * 2 * 2 * 3 * 3
const FEATURES = CLASSES + TACTICS

/** Sums of the hidden layer. */
const HIDDEN = 16
/** Words of a row: two numbers in each, the first in the lower half. */
const ROW = HIDDEN / 2
/** The second part of the value is divided by a power of two. */
const HIDDEN_BITS = 14

/** How many numbers have been learned. */
export const LENGTH = STAGES * FEATURES + (GROUPS * FEATURES + 2 * STAGES) * HIDDEN

// Where the states of a kind of region begin.
const MIDDLE = RING_STATES
const SIDE = MIDDLE + RING_STATES
const CORNER = SIDE + SIDE_STATES

const LANE_MASK = (1 << LANE) - 1

/** Where the words of each square begin in `STATES_OF`. */
const MIDDLE_WORDS = 256 * WORDS
const INNER_WORDS = 512 * WORDS

const classes = numberStates()

/** For each stage the weight of each feature, ... */
let weights = new Int16Array(STAGES * FEATURES)
/** ... for each group the row of each feature, ... */
let rows = new Int32Array(GROUPS * FEATURES * ROW)
/** ... and for each stage what is added to the sums, ... */
let biases = new Int32Array(STAGES * ROW)
/** ... and what they count. */
let outs = new Int16Array(STAGES * HIDDEN)

/** Evaluates with what was learned from now on: `LENGTH` numbers, in the order of Python's file. */
export function setWeights(learned: Int16Array<ArrayBuffer>): void {
  if (learned.length !== LENGTH) throw new RangeError(`expected ${LENGTH} weights, not ${learned.length}`)
  let end = 0
  const take = (count: number): Int16Array<ArrayBuffer> => learned.slice(end, (end += count))
  weights = take(STAGES * FEATURES)
  rows = pairUp(take(GROUPS * FEATURES * HIDDEN))
  biases = pairUp(take(STAGES * HIDDEN))
  outs = take(STAGES * HIDDEN)
}

/** Numbers in pairs, so that one addition adds two; a negative lower one borrows from the higher. */
function pairUp(numbers: Int16Array): Int32Array<ArrayBuffer> {
  const pairs = new Int32Array(numbers.length / 2)
  for (let i = 0; i < pairs.length; i++) pairs[i] = numbers[2 * i] + (numbers[2 * i + 1] << 16)
  return pairs
}

/** The stage: by the men in hand of both sides, else by the men on the board. */
function stageOf(inHand: number, ownMen: number, enemyMen: number): number {
  if (inHand) return Math.min(inHand, MOST_IN_HAND) - 1
  return (
    MOST_IN_HAND +
    (Math.min(Math.max(ownMen, FEWEST), MOST) - FEWEST) * (MOST - FEWEST + 1) +
    Math.min(Math.max(enemyMen, FEWEST), MOST) -
    FEWEST
  )
}

/** The points where a side can close a mill with its next turn. */
function closingsOf(men: Mask, completing: Mask, empty: Mask, isAnywhere: boolean): Mask {
  return isAnywhere ? empty & completing : closableBy(men, men, empty)
}

/** Whether a man can open one mill to close another; `milled` are the men in mills. */
function hasDouble(men: Mask, milled: Mask, empty: Mask): number {
  return milled && closableBy(milled, men, empty) ? 1 : 0
}

/** How many men, up to 2, can step out of a mill and back with nobody near to stop it. */
function countRunning(milled: Mask, others: Mask, empty: Mask): number {
  if (!milled) return 0
  return Math.min(popcount(milled & neighboursOf(empty) & ~neighboursOf(others)), 2)
}

/** The number of what is about to happen, less than `TACTICS`. */
function tacticOf(own: Mask, enemy: Mask, empty: Mask, isOwnAnywhere: boolean, isEnemyAnywhere: boolean): number {
  const completing = completingPoints(own)
  const enemyCompleting = completingPoints(enemy)
  const closings = closingsOf(own, completing, empty, isOwnAnywhere)
  const threats = closingsOf(enemy, enemyCompleting, empty, isEnemyAnywhere)
  // A threat that no step can stop.
  const beyond = threats && !isOwnAnywhere && threats & ~neighboursOf(own) ? 1 : 0
  const milled = own & completing
  const enemyMilled = enemy & enemyCompleting
  const number =
    (Math.min(popcount(closings), 3) << 5) |
    (Math.min(popcount(threats), 3) << 3) |
    (beyond << 2) |
    (hasDouble(own, milled, empty) << 1) |
    hasDouble(enemy, enemyMilled, empty)
  return number * 9 + countRunning(milled, enemy, empty) * 3 + countRunning(enemyMilled, own, empty)
}

/** Two states of sides or corners at once, in the lanes of a word; squares are given as bytes. */
function statesOf(
  ownOuter: number,
  ownMiddle: number,
  ownInner: number,
  outer: number,
  middle: number,
  inner: number,
  word: number,
): number {
  const enemys =
    STATES_OF[outer * WORDS + word] +
    STATES_OF[MIDDLE_WORDS + middle * WORDS + word] +
    STATES_OF[INNER_WORDS + inner * WORDS + word]
  return (
    (STATES_OF[ownOuter * WORDS + word] +
      STATES_OF[MIDDLE_WORDS + ownMiddle * WORDS + word] +
      STATES_OF[INNER_WORDS + ownInner * WORDS + word] +
      2 * enemys) |
    0
  )
}

/** The value of a position, given its tactic and stage. */
function weigh(own: Mask, enemy: Mask, tactic: number, stage: number): number {
  const ownOuter = own & 255
  const ownMiddle = (own >> 8) & 255
  const ownInner = own >> 16
  const outer = enemy & 255
  const middle = (enemy >> 8) & 255
  const inner = enemy >> 16
  const sides = statesOf(ownOuter, ownMiddle, ownInner, outer, middle, inner, 0)
  const otherSides = statesOf(ownOuter, ownMiddle, ownInner, outer, middle, inner, 1)
  const corners = statesOf(ownOuter, ownMiddle, ownInner, outer, middle, inner, 2)
  const otherCorners = statesOf(ownOuter, ownMiddle, ownInner, outer, middle, inner, 3)
  // The features of the position: the classes of its regions' states, and its tactic.
  const a = classes[RING_OF[ownOuter] + 2 * RING_OF[outer]]
  const b = classes[RING_OF[ownInner] + 2 * RING_OF[inner]]
  const c = classes[MIDDLE + RING_OF[ownMiddle] + 2 * RING_OF[middle]]
  const d = classes[SIDE + (sides & LANE_MASK)]
  const e = classes[SIDE + (sides >> LANE)]
  const f = classes[SIDE + (otherSides & LANE_MASK)]
  const g = classes[SIDE + (otherSides >> LANE)]
  const h = classes[CORNER + (corners & LANE_MASK)]
  const i = classes[CORNER + (corners >> LANE)]
  const j = classes[CORNER + (otherCorners & LANE_MASK)]
  const k = classes[CORNER + (otherCorners >> LANE)]
  const last = CLASSES + tactic
  let first = stage * FEATURES
  const value =
    weights[first + a] +
    weights[first + b] +
    weights[first + c] +
    weights[first + d] +
    weights[first + e] +
    weights[first + f] +
    weights[first + g] +
    weights[first + h] +
    weights[first + i] +
    weights[first + j] +
    weights[first + k] +
    weights[first + last]
  first = stage < MOST_IN_HAND ? 0 : FEATURES
  const rowA = (first + a) * ROW
  const rowB = (first + b) * ROW
  const rowC = (first + c) * ROW
  const rowD = (first + d) * ROW
  const rowE = (first + e) * ROW
  const rowF = (first + f) * ROW
  const rowG = (first + g) * ROW
  const rowH = (first + h) * ROW
  const rowI = (first + i) * ROW
  const rowJ = (first + j) * ROW
  const rowK = (first + k) * ROW
  const rowLast = (first + last) * ROW
  let together = 0
  for (let word = 0; word < ROW; word++) {
    const sums =
      (biases[stage * ROW + word] +
        rows[rowA + word] +
        rows[rowB + word] +
        rows[rowC + word] +
        rows[rowD + word] +
        rows[rowE + word] +
        rows[rowF + word] +
        rows[rowG + word] +
        rows[rowH + word] +
        rows[rowI + word] +
        rows[rowJ + word] +
        rows[rowK + word] +
        rows[rowLast + word]) |
      0
    const low = (sums << 16) >> 16
    const high = (sums - low) >> 16
    const place = stage * HIDDEN + 2 * word
    together += Math.imul(Math.max(low, 0), outs[place]) + Math.imul(Math.max(high, 0), outs[place + 1])
  }
  return value + ((together | 0) >> HIDDEN_BITS)
}

/** The value of a position whose sides have three men or more; `LOST` if blocked. */
export function evaluate(own: Mask, enemy: Mask, ownInHand: number, enemyInHand: number, flying: boolean): number {
  const empty = FULL & ~(own | enemy)
  let ownMen = popcount(own)
  let enemyMen = popcount(enemy)
  const isOwnAnywhere = ownInHand > 0 || (flying && ownMen === 3)
  const isEnemyAnywhere = enemyInHand > 0 || (flying && enemyMen === 3)
  if (!isOwnAnywhere && countSteps(own, empty) === 0) return LOST
  if (!flying) {
    // Three men that may not fly are nearer to four than to three that may.
    ownMen = Math.max(ownMen, 4)
    enemyMen = Math.max(enemyMen, 4)
  }
  const stage = stageOf(ownInHand + enemyInHand, ownMen, enemyMen)
  return weigh(own, enemy, tacticOf(own, enemy, empty, isOwnAnywhere, isEnemyAnywhere), stage)
}
