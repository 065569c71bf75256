import { deriveSeed } from '../../../../src/core/players/random'
import { legalMoves, sidesOf, successor } from '../../../../src/core/rules/position'
import type { Position } from '../../../../src/core/rules/position'

/** A number that depends on the legal moves, their order, and where each leads; as in `tools/vectors`. */
export function hashMoves(position: Position): number {
  const numbers: number[] = []
  for (const move of legalMoves(position)) {
    for (const point of [move.origin, move.target, move.captured]) numbers.push(point === null ? 0 : point + 1)
    const after = successor(position, move)
    const { own, enemy, ownInHand, enemyInHand, marks } = sidesOf(after)
    numbers.push(own, enemy, ownInHand, enemyInHand)
    if (!position.variant.unusual) continue
    const bans = [marks?.ban, marks?.otherBan].flatMap((ban) => (ban ? [ban.origin + 1, ban.target + 1] : [0, 0]))
    const also = (move.also ?? []).map((point) => point + 1)
    numbers.push(...also, after.turn, ...bans, marks?.firstMill ?? 0, marks?.takings ?? 0)
  }
  return deriveSeed(0, ...numbers)
}
