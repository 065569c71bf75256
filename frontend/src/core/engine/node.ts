/**
 * A position of the search as the side to move sees it: four numbers.
 *
 * These are the own men, the enemy's men, the men in hand (own in bits 0-3, the enemy's in bits 4-7)
 * and the plies without a capture.
 */
import { count as popcount } from '../rules/geometry'
import { FULL } from '../rules/nine'
import type { Mask } from '../rules/geometry'
import { NONE, isClosing } from './ordering'
import type { Turn } from './ordering'
import { countSteps } from './evaluation/patterns'

/** The origin of a turn that only captures; its target is `NONE`. */
export const NOWHERE = 30

/** The mover's men after a turn; one that only captures has the origin `NOWHERE`. */
export function menAfter(own: Mask, turn: Turn): Mask {
  const origin = turn & 31
  const men = (own | (1 << (turn >> 5))) & FULL
  return origin === NONE ? men : men & ~(1 << origin)
}

/** The other side's men after a turn. */
export function othersAfter(enemy: Mask, turn: Turn): Mask {
  return isClosing(turn) ? enemy & ~(1 << (turn >> 10)) : enemy
}

/** The men in hand after a turn, as the other side sees them. */
export function handsAfter(hands: number, turn: Turn): number {
  return ((hands >> 4) | ((hands & 15) << 4)) - ((turn & 31) === NONE ? 16 : 0)
}

/** The plies without a capture after a turn. */
export function quietAfter(quiet: number, turn: Turn): number {
  return isClosing(turn) ? 0 : quiet + 1
}

/** Whether the side to move has fewer than three men. */
export function hasTooFew(own: Mask, hands: number): boolean {
  return popcount(own) + (hands & 15) < 3
}

/** Whether the side to move has no legal move. */
export function isBlocked(own: Mask, enemy: Mask, hands: number, flying: boolean): boolean {
  if (hands & 15 || (flying && popcount(own) === 3)) return false
  return countSteps(own, FULL & ~(own | enemy)) === 0
}
