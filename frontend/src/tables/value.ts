/**
 * The exact value of a position, and how values compare: the rules of `merels.rules.value`.
 *
 * Tables store a value as one number, its *score*: 0 is a draw, any other score is the number of plies to the end of the
 * game plus 1; even scores are won for the side to move, odd ones lost.
 */

import type { Value } from './api'

const DRAW: Value = { result: 'draw', plies: null }
/** Lost because the game is over. */
export const LOST: Value = { result: 'loss', plies: 0 }

/** Stands for an unknown distance when values are compared. */
const FAR = 1_000_000
const SIGNS = { win: 1, draw: 0, loss: -1 } as const
const OPPOSITE = { win: 'loss', draw: 'draw', loss: 'win' } as const

/** The value that a score of a table with distances stands for. */
export function valueOfScore(score: number): Value {
  if (score === 0) return DRAW
  return { result: score % 2 ? 'loss' : 'win', plies: score - 1 }
}

/** The value that a result of a table without distances stands for: 0 drawn, 1 lost, 2 won. */
export function valueOfResult(result: number): Value {
  return result === 0 ? DRAW : { result: result === 1 ? 'loss' : 'win', plies: null }
}

/** The value of the move that led to a position of this value, for the side that played it. */
export function valueBefore({ result, plies }: Value): Value {
  return { result: OPPOSITE[result], plies: plies === null ? null : plies + 1 }
}

/** Orders values, better ones first: quickest wins first, slowest losses before quicker ones. */
export function compareValues(one: Value, two: Value): number {
  return SIGNS[two.result] - SIGNS[one.result] || SIGNS[one.result] * ((one.plies ?? FAR) - (two.plies ?? FAR))
}
