/**
 * FEN and algebraic moves, as the server, the engine protocol and game files write them.
 *
 * `docs/notation.md` describes both. Bad text throws `NotationError`, which quotes the text and
 * names what is wrong.
 */
import { count, pointsOf } from './geometry'
import type { Geometry, Mask, Point } from './geometry'
import { hasTooFew, menInMills } from './moves'
import { turnOf } from './turn'
import { BOARD, NINE } from './nine'
import { BLACK, WHITE, inHand, legalMoves, men, mustTake, other, startPosition, successor } from './position'
import type { Color, Move, Position } from './position'
import type { Variant } from './variant'
import type { Key } from '../../texts/keys'

export { formatMove as formatAlgebraic, formatMoves } from './position' // the counterpart of parseAlgebraic

/** What is wrong with a text: a key of the texts, and the values in it, of which one may be a fault itself. */
export interface Fault {
  readonly key: Key<'notation'>
  readonly params: Readonly<Record<string, string | number | Fault>>
}

/** Raised for text that is not a move, a FEN or a game. */
export class NotationError extends Error implements Fault {
  override readonly name = 'NotationError'

  constructor(
    readonly key: Fault['key'],
    readonly params: Fault['params'] = {},
  ) {
    super(`${key} ${JSON.stringify(params)}`)
  }
}

/** Reads a move without checking that it is legal. */
export function parseAlgebraic(text: string, board: Geometry = BOARD): Move {
  if (text === 'pass') return turnOf(null, null, [])
  const [, first, second, captured = ''] = /^(?:([a-z]\d)(?:-([a-z]\d))?)?((?:x[a-z]\d)*)$/.exec(text) ?? []
  if (!first && !captured) throw notAMove(text, board)
  const point = (name: string): Point => {
    const found = board.names.indexOf(name)
    if (found < 0) throw notAMove(text, board)
    return found
  }
  const taken = captured.split('x').slice(1).map(point)
  if (new Set(taken).size < taken.length) throw notAMove(text, board)
  if (!first) return turnOf(null, null, taken)
  return second ? turnOf(point(first), point(second), taken) : turnOf(null, point(first), taken)
}

/** Reads several moves. */
export function parseMoves(texts: readonly string[], board: Geometry): Move[] {
  return texts.map((text) => parseAlgebraic(text, board))
}

function notAMove(text: string, board: Geometry): NotationError {
  const meant = fromConsole(text, board)
  if (meant) return new NotationError('fromConsole', { text, meant })
  return new NotationError('notAMove', { text: shorten(text), ...examplesOn(board) })
}

/**
 * Converts a move from the console's coordinates, which count rows from the top: `D6` is d2. The
 * result is only suggested, never played: it could also be an algebraic move in upper case.
 */
function fromConsole(text: string, { names, rows }: Geometry): string | null {
  if (!/^([A-Z]\d(-?[A-Z]\d)?)?(x[A-Z]\d)?$/.test(text)) return null
  const turned = text
    .replace(/([A-Z])(\d)/g, (_, letter: string, row: string) => letter.toLowerCase() + String(rows + 1 - Number(row)))
    .replace(/(\d)([a-wyz])/, '$1-$2')
  const meant = turned.match(/[a-z]\d/g) ?? []
  return meant.length && meant.every((name) => names.includes(name)) ? turned : null
}

/** Points and a step for examples: a1, the point after it and the first point. */
function examplesOn({ names, neighbours }: Geometry): Fault['params'] {
  const corner = Math.max(0, names.indexOf('a1'))
  const [next = corner] = pointsOf(neighbours[corner]).slice(-1)
  return { place: names[next], step: `${names[corner]}-${names[next]}`, other: names[0] }
}

/** The contents of a FEN: a position and two counters of its game. */
export interface FenRecord {
  readonly position: Position
  readonly pliesSinceRemoval: number
  readonly moveNumber: number
}

/** The start of a game. */
export function startOf(variant: Variant): FenRecord {
  return { position: startPosition(variant), pliesSinceRemoval: 0, moveNumber: 1 }
}

/** The start of a game of Nine Men's Morris. */
export const START = startOf(NINE)

/** The position and its counters after a legal move. */
export function recordAfter(record: FenRecord, move: Move): FenRecord {
  const { position, pliesSinceRemoval, moveNumber } = record
  return {
    position: successor(position, move),
    pliesSinceRemoval: move.captured === null ? pliesSinceRemoval + 1 : 0,
    moveNumber: moveNumber + (position.turn === BLACK ? 1 : 0),
  }
}

const FIELDS = 17
const [SIDE, PHASE, ACTION, WHITE_ON_BOARD, WHITE_IN_HAND, BLACK_ON_BOARD, BLACK_IN_HAND] = [1, 2, 3, 4, 5, 6, 7]
const TO_REMOVE = 8
const SINCE_REMOVAL = 15
const MOVE_NUMBER = 16

/** A position and its counters as FEN. */
export function formatFen({ position, pliesSinceRemoval, moveNumber }: FenRecord): string {
  const { white, black, whiteInHand, blackInHand, turn, removing, variant, marks } = position
  const signOf = (point: Point): string => ((white >> point) & 1 ? 'O' : (black >> point) & 1 ? '@' : '*')
  // Where a side may place or move, the other's men in hand do not matter.
  const isPlacing = inHand(position, turn) > 0 || (variant.placing === 'first' && whiteInHand + blackInHand > 0)
  const isOver = legalMoves(position).length === 0
  const fields = [
    variant.board.parts.map((part) => part.map(signOf).join('')).join('/'),
    turn === WHITE ? 'w' : 'b',
    isOver ? 'o' : isPlacing ? 'p' : 'm',
    mustTake(position) ? 'r' : isPlacing ? 'p' : 's',
    count(white),
    whiteInHand,
    count(black),
    blackInHand,
    // Men to remove, last mills and mill mask.
    variant.unusual?.fields(marks, turn === WHITE, removing, variant.board) ??
      `${Number(removing && turn === WHITE)} ${Number(removing && turn === BLACK)} 0 0 0 0`,
    0,
    pliesSinceRemoval,
    moveNumber,
  ]
  return fields.join(' ')
}

/** Reads a FEN of a variant. */
export function parseFen(text: string, variant: Variant = NINE): FenRecord {
  const { parts } = variant.board
  const fields = text.trim().split(/\s+/)
  const refuse = (why: Fault): never => {
    throw new NotationError('notAFen', { text: shorten(text.trim()), why })
  }
  if (fields.length < FIELDS) {
    refuse({ key: 'fen.fields', params: { count: fields.length } })
  }
  if (fields[0].replace(/[O@]/g, '*') !== parts.map(({ length }) => '*'.repeat(length)).join('/')) {
    refuse({ key: 'fen.board', params: { parts: parts.map(({ length }) => length).join(', ') } })
  }
  for (const [index, letters] of [[SIDE, 'wb'], [PHASE, 'pmo'], [ACTION, 'psr?']] as const) {
    if (fields[index].length === 1 && letters.includes(fields[index])) continue
    refuse({ key: 'fen.letter', params: { field: fields[index], letters: Array.from(letters).join(' ') } })
  }
  const numbers = fields.map((field, index) => {
    if (index <= ACTION || index >= FIELDS) return 0
    if (!/^-?\d{1,20}$/.test(field)) refuse({ key: 'fen.number', params: { field } })
    return Number(field)
  })
  const signs = fields[0].replace(/\//g, '')
  const menOf = (sign: string): Mask =>
    parts.flat().reduce((mask, point, index) => mask | (signs[index] === sign ? 1 << point : 0), 0)
  const turn = fields[SIDE] === 'w' ? WHITE : BLACK
  const sides = {
    own: menOf('O'),
    enemy: menOf('@'),
    ownInHand: numbers[WHITE_IN_HAND],
    enemyInHand: numbers[BLACK_IN_HAND],
  }
  const isDue = fields[ACTION] === 'r'
  const marked = variant.unusual?.read(sides, numbers.slice(TO_REMOVE), turn === WHITE, isDue, variant)
  const position: Position = {
    white: sides.own,
    black: sides.enemy,
    whiteInHand: sides.ownInHand,
    blackInHand: sides.enemyInHand,
    turn,
    removing: marked?.removing ?? isDue,
    variant,
    ...(marked?.marks && { marks: marked.marks }),
  }
  for (const [color, index] of [[WHITE, WHITE_ON_BOARD], [BLACK, BLACK_ON_BOARD]] as const) {
    const stand = count(men(position, color))
    if (numbers[index] === stand) continue
    refuse({ key: 'fen.men', params: { says: numbers[index], stand } })
  }
  const fault = faultOf(position)
  if (fault) refuse(fault)
  if (marked === null) refuse({ key: 'fault.marks', params: {} })
  if (numbers[MOVE_NUMBER] < 1) refuse({ key: 'fen.moveNumber', params: {} })
  if (numbers[SINCE_REMOVAL] < 0) refuse({ key: 'fen.sinceCapture', params: {} })
  return { position, pliesSinceRemoval: numbers[SINCE_REMOVAL], moveNumber: numbers[MOVE_NUMBER] }
}

/** Why a position is impossible, or null if it is possible. */
export function faultOf(position: Position): Fault | null {
  const { men: most, placing, board, unusual } = position.variant
  for (const color of [WHITE, BLACK] as Color[]) {
    const hand = inHand(position, color)
    if (hand < 0) return { key: 'fault.negative', params: {} }
    if (count(men(position, color)) + hand > most) return { key: 'fault.tooMany', params: { most } }
  }
  const { turn, removing } = position
  const enemyMen = men(position, other(turn))
  const enemy = inHand(position, other(turn))
  const hand = inHand(position, turn)
  const before = removing && hand + enemy > 0 ? hand + 1 : hand // the man that closed the mill
  if (placing === 'first' && before - enemy !== 0 && before - enemy !== 1) {
    return { key: 'fault.turn', params: {} }
  }
  if (removing && (!menInMills(men(position, turn), board) || !enemyMen || (!unusual?.several && hasTooFew(enemyMen, enemy)))) {
    return { key: 'fault.capture', params: {} }
  }
  const { white, black, whiteInHand, blackInHand, marks, variant } = position
  const sides = { own: white, enemy: black, ownInHand: whiteInHand, enemyInHand: blackInHand, ...(marks && { marks }) }
  if (unusual?.fits(sides, removing, turn === WHITE, variant) === false) return { key: 'fault.marks', params: {} }
  return null
}

function shorten(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 120)}…`
}
