/**
 * How a player of a given strength chooses among the moves of its search: `merels.engine.players.expert`
 * in Python. All numbers are whole, so both choose the same.
 */
import type { ScoredMove } from './deepening'

/** The weight of the best move. */
const UNIT = 2 ** 20
/** A weight halves in that many steps. */
const PARTS = 16
const STEPS = Array.from({ length: PARTS }, (_, step) => Math.round(UNIT * 2 ** (-step / PARTS)))

/** More lines than any position has moves. */
export const EVERY_MOVE = 2 ** 10

/** How many moves to score: all, or one for a player that only plays the best. */
export function countLines(halving: number): number {
  return halving === 0 ? 1 : EVERY_MOVE
}

/**
 * How often to play each move, best first. A move that scores `halving` below the best is played half
 * as often, and never a quiet one where the best takes a man.
 */
export function weighMoves(found: readonly ScoredMove[], halving: number): number[] {
  const [best] = found
  return found.map(({ move, score }) =>
    best.move.captured !== null && move.captured === null ? 0 : weigh(best.score - score, halving),
  )
}

function weigh(gap: number, halving: number): number {
  if (halving === 0) return gap === 0 ? UNIT : 0
  const steps = Math.floor((gap * PARTS) / halving)
  const halvings = Math.floor(steps / PARTS)
  return halvings > 31 ? 0 : STEPS[steps % PARTS] >>> halvings
}

/** The move that a random number of 32 bits stands for. */
export function pickMove(found: readonly ScoredMove[], halving: number, random: number): ScoredMove['move'] {
  const weights = weighMoves(found, halving)
  let ticket = random % weights.reduce((sum, weight) => sum + weight, 0)
  const picked = weights.findIndex((weight) => {
    ticket -= weight
    return ticket < 0
  })
  return found[picked].move
}
