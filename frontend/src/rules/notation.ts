/**
 * FEN and algebraic moves, as the server, the engine protocol and game files write them.
 *
 * `docs/notation.md` describes both. Bad text throws `NotationError`, which quotes the text and
 * explains in either language what is wrong.
 */
import { fillIn } from '../bilingual'
import type { Language, Params, Text } from '../bilingual'
import { NAMES, count } from './geometry'
import type { Mask, Point } from './geometry'
import { hasTooFew, menInMills } from './moves'
import { BLACK, MEN, WHITE, inHand, legalMoves, men, other, startPosition, successor } from './position'
import type { Color, Move, Position } from './position'

export { formatMove as formatAlgebraic } from './position' // the counterpart of parseAlgebraic

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
export function parseAlgebraic(text: string): Move {
  const [, first, second, captured] =
    /^(?:([a-g][1-7])(?:-([a-g][1-7]))?)?(?:x([a-g][1-7]))?$/.exec(text) ?? []
  if (!first && !captured) throw notAMove(text)
  const point = (name: string | undefined): Point | null => {
    if (!name) return null
    const found = NAMES.indexOf(name)
    if (found < 0) throw notAMove(text)
    return found
  }
  return second
    ? { origin: point(first), target: point(second), captured: point(captured) }
    : { origin: null, target: point(first), captured: point(captured) }
}

function notAMove(text: string): NotationError {
  const meant = fromConsole(text)
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
    ['「{text}」は指し手として読み取れません。例: d6、a1-a4、d6xb4', '“{text}” is not a move; moves look like d6, a1-a4 or d6xb4'],
    { text: shorten(text) },
  )
}

/**
 * Converts a move from the console's coordinates, which count rows from the top: `D6` is d2. The
 * result is only suggested, never played: it could also be an algebraic move in upper case.
 */
function fromConsole(text: string): string | null {
  if (!/^([A-G][1-7](-?[A-G][1-7])?)?(x[A-G][1-7])?$/.test(text)) return null
  const turned = text
    .replace(/([A-G])([1-7])/g, (_, letter: string, row: string) => letter.toLowerCase() + String(8 - Number(row)))
    .replace(/(\d)([a-g])/, '$1-$2')
  const names = turned.match(/[a-g]\d/g) ?? []
  return names.length && names.every((name) => NAMES.includes(name)) ? turned : null
}

/** The contents of a FEN: a position and two counters of its game. */
export interface FenRecord {
  readonly position: Position
  readonly pliesSinceRemoval: number
  readonly moveNumber: number
}

/** The start of a game. */
export const START: FenRecord = { position: startPosition(), pliesSinceRemoval: 0, moveNumber: 1 }

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

/** Points in the order of a FEN: inner, middle and outer square, each from its top middle. */
const ORDER: readonly Point[] = [16, 8, 0].flatMap((first) =>
  [1, 2, 3, 4, 5, 6, 7, 0].map((step) => first + step),
)

/** A position and its counters as FEN. */
export function formatFen({ position, pliesSinceRemoval, moveNumber }: FenRecord): string {
  const { white, black, whiteInHand, blackInHand, turn, removing } = position
  const signs = ORDER.map((point) => ((white >> point) & 1 ? 'O' : (black >> point) & 1 ? '@' : '*'))
  const squares = [0, 8, 16].map((first) => signs.slice(first, first + 8).join(''))
  const isPlacing = whiteInHand > 0 || blackInHand > 0
  const isOver = legalMoves(position).length === 0
  const fields = [
    squares.join('/'),
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

/** Reads a FEN. */
export function parseFen(text: string): FenRecord {
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
  if (!/^[O@*]{8}\/[O@*]{8}\/[O@*]{8}$/.test(fields[0])) {
    refuse(['盤面は O、@、* の8文字を / で区切った3組で書きます', 'the board must be three groups of eight O, @ or *, separated by /'])
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
    ORDER.reduce((mask, point, index) => mask | (signs[index] === sign ? 1 << point : 0), 0)
  const position: Position = {
    white: menOf('O'),
    black: menOf('@'),
    whiteInHand: numbers[WHITE_IN_HAND],
    blackInHand: numbers[BLACK_IN_HAND],
    turn: fields[SIDE] === 'w' ? WHITE : BLACK,
    removing: fields[ACTION] === 'r',
    flying: true,
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
  if (numbers[SINCE_REMOVAL] < 0) refuse(['駒を取ってからの手数が負の数です', 'the number of plies since a capture is negative'])
  return { position, pliesSinceRemoval: numbers[SINCE_REMOVAL], moveNumber: numbers[MOVE_NUMBER] }
}

/** Why a position is impossible, or null if it is possible. */
export function faultOf(position: Position): Text | null {
  for (const color of [WHITE, BLACK] as Color[]) {
    const hand = inHand(position, color)
    if (hand < 0) return ['手駒の数が負です', 'the number of men in hand is negative']
    if (count(men(position, color)) + hand > MEN) {
      return ['一方の駒が9個を超えています', 'one side has more than nine men']
    }
  }
  const { turn, removing } = position
  const enemyMen = men(position, other(turn))
  const enemy = inHand(position, other(turn))
  const hand = inHand(position, turn)
  const before = removing && hand + enemy > 0 ? hand + 1 : hand // the man that closed the mill
  if (before - enemy !== 0 && before - enemy !== 1) {
    return [
      '手駒の数が手番と合いません。駒は交互に置き、相手が置き終えるまで動かせません',
      'the men in hand do not match the side to move: the sides place men in turn and move only when all are placed',
    ]
  }
  if (removing && (!menInMills(men(position, turn)) || !enemyMen || hasTooFew(enemyMen, enemy))) {
    return ['取れる駒がありません', 'a capture is due, but no man can be captured']
  }
  return null
}

function shorten(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 120)}…`
}
