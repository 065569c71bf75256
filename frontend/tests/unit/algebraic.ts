/** FEN and algebraic turns, as far as the record of choices needs them. */
import { NAMES } from '../../src/geometry'
import type { Color, Move, Position } from '../../src/rules'

/** Rings of a FEN: inner, middle, outer, each clockwise from its top middle. */
const FEN_POINTS = [16, 8, 0].flatMap((first) => [1, 2, 3, 4, 5, 6, 7, 0].map((step) => first + step))

export function parseFen(fen: string): Position {
  const [rings, turn, , action, , whiteInHand, , blackInHand] = fen.split(' ')
  const signs = rings.replaceAll('/', '')
  const menOf = (sign: string): number =>
    FEN_POINTS.reduce((mask, point, index) => mask | (signs[index] === sign ? 1 << point : 0), 0)
  return {
    white: menOf('O'),
    black: menOf('@'),
    whiteInHand: Number(whiteInHand),
    blackInHand: Number(blackInHand),
    turn: (turn === 'w' ? 0 : 1) as Color,
    removing: action === 'r',
    flying: true,
  }
}

/** Ranks count from the bottom, rows of the console from the top. */
const algebraicName = (point: number): string =>
  NAMES[point][0].toLowerCase() + String(8 - Number(NAMES[point][1]))

export function formatAlgebraic({ origin, target, captured }: Move): string {
  const step = [origin, target].filter((point) => point !== null).map(algebraicName)
  return step.join('-') + (captured === null ? '' : `x${algebraicName(captured)}`)
}
