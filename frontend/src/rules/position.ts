/** Positions, legal moves, how a game ends, and turns as text. */
import { FULL, NAMES, NEIGHBOURS, has } from './geometry'
import type { Mask, Point } from './geometry'
import {
  closesMill,
  generateRemovals,
  generateTurns,
  hasTooFew,
  mayFly,
  removable,
  sidesAfter,
  standAfter,
} from './moves'
import type { Move, Sides } from './moves'

export { pointsOf } from './geometry'
export type { Mask, Point } from './geometry'
export { closesMill, millsAt, removable } from './moves'
export type { Move } from './moves'

/** White, who begins, or Black. */
export type Color = 0 | 1
export const WHITE = 0
export const BLACK = 1

export type Phase = 'placing' | 'moving' | 'flying'
export type Reason = 'too few men' | 'blocked'

/** How many men each side begins with. */
export const MEN = 9

/**
 * A position. `removing` marks one in mid-turn: the side to move has closed a mill and must still
 * take a man. `flying` is the rule that a side with three men left may move to any empty point.
 */
export interface Position {
  readonly white: Mask
  readonly black: Mask
  readonly whiteInHand: number
  readonly blackInHand: number
  readonly turn: Color
  readonly removing: boolean
  readonly flying: boolean
}

export interface Outcome {
  readonly winner: Color
  readonly reason: Reason
}

/** The empty board with all men in hand. */
export function startPosition(flying = true): Position {
  return {
    white: 0,
    black: 0,
    whiteInHand: MEN,
    blackInHand: MEN,
    turn: WHITE,
    removing: false,
    flying,
  }
}

/** The opponent. */
export function other(color: Color): Color {
  return color === WHITE ? BLACK : WHITE
}

/** The points where a side has men. */
export function men(position: Position, color: Color): Mask {
  return color === WHITE ? position.white : position.black
}

/** How many men a side has still to place. */
export function inHand(position: Position, color: Color): number {
  return color === WHITE ? position.whiteInHand : position.blackInHand
}

/** What a side does in its turns. */
export function phase(position: Position, color: Color): Phase {
  if (inHand(position, color)) return 'placing'
  return mayFly(men(position, color), 0, position.flying) ? 'flying' : 'moving'
}

/** Whether two positions are equal: men, men in hand, side to move, mid-turn or not, and rules. */
export function isSame(one: Position, two: Position): boolean {
  return (
    one.white === two.white &&
    one.black === two.black &&
    one.whiteInHand === two.whiteInHand &&
    one.blackInHand === two.blackInHand &&
    one.turn === two.turn &&
    one.removing === two.removing &&
    one.flying === two.flying
  )
}

/** How often `position` occurs in a game. */
export function occurrences(history: readonly Position[], position: Position): number {
  return history.filter((earlier) => isSame(earlier, position)).length
}

/** A position as the side to move sees it. */
export function sidesOf(position: Position): Sides {
  const own = position.turn
  const enemy = other(own)
  return {
    own: men(position, own),
    enemy: men(position, enemy),
    ownInHand: inHand(position, own),
    enemyInHand: inHand(position, enemy),
  }
}

/** The legal moves, ordered by origin, target and captured man; in mid-turn removals alone. */
export function legalMoves(position: Position): Move[] {
  const sides = sidesOf(position)
  return position.removing ? generateRemovals(sides.enemy) : generateTurns(sides, position.flying)
}

/** Whether two moves are the same. */
export function isSameMove(one: Move, two: Move): boolean {
  return one.origin === two.origin && one.target === two.target && one.captured === two.captured
}

/** Whether a move is legal. */
export function isLegal(position: Position, move: Move): boolean {
  return legalMoves(position).some((legal) => isSameMove(legal, move))
}

/** The position after a legal move; throws `RangeError` where it is illegal. */
export function play(position: Position, move: Move): Position {
  if (!isLegal(position, move)) {
    throw new RangeError(`"${formatMove(move)}" is illegal in ${JSON.stringify(position)}`)
  }
  return successor(position, move)
}

/** The position after a move that is known to be legal. */
export function successor(position: Position, move: Move): Position {
  const turn = other(position.turn)
  return withSides(position, sidesAfter(sidesOf(position), move), turn, false)
}

/** The mid-turn position after a placing or way that closes a mill, before the removal. */
export function beforeRemoval(position: Position, origin: Point | null, target: Point): Position {
  const sides = sidesOf(position)
  const own = standAfter(sides.own, origin, target)
  const ownInHand = sides.ownInHand - (origin === null ? 1 : 0)
  return withSides(position, { ...sides, own, ownInHand }, position.turn, true)
}

function withSides(position: Position, sides: Sides, turn: Color, removing: boolean): Position {
  const { own, enemy, ownInHand, enemyInHand } = sides
  const hands =
    turn === WHITE
      ? { white: own, black: enemy, whiteInHand: ownInHand, blackInHand: enemyInHand }
      : { white: enemy, black: own, whiteInHand: enemyInHand, blackInHand: ownInHand }
  return { ...hands, turn, removing, flying: position.flying }
}

/** Winner and reason once a position decides the game, null while play goes on. */
export function outcome(position: Position): Outcome | null {
  for (const color of [position.turn, other(position.turn)]) {
    if (hasTooFew(men(position, color), inHand(position, color))) {
      return { winner: other(color), reason: 'too few men' }
    }
  }
  if (legalMoves(position).length) return null
  return { winner: other(position.turn), reason: 'blocked' }
}

/** Why a point cannot be clicked. */
export type Complaint =
  | 'game over'
  | 'take an enemy man' // the side to move must take, and this is none of the enemy's men
  | 'protected' // an enemy man in a mill, while others stand outside
  | 'occupied' // a man stands where one should be placed or moved
  | 'enemy man' // one of the enemy's men cannot be moved
  | 'choose a man first' // an empty point, and no man is selected
  | 'blocked man' // a man without an empty point next to it
  | 'not adjacent' // an empty point that no line joins with the selected man

/**
 * Why the side to move cannot click `point` while its man on `selected` is selected, or null where
 * it can: to place, take, select, select another, unselect or move.
 */
export function explainPoint(
  position: Position,
  selected: Point | null,
  point: Point,
): Complaint | null {
  if (outcome(position)) return 'game over'
  const { own, enemy, ownInHand } = sidesOf(position)
  if (position.removing) {
    if (!has(enemy, point)) return 'take an enemy man'
    return has(removable(enemy), point) ? null : 'protected'
  }
  const isEmpty = !has(own | enemy, point)
  if (ownInHand) return isEmpty ? null : 'occupied'
  if (has(own, point)) {
    return point === selected || targetsOf(position, point) ? null : 'blocked man'
  }
  if (selected === null) return isEmpty ? 'choose a man first' : 'enemy man'
  if (!isEmpty) return 'occupied'
  return has(targetsOf(position, selected), point) ? null : 'not adjacent'
}

/** Where the man on `origin` can go; with null, where a man in hand can be placed. */
export function targetsOf(position: Position, origin: Point | null): Mask {
  const empty = FULL & ~(position.white | position.black)
  const isFree = origin === null || phase(position, position.turn) === 'flying'
  return isFree ? empty : empty & NEIGHBOURS[origin]
}

/** The name of a point: `a7` for point 0. */
export function pointName(point: Point): string {
  return NAMES[point]
}

/** A turn as pages, files and protocols write it: `d6`, `a1-a4`, `a1-a4xg7`, or `xg7` in mid-turn. */
export function formatMove({ origin, target, captured }: Move): string {
  const step = [origin, target].flatMap((point) => (point === null ? [] : pointName(point)))
  return step.join('-') + (captured === null ? '' : `x${pointName(captured)}`)
}

/** Whether a placing or way closes a mill, so that a man must be taken if the enemy has one. */
export function takes(position: Position, origin: Point | null, target: Point): boolean {
  const { own, enemy } = sidesOf(position)
  return enemy !== 0 && closesMill(own, origin, target)
}
