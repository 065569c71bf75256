/**
 * Turns in the order in which the search tries them; `merels.engine.search.kernels.ordering` in
 * Python.
 *
 * A turn is packed into 15 bits: origin, target, captured man, five each. It stands below its rank in
 * one number of up to 52 bits, which a double holds exactly; the largest is tried first. Turns that
 * close a mill come before quiet ones; among quiet ones those that have often cut the search short,
 * and those that stop a mill of the enemy.
 */
import { count as popcount } from '../rules/geometry'
import { FULL } from '../rules/nine'
import type { Mask, Point } from '../rules/geometry'
import {
  SIDES,
  anticlockwise,
  clockwise,
  closableBy,
  completingAcross,
  completingAhead,
  completingAstride,
  completingBehind,
  completingPoints,
  lowestBit,
} from './evaluation/patterns'

/** A packed turn. */
export type Turn = number

/** Ranked turns, one after the other. */
export type Ranked = Float64Array

export const NONE = 31
export const TURN = (1 << 15) - 1
/** What a rank is multiplied with, to stand above the turn. */
export const ABOVE_TURN = 1 << 15
/** The captured man of a turn without a capture. */
const QUIET = NONE << 10

/** Room for the turns of a position. */
export const MOST_TURNS = 512

/** No line is searched further than this. */
export const MOST_PLIES = 120

/** Plies that memory is reserved for. */
export const ROOM = MOST_PLIES + 8

/** Pairs of origin and target. */
const WAYS = 1024

const CLOSING = 2 ** 36
export const KILLER = 2 ** 34
const STOPPING = 2 ** 32
const HISTORY_LIMIT = 1 << 28

/** For each side in turn, for each way, how useful such turns were. */
const history = new Int32Array(2 * WAYS)

/** For each ply, two quiet turns that caused a cutoff elsewhere. */
export const killers = new Int32Array(2 * ROOM)

/** For each point, what capturing the man there is worth. */
const worth = new Float64Array(32)

/** Whether a turn captures a man. */
export function isClosing(turn: Turn): boolean {
  return turn >> 10 !== NONE
}

/** Where the history of the side that moves at a ply begins. */
export function historyOf(ply: number): number {
  return (ply & 1) * WAYS
}

/** Remembers a turn that caused a cutoff, so that it is tried early elsewhere. */
export function rememberTurn(turn: Turn, depth: number, ply: number): void {
  if (isClosing(turn)) return
  const place = historyOf(ply) + (turn & (WAYS - 1))
  history[place] += depth * depth
  if (history[place] > HISTORY_LIMIT) {
    for (let i = 0; i < 2 * WAYS; i++) history[i] >>= 1
  }
  if (killers[2 * ply] !== turn) {
    killers[2 * ply + 1] = killers[2 * ply]
    killers[2 * ply] = turn
  }
}

/** Forgets which turns were useful. */
export function forgetTurns(): void {
  history.fill(0)
  killers.fill(0)
}

/** The men that may be captured: those outside mills, or all if there are none. */
function takeableMen(enemy: Mask): Mask {
  return enemy & ~completingPoints(enemy) || enemy
}

/** The points where a side can close a mill with its next turn. */
function closingsOf(men: Mask, empty: Mask, isAnywhere: boolean): Mask {
  return isAnywhere ? empty & completingPoints(men) : closableBy(men, men, empty)
}

/** Notes what each man that may be captured is worth: most if the enemy can close few mills then. */
function rateRemovals(takeable: Mask, enemy: Mask, empty: Mask, isAnywhere: boolean): void {
  for (let left = takeable; left; left &= left - 1) {
    const captured = lowestBit(left)
    const rest = enemy & ~(1 << captured)
    const twos = popcount(empty & completingPoints(rest))
    const closings = popcount(closingsOf(rest, empty, isAnywhere))
    worth[captured] = CLOSING - closings * 2 ** 26 - twos * 2 ** 24
  }
}

/**
 * Writes a turn for each target and each man that may be captured to `out` at `end`; returns the new
 * end. The origin is `target - offset` around its square or across; `origin` is given where it is the
 * same for all targets.
 */
function writeClosings(
  targets: Mask,
  offset: number,
  origin: Point,
  takeable: Mask,
  out: Ranked,
  end: number,
): number {
  for (; targets; targets &= targets - 1) {
    const target = lowestBit(targets)
    const way = (offset === 0 ? origin : stepBack(target, offset)) | (target << 5)
    for (let left = takeable; left; left &= left - 1) {
      const captured = lowestBit(left)
      out[end] = worth[captured] * ABOVE_TURN + (way | (captured << 10))
      end += 1
    }
  }
  return end
}

/** The point that a step leads from: 1 clockwise, -1 the other way, 8 or -8 across. */
function stepBack(target: Point, offset: number): Point {
  if (offset === 8 || offset === -8) return target - offset
  return (target & 24) | ((target - offset) & 7)
}

/** Writes a turn for each target; returns the new end. The history of this side begins at `side`. */
function writeQuiet(
  targets: Mask,
  offset: number,
  origin: Point,
  stopping: Mask,
  side: number,
  out: Ranked,
  end: number,
): number {
  for (; targets; targets &= targets - 1) {
    const target = lowestBit(targets)
    const way = (offset === 0 ? origin : stepBack(target, offset)) | (target << 5)
    const rank = history[side + way] + ((stopping >> target) & 1 ? STOPPING : 0)
    out[end] = rank * ABOVE_TURN + (way | QUIET)
    end += 1
  }
  return end
}

/** Writes all placings; returns the new end. */
function writePlacings(
  own: Mask,
  empty: Mask,
  takeable: Mask,
  stopping: Mask,
  side: number,
  out: Ranked,
  end: number,
): number {
  const closing = takeable ? empty & completingPoints(own) : 0
  end = writeClosings(closing, 0, NONE, takeable, out, end)
  return writeQuiet(empty & ~closing, 0, NONE, stopping, side, out, end)
}

/** Writes all flights; returns the new end. */
function writeFlights(
  own: Mask,
  empty: Mask,
  takeable: Mask,
  stopping: Mask,
  side: number,
  out: Ranked,
  end: number,
): number {
  for (let left = own; left; left &= left - 1) {
    const origin = lowestBit(left)
    const closing = empty & completingPoints(own & ~(1 << origin))
    end = writeClosings(closing, 0, origin, takeable, out, end)
    end = writeQuiet(empty & ~closing, 0, origin, stopping, side, out, end)
  }
  return end
}

/** Writes all steps along the lines; returns the new end. */
function writeSteps(
  own: Mask,
  empty: Mask,
  takeable: Mask,
  stopping: Mask,
  side: number,
  out: Ranked,
  end: number,
): number {
  const across = completingAcross(own)
  let targets = clockwise(own) & empty
  let closing = targets & (completingAhead(own) | across)
  end = writeClosings(closing, 1, 0, takeable, out, end)
  end = writeQuiet(targets & ~closing, 1, 0, stopping, side, out, end)
  targets = anticlockwise(own) & empty
  closing = targets & (completingBehind(own) | across)
  end = writeClosings(closing, -1, 0, takeable, out, end)
  end = writeQuiet(targets & ~closing, -1, 0, stopping, side, out, end)
  const astride = completingAstride(own)
  targets = (own << 8) & SIDES & empty
  end = writeClosings(targets & astride, 8, 0, takeable, out, end)
  end = writeQuiet(targets & ~astride, 8, 0, stopping, side, out, end)
  targets = (own >> 8) & SIDES & empty
  end = writeClosings(targets & astride, -8, 0, takeable, out, end)
  return writeQuiet(targets & ~astride, -8, 0, stopping, side, out, end)
}

/**
 * Writes every legal turn with its rank to `out` at `start`; returns the end. Both sides have three
 * men or more. `hands` has the own hand in bits 0-3, the other's in bits 4-7.
 */
export function writeTurns(
  own: Mask,
  enemy: Mask,
  hands: number,
  flying: boolean,
  side: number,
  out: Ranked,
  start: number,
): number {
  const empty = FULL & ~(own | enemy)
  const isOwnAnywhere = (hands & 15) > 0 || (flying && popcount(own) === 3)
  const isEnemyAnywhere = hands >> 4 > 0 || (flying && popcount(enemy) === 3)
  const stopping = closingsOf(enemy, empty, isEnemyAnywhere)
  let takeable = 0
  if (closingsOf(own, empty, isOwnAnywhere)) {
    takeable = takeableMen(enemy)
    rateRemovals(takeable, enemy, empty, isEnemyAnywhere)
  }
  if (hands & 15) return writePlacings(own, empty, takeable, stopping, side, out, start)
  if (isOwnAnywhere) return writeFlights(own, empty, takeable, stopping, side, out, start)
  return writeSteps(own, empty, takeable, stopping, side, out, start)
}

/** Brings the highest of the ranked turns from `first` to `end` to the front; returns the turn. */
export function takeBest(first: number, end: number, turns: Ranked): Turn {
  let best = first
  let highest = turns[first]
  for (let i = first + 1; i < end; i++) {
    if (turns[i] > highest) {
      highest = turns[i]
      best = i
    }
  }
  turns[best] = turns[first]
  turns[first] = highest
  return highest & TURN
}

/** Puts the turns that take a man before the others: an order that costs little. */
export function bringClosingsForward(first: number, end: number, turns: Ranked): void {
  let place = first
  for (let i = first; i < end; i++) {
    const ranked = turns[i]
    if (isClosing(ranked & TURN)) {
      turns[i] = turns[place]
      turns[place] = ranked
      place += 1
    }
  }
}
