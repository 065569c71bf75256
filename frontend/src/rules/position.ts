/** Positions, legal moves, the end of a game, and moves as text. */
import { FULL, NAMES, NEIGHBOURS, has } from './geometry'
import type { Mask, Point } from './geometry'
import {
  formsMill,
  generateMoves,
  generateRemovals,
  getRemovalCandidates,
  hasTooFew,
  mayFly,
  menAfter,
  sidesAfter,
} from './moves'
import type { Move, Sides } from './moves'

export type { Move } from './moves'

/** White moves first. */
export type Color = 0 | 1
export const WHITE = 0
export const BLACK = 1

export type Phase = 'placing' | 'moving' | 'flying'
export type Reason = 'too few men' | 'blocked'

/** The number of men each side starts with. */
export const MEN = 9

/**
 * A position. A side has placed `MEN` minus its men in hand. `removing` means mid-turn: the side to
 * move has closed a mill and must still capture a man. `flying` is the rule that a side with three
 * men left may move to any empty point.
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

/** The name of a colour, as in keys of texts and in style sheets. */
export function colorName(color: Color): 'white' | 'black' {
  return color === WHITE ? 'white' : 'black'
}

/** The points where a side has men. */
export function men(position: Position, color: Color): Mask {
  return color === WHITE ? position.white : position.black
}

/** The number of men a side still has to place. */
export function inHand(position: Position, color: Color): number {
  return color === WHITE ? position.whiteInHand : position.blackInHand
}

/** Whether a side is placing, moving or flying. */
export function phase(position: Position, color: Color): Phase {
  if (inHand(position, color)) return 'placing'
  return mayFly(men(position, color), 0, position.flying) ? 'flying' : 'moving'
}

/** Whether two positions are equal in every field. */
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

/** How often `position` has occurred in a game. */
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

/** The legal moves, ordered by origin, target and captured man; in mid-turn, only captures. */
export function legalMoves(position: Position): Move[] {
  const sides = sidesOf(position)
  return position.removing ? generateRemovals(sides.enemy) : generateMoves(sides, position.flying)
}

/** Whether two moves are the same. */
export function isSameMove(one: Move, two: Move): boolean {
  return one.origin === two.origin && one.target === two.target && one.captured === two.captured
}

/** Whether a move is legal. */
export function isLegal(position: Position, move: Move): boolean {
  return legalMoves(position).some((legal) => isSameMove(legal, move))
}

/** The position after a move; throws `RangeError` if the move is illegal. */
export function play(position: Position, move: Move): Position {
  if (!isLegal(position, move)) {
    throw new RangeError(`"${formatMove(move)}" is not legal in ${JSON.stringify(position)}`)
  }
  return successor(position, move)
}

/** The position after a move known to be legal. */
export function successor(position: Position, move: Move): Position {
  const turn = other(position.turn)
  return withSides(position, sidesAfter(sidesOf(position), move), turn, false)
}

/** The mid-turn position after a man has closed a mill, before the capture. */
export function beforeRemoval(position: Position, origin: Point | null, target: Point): Position {
  const sides = sidesOf(position)
  const own = menAfter(sides.own, origin, target)
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

/** The winner and the reason, or null while the game goes on. */
export function outcome(position: Position): Outcome | null {
  for (const color of [position.turn, other(position.turn)]) {
    if (hasTooFew(men(position, color), inHand(position, color))) {
      return { winner: other(color), reason: 'too few men' }
    }
  }
  if (legalMoves(position).length) return null
  return { winner: other(position.turn), reason: 'blocked' }
}

/** Why a click on a point does nothing. */
export type Complaint =
  | 'game over'
  | 'take an enemy man' // a capture is due, and there is no enemy man here
  | 'protected' // an enemy man in a mill, while others are outside mills
  | 'occupied' // there already is a man here
  | 'enemy man' // the man belongs to the opponent
  | 'choose a man first' // an empty point, but no man is selected
  | 'blocked man' // the man has no empty point next to it
  | 'not adjacent' // an empty point, but not next to the selected man

/**
 * Why clicking `point` does nothing while the man on `selected` is selected, or null if it does
 * something: places, captures, selects, unselects or moves.
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
    return has(getRemovalCandidates(enemy), point) ? null : 'protected'
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

/** Where the man on `origin` can go; with null, where a man can be placed. */
export function targetsOf(position: Position, origin: Point | null): Mask {
  const empty = FULL & ~(position.white | position.black)
  const isFree = origin === null || phase(position, position.turn) === 'flying'
  return isFree ? empty : empty & NEIGHBOURS[origin]
}

/** The name of a point: `a7` for point 0. */
export function pointName(point: Point): string {
  return NAMES[point]
}

/** A move as text, as in files and protocols: `d6`, `a1-a4`, `a1-a4xg7`, or `xg7` in mid-turn. */
export function formatMove({ origin, target, captured }: Move): string {
  const step = [origin, target].flatMap((point) => (point === null ? [] : pointName(point)))
  return step.join('-') + (captured === null ? '' : `x${pointName(captured)}`)
}

/** Whether placing a man on `target`, or moving it there, makes a capture due. */
export function takes(position: Position, origin: Point | null, target: Point): boolean {
  const { own, enemy } = sidesOf(position)
  return enemy !== 0 && formsMill(menAfter(own, origin, target), target)
}
