/**
 * The rules of moving and taking, over masks.
 *
 * Everything is seen by the side to move. Turns come in the order of the Python generator: by
 * origin, then target, then captured man. Tests hold the two equal.
 */
import { FULL, MILLS, MILLS_THROUGH, NEIGHBOURS, count, pointsOf } from './geometry'
import type { Mask, Point } from './geometry'

/**
 * One turn. `origin` is null for a placing, `captured` is null without a mill. A removal that
 * completes a turn already begun has neither origin nor target.
 */
export interface Move {
  readonly origin: Point | null
  readonly target: Point | null
  readonly captured: Point | null
}

/** A position as the side to move sees it. */
export interface Sides {
  readonly own: Mask
  readonly enemy: Mask
  readonly ownInHand: number
  readonly enemyInHand: number
}

/** The points of all mills of `men` that go through `point`; 0 where there is none. */
export function millsAt(men: Mask, point: Point): Mask {
  return joinMills(men, MILLS_THROUGH[point])
}

/** Those of `men` that stand in a mill. */
export function menInMills(men: Mask): Mask {
  return joinMills(men, MILLS)
}

function joinMills(men: Mask, mills: readonly Mask[]): Mask {
  let together = 0
  for (const mill of mills) if ((men & mill) === mill) together |= mill
  return together
}

/** The men that may be taken: those outside mills, or all if there are none such. */
export function removable(enemy: Mask): Mask {
  return enemy & ~menInMills(enemy) || enemy
}

/** Whether a side may move a man to any empty point. */
export function mayFly(men: Mask, inHand: number, flying: boolean): boolean {
  return flying && inHand === 0 && count(men) === 3
}

/** Whether a side has fewer than three men, board and hand together, and so has lost. */
export function hasTooFew(men: Mask, inHand: number): boolean {
  return count(men) + inHand < 3
}

/** The mover's men after a placing or way. */
export function standAfter(own: Mask, origin: Point | null, target: Point): Mask {
  return (origin === null ? own : own & ~(1 << origin)) | (1 << target)
}

/** Whether a placing or way ends in a mill. */
export function closesMill(own: Mask, origin: Point | null, target: Point): boolean {
  return millsAt(standAfter(own, origin, target), target) !== 0
}

/** What the other side sees after a turn. */
export function sidesAfter(sides: Sides, move: Move): Sides {
  const { origin, target, captured } = move
  return {
    own: captured === null ? sides.enemy : sides.enemy & ~(1 << captured),
    enemy: target === null ? sides.own : standAfter(sides.own, origin, target),
    ownInHand: sides.enemyInHand,
    enemyInHand: sides.ownInHand - (target !== null && origin === null ? 1 : 0),
  }
}

/** Every legal turn. A side with fewer than three men has lost: then there are none. */
export function generateTurns(sides: Sides, flying: boolean): Move[] {
  const { own, enemy, ownInHand, enemyInHand } = sides
  const turns: Move[] = []
  if (hasTooFew(own, ownInHand) || hasTooFew(enemy, enemyInHand)) return turns
  const empty = FULL & ~(own | enemy)
  const takings = enemy ? pointsOf(removable(enemy)) : [null]
  const addTurns = (origin: Point | null, targets: Mask): void => {
    for (const target of pointsOf(targets)) {
      if (closesMill(own, origin, target)) {
        for (const captured of takings) turns.push({ origin, target, captured })
      } else {
        turns.push({ origin, target, captured: null })
      }
    }
  }
  if (ownInHand) {
    addTurns(null, empty)
  } else {
    const anywhere = mayFly(own, ownInHand, flying)
    for (const origin of pointsOf(own)) addTurns(origin, anywhere ? empty : empty & NEIGHBOURS[origin])
  }
  return turns
}

/** The turns of a position in mid-turn: a mill is closed, a man must be taken. */
export function generateRemovals(enemy: Mask): Move[] {
  return pointsOf(removable(enemy)).map((captured) => ({ origin: null, target: null, captured }))
}
