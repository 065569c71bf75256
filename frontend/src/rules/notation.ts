/**
 * FEN and algebraic moves, as the server, the engine protocol and game files write them.
 *
 * `docs/notation.md` describes both. Bad text throws `NotationError`, which quotes the text and
 * explains in either language what is wrong.
 */
import { fillIn } from '../bilingual'
import type { Language, Params, Text } from '../bilingual'
import { count, pointsOf } from './geometry'
import type { Geometry, Mask, Point } from './geometry'
import { hasTooFew, menInMills } from './moves'
import { BOARD, NINE } from './nine'
import { BLACK, WHITE, inHand, legalMoves, men, other, startPosition, successor } from './position'
import type { Color, Move, Position } from './position'
import type { Variant } from './variant'

export { formatMove as formatAlgebraic, formatMoves } from './position' // the counterpart of parseAlgebraic

/** Raised for text that is not a move, a FEN or a game. */
export class NotationError extends Error {
  override readonly name = 'NotationError'

  constructor(
    private readonly text: Text,
    private readonly params: Params = {},
  ) {
    super(fillIn(text, 'en', params))
  }

  /** The message in the given language. */
  say(language: Language): string {
    return fillIn(this.text, language, this.params)
  }
}

/** Reads a move without checking that it is legal. */
export function parseAlgebraic(text: string, board: Geometry = BOARD): Move {
  const [, first, second, captured] =
    /^(?:([a-z]\d)(?:-([a-z]\d))?)?(?:x([a-z]\d))?$/.exec(text) ?? []
  if (!first && !captured) throw notAMove(text, board)
  const point = (name: string | undefined): Point | null => {
    if (!name) return null
    const found = board.names.indexOf(name)
    if (found < 0) throw notAMove(text, board)
    return found
  }
  return second
    ? { origin: point(first), target: point(second), captured: point(captured) }
    : { origin: null, target: point(first), captured: point(captured) }
}

/** Reads several moves. */
export function parseMoves(texts: readonly string[], board: Geometry): Move[] {
  return texts.map((text) => parseAlgebraic(text, board))
}

function notAMove(text: string, board: Geometry): NotationError {
  const meant = fromConsole(text, board)
  if (meant) {
    return new NotationError(
      [
        '「{text}」は読み取れません。左下を a1 とし、小文字で書いてください（コンソール版の座標なら {meant} です）',
        '“{text}” is not a move: write points in lower case, with a1 at the bottom left (in the console game’s coordinates, {meant})',
      ],
      { text, meant },
    )
  }
  return new NotationError(
    [
      '「{text}」は指し手として読み取れません。例: {place}、{step}、{place}x{other}',
      '“{text}” is not a move; moves look like {place}, {step} or {place}x{other}',
    ],
    { text: shorten(text), ...examplesOn(board) },
  )
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
function examplesOn({ names, neighbours }: Geometry): Params {
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
const SINCE_REMOVAL = 15
const MOVE_NUMBER = 16

/** A position and its counters as FEN. */
export function formatFen({ position, pliesSinceRemoval, moveNumber }: FenRecord): string {
  const { white, black, whiteInHand, blackInHand, turn, removing, variant } = position
  const signOf = (point: Point): string => ((white >> point) & 1 ? 'O' : (black >> point) & 1 ? '@' : '*')
  // Where a side may place or move, the other's men in hand do not matter.
  const isPlacing = inHand(position, turn) > 0 || (variant.placing === 'first' && whiteInHand + blackInHand > 0)
  const isOver = legalMoves(position).length === 0
  const fields = [
    variant.board.parts.map((part) => part.map(signOf).join('')).join('/'),
    turn === WHITE ? 'w' : 'b',
    isOver ? 'o' : isPlacing ? 'p' : 'm',
    removing ? 'r' : isPlacing ? 'p' : 's',
    count(white),
    whiteInHand,
    count(black),
    blackInHand,
    Number(removing && turn === WHITE),
    Number(removing && turn === BLACK),
    '0 0 0 0 0', // last mills and mill mask
    pliesSinceRemoval,
    moveNumber,
  ]
  return fields.join(' ')
}

/** Reads a FEN of a variant. */
export function parseFen(text: string, variant: Variant = NINE): FenRecord {
  const { parts } = variant.board
  const fields = text.trim().split(/\s+/)
  const refuse = (why: Text, params: Params = {}): never => {
    const quoted = shorten(text.trim())
    throw new NotationError(
      [`FEN「{text}」: ${why[0]}`, `“{text}” is not a FEN: ${why[1]}`],
      { ...params, text: quoted },
    )
  }
  if (fields.length < FIELDS) {
    refuse(['項目が{count}個しかありません（17個必要です）', 'expected 17 fields, found {count}'], { count: fields.length })
  }
  if (fields[0].replace(/[O@]/g, '*') !== parts.map(({ length }) => '*'.repeat(length)).join('/')) {
    refuse(
      ['盤面は O、@、* を {parts} 文字ずつ / で区切って書きます', 'the board must be O, @ or * in parts of {parts}, separated by /'],
      { parts: parts.map(({ length }) => length).join(', ') },
    )
  }
  for (const [index, letters] of [[SIDE, 'wb'], [PHASE, 'pmo'], [ACTION, 'psr?']] as const) {
    if (fields[index].length === 1 && letters.includes(fields[index])) continue
    refuse(['「{field}」は {letters} のいずれでもありません', '“{field}” is not one of {letters}'], {
      field: fields[index],
      letters: Array.from(letters).join(' '),
    })
  }
  const numbers = fields.map((field, index) => {
    if (index <= ACTION || index >= FIELDS) return 0
    if (!/^-?\d{1,20}$/.test(field)) refuse(['「{field}」は整数ではありません', '“{field}” is not a number'], { field })
    return Number(field)
  })
  const signs = fields[0].replace(/\//g, '')
  const menOf = (sign: string): Mask =>
    parts.flat().reduce((mask, point, index) => mask | (signs[index] === sign ? 1 << point : 0), 0)
  const position: Position = {
    white: menOf('O'),
    black: menOf('@'),
    whiteInHand: numbers[WHITE_IN_HAND],
    blackInHand: numbers[BLACK_IN_HAND],
    turn: fields[SIDE] === 'w' ? WHITE : BLACK,
    removing: fields[ACTION] === 'r',
    variant,
  }
  for (const [color, index] of [[WHITE, WHITE_ON_BOARD], [BLACK, BLACK_ON_BOARD]] as const) {
    const stand = count(men(position, color))
    if (numbers[index] === stand) continue
    refuse(['盤上の駒数が{says}とありますが、実際は{stand}個です', 'it says {says} men on the board, but there are {stand}'], {
      says: numbers[index],
      stand,
    })
  }
  const fault = faultOf(position)
  if (fault) refuse(fault)
  if (numbers[MOVE_NUMBER] < 1) refuse(['手数は1以上です', 'the move number must be at least 1'])
  if (numbers[SINCE_REMOVAL] < 0) refuse(['駒を取ってからの手数が負の数です', 'the number of moves since a capture is negative'])
  return { position, pliesSinceRemoval: numbers[SINCE_REMOVAL], moveNumber: numbers[MOVE_NUMBER] }
}

/** Why a position is impossible, or null if it is possible. */
export function faultOf(position: Position): Text | null {
  const { men: most, placing, board } = position.variant
  for (const color of [WHITE, BLACK] as Color[]) {
    const hand = inHand(position, color)
    if (hand < 0) return ['手駒の数が負です', 'the number of men in hand is negative']
    if (count(men(position, color)) + hand > most) {
      return [`一方の駒が${most}個を超えています`, `one side has more than ${most} men`]
    }
  }
  const { turn, removing } = position
  const enemyMen = men(position, other(turn))
  const enemy = inHand(position, other(turn))
  const hand = inHand(position, turn)
  const before = removing && hand + enemy > 0 ? hand + 1 : hand // the man that closed the mill
  if (placing === 'first' && before - enemy !== 0 && before - enemy !== 1) {
    return [
      '手駒の数が手番と合いません。駒は交互に置き、相手が置き終えるまで動かせません',
      'the men in hand do not match the side to move: the sides place men in turn and move only when all are placed',
    ]
  }
  if (removing && (!menInMills(men(position, turn), board) || !enemyMen || hasTooFew(enemyMen, enemy))) {
    return ['取れる駒がありません', 'a capture is due, but no man can be captured']
  }
  return null
}

function shorten(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 120)}…`
}
