/** Positions, legal moves, the end of a game, and moves as text. */
import { has, maskOf, pointsOf } from './geometry'
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
import { BOARD, NINE } from './nine'
import { MAY_BE_UNUSUAL, capturesOf, isPass, swapMarks } from './turn'
import type { Marks, Move, Sides } from './turn'
import type { Detour, Variant } from './variant'

export type { Move } from './turn'

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
  /** What else its rules remember, White's side first; missing if there is nothing. */
  readonly marks?: Marks
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
  if (MAY_BE_UNUSUAL && JSON.stringify(one.marks) !== JSON.stringify(two.marks)) return false
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
  const sides = {
    own: men(position, own),
    enemy: men(position, enemy),
    ownInHand: inHand(position, own),
    enemyInHand: inHand(position, enemy),
  }
  if (!MAY_BE_UNUSUAL || !position.marks) return sides
  return { ...sides, marks: own === WHITE ? position.marks : swapMarks(position.marks) }
}

/** The legal moves, ordered by origin, target and captured man; in mid-turn, only captures. */
export function legalMoves(position: Position): Move[] {
  const sides = sidesOf(position)
  return position.removing ? generateRemovals(sides, position.variant) : generateMoves(sides, position.variant)
}

/** Whether two moves are the same. */
export function isSameMove(one: Move, two: Move): boolean {
  if (MAY_BE_UNUSUAL && `${one.also ?? ''}` !== `${two.also ?? ''}`) return false
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
  const { variant, turn } = position
  const sides = sidesOf(position)
  if (MAY_BE_UNUSUAL && variant.unusual) {
    const { after, again } = variant.unusual.follow(sides, move, variant)
    return positionOf(variant, again ? turn : other(turn), after, false)
  }
  return positionOf(variant, other(turn), sidesAfter(sides, move), false)
}

/** The mid-turn position after part of a turn: a man has closed a mill, and captures, or some of them, are still to come. */
export function beforeRemoval(position: Position, half: Move): Position {
  const { turn, variant } = position
  const sides = sidesOf(position)
  if (MAY_BE_UNUSUAL && variant.unusual) return positionOf(variant, turn, variant.unusual.halfway(sides, half, variant), true)
  const { origin, target } = half
  const own = menAfter(sides.own, origin, target ?? 0)
  const ownInHand = sides.ownInHand - (origin === null ? 1 : 0)
  return positionOf(variant, turn, { ...sides, own, ownInHand }, true)
}

/** The position in which `turn` is to move and sees these sides. */
function positionOf(variant: Variant, turn: Color, sides: Sides, removing: boolean): Position {
  const { own, enemy, ownInHand, enemyInHand } = sides
  const hands =
    turn === WHITE
      ? { white: own, black: enemy, whiteInHand: ownInHand, blackInHand: enemyInHand }
      : { white: enemy, black: own, whiteInHand: enemyInHand, blackInHand: ownInHand }
  const position = { ...hands, turn, removing, variant }
  if (!MAY_BE_UNUSUAL || !sides.marks) return position
  return { ...position, marks: turn === WHITE ? sides.marks : swapMarks(sides.marks) }
}

/** The winner and the reason, or null while the game goes on. */
export function outcome(position: Position): Outcome | null {
  if (MAY_BE_UNUSUAL && position.removing && position.variant.unusual?.several) return null // the rest is counted when all are taken
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
  | Detour // the man may not go back into a mill now, or another move would let the opponent move
  | 'pass' // the side to move cannot move, and passes

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
  if (mustTake(position)) {
    if (!has(enemy, point)) return 'take an enemy man'
    return has(takeableIn(position), point) ? null : 'protected'
  }
  if (MAY_BE_UNUSUAL && mustPass(position)) return 'pass'
  const isEmpty = !has(own | enemy, point)
  if (!mayMove(position)) return isEmpty ? null : 'occupied'
  if (has(own, point)) {
    if (point === selected || targetsOf(position, point)) return null
    return MAY_BE_UNUSUAL ? explainBlocked(position, point) : 'blocked man'
  }
  if (ownInHand && isEmpty) return null // beyond the reach of a selected man, another is placed
  if (selected === null) return isEmpty ? 'choose a man first' : 'enemy man'
  if (!isEmpty) return 'occupied'
  if (has(targetsOf(position, selected), point)) return null
  const isNear = MAY_BE_UNUSUAL && has(reachOf(position, selected), point)
  return (isNear && detourOf(position, selected, point)) || 'not adjacent'
}

function explainBlocked(position: Position, origin: Point): Complaint {
  const [target] = pointsOf(reachOf(position, origin))
  return (target !== undefined && detourOf(position, origin, target)) || 'blocked man'
}

/** Whether the side to move must take a man: a mill is closed, or all men are placed where mills capture only then. */
export function mustTake({ removing, marks }: Position): boolean {
  return MAY_BE_UNUSUAL ? removing || !!marks?.takings : removing
}

/** The men that may be taken now; 0 if none is to be taken. */
export function takeableIn(position: Position): Mask {
  const { variant, turn } = position
  const enemy = men(position, other(turn))
  if (!mustTake(position)) return 0
  if (MAY_BE_UNUSUAL && variant.unusual) return variant.unusual.takeable(enemy, variant)
  return getRemovalCandidates(enemy, variant.board)
}

/** Whether the side to move cannot move and passes. */
export function mustPass(position: Position): boolean {
  return MAY_BE_UNUSUAL && position.variant.unusual?.blocked === 'give-way' && legalMoves(position).some(isPass)
}

/** Whether the side to move must open a way, as its opponent cannot move. */
export function givesWay(position: Position): boolean {
  if (!MAY_BE_UNUSUAL) return false
  const { variant } = position
  return variant.unusual?.givesWay(sidesOf(position), variant) ?? false
}

/** Where the man on `origin` can go; with null, where a man can be placed. */
export function targetsOf(position: Position, origin: Point | null): Mask {
  const reach = reachOf(position, origin)
  if (!MAY_BE_UNUSUAL || !position.variant.unusual) return reach
  return maskOf(pointsOf(reach).filter((target) => !detourOf(position, origin, target)))
}

/** The same, even where a ban or a way to give forbids it. */
function reachOf(position: Position, origin: Point | null): Mask {
  const { board } = position.variant
  const empty = board.full & ~(position.white | position.black)
  return origin === null || flies(position, position.turn) ? empty : empty & board.neighbours[origin]
}

function detourOf(position: Position, origin: Point | null, target: Point): Detour | null {
  const { variant } = position
  return variant.unusual?.detour(sidesOf(position), origin, target, variant) ?? null
}

/** A move as text, as in files and protocols: `d6`, `a1-a4`, `a1-a4xg7`, `xg7` alone, or `pass`. */
export function formatMove(move: Move, { names }: Geometry = BOARD): string {
  const step = [move.origin, move.target].flatMap((point) => (point === null ? [] : names[point]))
  const taken = capturesOf(move).map((point) => `x${names[point]}`)
  return step.join('-') + taken.join('') || 'pass'
}

/** Several moves as texts. */
export function formatMoves(moves: readonly Move[], board: Geometry): string[] {
  return moves.map((move) => formatMove(move, board))
}

/** How many men are to be taken after placing a man on `target`, or moving it there. */
export function countTaken(position: Position, origin: Point | null, target: Point): number {
  return position.variant.unusual?.due(sidesOf(position), origin, target, position.variant) ?? Number(takes(position, origin, target))
}

/** Whether placing a man on `target`, or moving it there, makes a capture due. */
export function takes(position: Position, origin: Point | null, target: Point): boolean {
  const { own, enemy } = sidesOf(position)
  if (MAY_BE_UNUSUAL && position.variant.unusual) return countTaken(position, origin, target) > 0
  return enemy !== 0 && formsMill(menAfter(own, origin, target), target, position.variant.board)
}
