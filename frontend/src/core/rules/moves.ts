/**
 * Legal moves over masks, as the side to move sees the board.
 *
 * Moves come in the order of the Python generator: by origin, then target, then captured man. Tests
 * compare the two.
 */
import { count, pointsOf } from './geometry'
import type { Geometry, Mask, Point } from './geometry'
import { MAY_BE_UNUSUAL } from './turn'
import type { Move, Sides } from './turn'
import type { Flying, Variant } from './variant'

export type { Move, Sides } from './turn'

/** The points of all mills of `men` through `point`; 0 if there are none. */
export function millsAt(men: Mask, point: Point, board: Geometry): Mask {
  return joinMills(men, board.millsThrough[point])
}

/** Whether the man on `point` is part of a mill of `men`. */
export function formsMill(men: Mask, point: Point, board: Geometry): boolean {
  return millsAt(men, point, board) !== 0
}

/** The men that are part of a mill. */
export function menInMills(men: Mask, board: Geometry): Mask {
  return joinMills(men, board.mills)
}

function joinMills(men: Mask, mills: readonly Mask[]): Mask {
  let together = 0
  for (const mill of mills) if ((men & mill) === mill) together |= mill
  return together
}

/** The men that may be captured: those outside mills, or all of them if every man is in a mill. */
export function getRemovalCandidates(enemy: Mask, board: Geometry): Mask {
  return enemy & ~menInMills(enemy, board) || enemy
}

/** Whether a side may move a man to any empty point. */
export function mayFly(men: Mask, inHand: number, flying: Flying): boolean {
  if (flying === 'never' || count(men) + inHand !== 3) return false
  return inHand === 0 || flying === 'three-in-all'
}

/** Whether a side has lost because it has fewer than three men, on the board and in hand. */
export function hasTooFew(men: Mask, inHand: number): boolean {
  return count(men) + inHand < 3
}

/** The mover's men once a man has been placed on `target`, or moved there from `origin`. */
export function menAfter(own: Mask, origin: Point | null, target: Point): Mask {
  return (origin === null ? own : own & ~(1 << origin)) | (1 << target)
}

/** What the other side sees after a move. */
export function sidesAfter(sides: Sides, move: Move): Sides {
  const { origin, target, captured } = move
  return {
    own: captured === null ? sides.enemy : sides.enemy & ~(1 << captured),
    enemy: target === null ? sides.own : menAfter(sides.own, origin, target),
    ownInHand: sides.enemyInHand,
    enemyInHand: sides.ownInHand - (target !== null && origin === null ? 1 : 0),
  }
}

/** All legal moves: none if either side has fewer than three men, for then the game is over. */
export function generateMoves(sides: Sides, variant: Variant): Move[] {
  const { own, enemy, ownInHand, enemyInHand } = sides
  const { board } = variant
  if (MAY_BE_UNUSUAL && variant.unusual) return variant.unusual.moves(sides, variant)
  const moves: Move[] = []
  if (hasTooFew(own, ownInHand) || hasTooFew(enemy, enemyInHand)) return moves
  const empty = board.full & ~(own | enemy)
  const captures = enemy ? pointsOf(getRemovalCandidates(enemy, board)) : [null]
  const addMoves = (origin: Point | null, targets: Mask): void => {
    for (const target of pointsOf(targets)) {
      if (formsMill(menAfter(own, origin, target), target, board)) {
        for (const captured of captures) moves.push({ origin, target, captured })
      } else {
        moves.push({ origin, target, captured: null })
      }
    }
  }
  if (ownInHand) addMoves(null, empty)
  if (ownInHand && variant.placing === 'first') return moves
  const anywhere = mayFly(own, ownInHand, variant.flying)
  for (const origin of pointsOf(own)) addMoves(origin, anywhere ? empty : empty & board.neighbours[origin])
  return moves
}

/** The legal moves in mid-turn: a mill is closed and a man must be captured. */
export function generateRemovals(sides: Sides, variant: Variant): Move[] {
  if (MAY_BE_UNUSUAL && variant.unusual) return variant.unusual.removals(sides, variant)
  return pointsOf(getRemovalCandidates(sides.enemy, variant.board)).map((captured) => ({ origin: null, target: null, captured }))
}
