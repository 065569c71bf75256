import { deriveSeed } from '../../../../src/core/players/random'
import { legalMoves, sidesOf, successor } from '../../../../src/core/rules/position'
import type { Position } from '../../../../src/core/rules/position'

/** A number that depends on the legal moves, their order, and where each leads; as in `tools/vectors`. */
export function hashMoves(position: Position): number {
  const numbers: number[] = []
  for (const move of legalMoves(position)) {
    for (const point of [move.origin, move.target, move.captured]) numbers.push(point === null ? 0 : point + 1)
    const { own, enemy, ownInHand, enemyInHand } = sidesOf(successor(position, move))
    numbers.push(own, enemy, ownInHand, enemyInHand)
  }
  return deriveSeed(0, ...numbers)
}
