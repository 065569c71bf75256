/**
 * Legal moves over masks, as the side to move sees the board.
 *
 * Moves come in the order of the Python generator: by origin, then target, then captured man. Tests
 * compare the two.
 */
import { count, pointsOf } from './geometry'
import type { Geometry, Mask, Point } from './geometry'
import type { Move, Sides } from './turn'
import type { Flying, Next, Variant } from './variant'

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

/** What follows a legal move, whatever the rules. */
export function follow(sides: Sides, move: Move, variant: Variant): Next {
  return variant.unusual?.follow(sides, move, variant) ?? { after: sidesAfter(sides, move), again: false }
}

/** Calls `visit` for each man to place or move, in order, with all its targets. */
export function visitSteps(
  { own, enemy, ownInHand }: Sides,
  { board, placing, flying }: Variant,
  visit: (origin: Point | null, targets: Mask) => void,
): void {
  const empty = board.full & ~(own | enemy)
  if (ownInHand) visit(null, empty)
  if (ownInHand && placing === 'first') return
  const anywhere = mayFly(own, ownInHand, flying)
  for (const origin of pointsOf(own)) visit(origin, anywhere ? empty : empty & board.neighbours[origin])
}

/** All legal moves: none if either side has fewer than three men, for then the game is over. */
export function generateMoves(sides: Sides, variant: Variant): Move[] {
  const { own, enemy, ownInHand, enemyInHand } = sides
  const { board, unusual } = variant
  if (unusual) return unusual.moves(sides, variant)
  const moves: Move[] = []
  if (hasTooFew(own, ownInHand) || hasTooFew(enemy, enemyInHand)) return moves
  const captures = enemy ? pointsOf(getRemovalCandidates(enemy, board)) : [null]
  visitSteps(sides, variant, (origin, targets) => {
    for (const target of pointsOf(targets)) {
      if (formsMill(menAfter(own, origin, target), target, board)) {
        for (const captured of captures) moves.push({ origin, target, captured })
      } else {
        moves.push({ origin, target, captured: null })
      }
    }
  })
  return moves
}

/** The legal moves in mid-turn: a mill is closed and a man must be captured. */
export function generateRemovals(sides: Sides, variant: Variant): Move[] {
  const { board, unusual } = variant
  if (unusual) return unusual.removals(sides, variant)
  return pointsOf(getRemovalCandidates(sides.enemy, board)).map((captured) => ({ origin: null, target: null, captured }))
}
