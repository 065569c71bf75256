/** Positions, legal moves, the end of a game, and moves as text. */
import { has } from './geometry'
import type { Geometry, Mask, Point } from './geometry'
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
import { BOARD, NINE } from './nine'
import type { Variant } from './variant'

export type { Move } from './moves'

/** White moves first. */
export type Color = 0 | 1
export const WHITE = 0
export const BLACK = 1

export type Phase = 'placing' | 'moving' | 'flying'

/** A position. `removing` means mid-turn: the side to move has closed a mill and must still capture a man. */
export interface Position {
  readonly white: Mask
  readonly black: Mask
  readonly whiteInHand: number
  readonly blackInHand: number
  readonly turn: Color
  readonly removing: boolean
  readonly variant: Variant
}

/** How a position ends the game; a draw has no winner. */
export type Outcome =
  | { readonly winner: Color; readonly reason: 'too few men' | 'blocked' }
  | { readonly winner: null; readonly reason: 'full board' }

export type Reason = Outcome['reason']

/** The empty board with all men in hand. */
export function startPosition(variant: Variant = NINE): Position {
  return {
    white: 0,
    black: 0,
    whiteInHand: variant.men,
    blackInHand: variant.men,
    turn: WHITE,
    removing: false,
    variant,
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

/** Whether a side is placing, moving or flying; with men in hand it is placing, even where it may move instead. */
export function phase(position: Position, color: Color): Phase {
  if (inHand(position, color)) return 'placing'
  return flies(position, color) ? 'flying' : 'moving'
}

/** Whether a side may move a man to any empty point. */
export function flies(position: Position, color: Color): boolean {
  return mayFly(men(position, color), inHand(position, color), position.variant.flying)
}

/** Whether the side to move may move a man: not while it has men to place first. */
export function mayMove({ variant, turn, whiteInHand, blackInHand }: Position): boolean {
  return variant.placing === 'any-turn' || (turn === WHITE ? whiteInHand : blackInHand) === 0
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
    one.variant === two.variant
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
  return position.removing ? generateRemovals(sides.enemy, position.variant.board) : generateMoves(sides, position.variant)
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
    const { variant, ...rest } = position
    throw new RangeError(`"${formatMove(move, variant.board)}" is not legal in ${JSON.stringify(rest)}`)
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
  return { ...hands, turn, removing, variant: position.variant }
}

/** The winner and the reason, or null while the game goes on. */
export function outcome(position: Position): Outcome | null {
  for (const color of [position.turn, other(position.turn)]) {
    if (hasTooFew(men(position, color), inHand(position, color))) {
      return { winner: other(color), reason: 'too few men' }
    }
  }
  if (legalMoves(position).length) return null
  const { variant, white, black, turn } = position
  const isFull = (white | black) === variant.board.full
  if (isFull && variant.fullBoard === 'draw') return { winner: null, reason: 'full board' }
  return { winner: other(turn), reason: 'blocked' }
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
    return has(getRemovalCandidates(enemy, position.variant.board), point) ? null : 'protected'
  }
  const isEmpty = !has(own | enemy, point)
  if (!mayMove(position)) return isEmpty ? null : 'occupied'
  if (has(own, point)) {
    return point === selected || targetsOf(position, point) ? null : 'blocked man'
  }
  if (ownInHand && isEmpty) return null // beyond the reach of a selected man, another is placed
  if (selected === null) return isEmpty ? 'choose a man first' : 'enemy man'
  if (!isEmpty) return 'occupied'
  return has(targetsOf(position, selected), point) ? null : 'not adjacent'
}

/** Where the man on `origin` can go; with null, where a man can be placed. */
export function targetsOf(position: Position, origin: Point | null): Mask {
  const { board } = position.variant
  const empty = board.full & ~(position.white | position.black)
  return origin === null || flies(position, position.turn) ? empty : empty & board.neighbours[origin]
}

/** A move as text, as in files and protocols: `d6`, `a1-a4`, `a1-a4xg7`, or `xg7` in mid-turn. */
export function formatMove({ origin, target, captured }: Move, { names }: Geometry = BOARD): string {
  const step = [origin, target].flatMap((point) => (point === null ? [] : names[point]))
  return step.join('-') + (captured === null ? '' : `x${names[captured]}`)
}

/** Several moves as texts. */
export function formatMoves(moves: readonly Move[], board: Geometry): string[] {
  return moves.map((move) => formatMove(move, board))
}

/** Whether placing a man on `target`, or moving it there, makes a capture due. */
export function takes(position: Position, origin: Point | null, target: Point): boolean {
  const { own, enemy } = sidesOf(position)
  return enemy !== 0 && formsMill(menAfter(own, origin, target), target, position.variant.board)
}
