/** Men in hand for a position being edited, derived from the men on the board. */
import { count } from '../../core/rules/geometry'
import { faultOf } from '../../core/rules/notation'
import type { Fault } from '../../core/rules/notation'
import { BLACK, WHITE, colorName, inHand, men } from '../../core/rules/position'
import type { Color, Position } from '../../core/rules/position'

/** The men in hand of White and Black. */
export type Hands = readonly [number, number]

/** The fields that the men in hand depend on. */
type Placed = Pick<Position, 'white' | 'black' | 'turn' | 'removing' | 'variant'>

/**
 * How many more men White has in hand than Black. White places first; a side about to capture has
 * already placed.
 */
function lead({ turn, removing }: Placed): number {
  const isWhiteAhead = turn === WHITE ? removing : !removing
  return isWhiteAhead ? -1 : 0
}

/** The number of a side's men that are not on the board. */
function rest(placed: Placed, color: Color): number {
  return placed.variant.men - count(color === WHITE ? placed.white : placed.black)
}

/**
 * The men in hand during placing: those not on the board, minus `taken` men captured so far. None if
 * all have been placed.
 */
export function handsFor(placed: Placed, taken = 0): Hands {
  if (placed.variant.placing === 'any-turn') {
    return [Math.max(0, rest(placed, WHITE) - taken), Math.max(0, rest(placed, BLACK) - taken)]
  }
  const ahead = lead(placed)
  const black = Math.min(rest(placed, BLACK), rest(placed, WHITE) - ahead) - taken
  return black + ahead < 0 || black < 0 ? [0, 0] : [black + ahead, black]
}

/** The men in hand, given the number of one side; where sides may move before all are placed, the other keeps its own. */
export function handsWith(placed: Position, color: Color, hand: number): Hands {
  if (placed.variant.placing === 'any-turn') {
    return color === WHITE ? [hand, placed.blackInHand] : [placed.whiteInHand, hand]
  }
  const ahead = lead(placed)
  const other = color === WHITE ? hand - ahead : hand + ahead
  const follows = Math.max(0, Math.min(rest(placed, color === WHITE ? BLACK : WHITE), other))
  return color === WHITE ? [hand, follows] : [follows, hand]
}

/** The number of captured men that gives these hands in `handsFor`. */
export function takenFor(placed: Placed, [white, black]: Hands): number {
  const [mostWhite, mostBlack] = handsFor(placed)
  return Math.max(0, Math.min(mostWhite - white, mostBlack - black))
}

/** Why the number of men is impossible, with the numbers that would be right. */
export function faultOfHands(position: Position): Fault | null {
  return faultOfNumber(position, WHITE) ?? faultOfNumber(position, BLACK) ?? faultOfTurn(position) ?? faultOfRest(position)
}

function faultOfNumber(position: Position, color: Color): Fault | null {
  const side = colorName(color)
  const stand = count(men(position, color))
  const hand = inHand(position, color)
  const total = position.variant.men
  const most = total - stand
  if (most < 0) return { key: `hands.tooMany.${side}`, params: { stand, total } }
  if (Number.isInteger(hand) && hand >= 0 && hand <= most) return null
  return { key: `hands.range.${side}`, params: { stand, most } }
}

/** Suggests only numbers that make the position possible. */
function faultOfTurn(position: Position): Fault | null {
  if (!faultOf(position)) return null
  const [white, black] = handsFor(position)
  const left = faultOf({ ...position, whiteInHand: white, blackInHand: black })
  return left ?? { key: `hands.turn.${colorName(position.turn)}`, params: { white, black } }
}

/** A side with fewer than three men has lost; both cannot have. */
function faultOfRest(position: Position): Fault | null {
  const isOne = ([WHITE, BLACK] as const).some((color) => count(men(position, color)) + inHand(position, color) >= 3)
  return isOne ? null : { key: 'hands.tooFew', params: {} }
}
