/**
 * Judges positions: what they are worth, and their best moves.
 *
 * Exact values come from the server; where it has none it searches; without a server, the page's own
 * engine does. Each judgement names its source.
 */
import { parseAlgebraic, parseFen, parseMoves } from '../../../rules/notation'
import { phase } from '../../../rules/position'
import type { Geometry } from '../../../rules/geometry'
import type { Color, Move, Position } from '../../../rules/position'
import { ApiError, UnreachableError, api } from '../../api'
import type {
  AnalysedLine,
  AnalysisDocument,
  MoveDocument,
  ProbeDocument,
  ProbedMove,
  ValueDocument,
} from '../../../generated/api'
import { expectedScoreOf } from '../worth/expected-score'
import { analyseHere } from '../worth/local-analysis'
import { chosenPerson } from '../worth/people'
import { expectedOf, turnEstimate } from './estimate'
import type { Estimate } from './estimate'

/** As the server names sources; `rules` is the end of the game. */
export type Source = MoveDocument['source'] | 'rules'

/** A move with its worth, and the play that is expected. */
export interface JudgedLine extends Estimate {
  readonly move: Move
  readonly pv: readonly Move[]
}

/** What a position is worth to the side to move. */
export interface Judgement extends Estimate {
  /** The score to expect, 0 to 1: 1 for a win, about 1/2 for a draw, by the chances of both sides. */
  readonly expected: number
  /** Null if the game is over, or if only the value of the position is known. */
  readonly best: Move | null
  readonly source: Source
  /** At least the two best moves, best first, if `best` is known and there are two. */
  readonly lines: readonly JudgedLine[]
  /** Exact values of all moves for the side to move, by algebraic text; empty if nobody was asked. */
  readonly moves: ReadonlyMap<string, ValueDocument | null>
}

/** A position and its FEN, which has the counters of the game. */
export interface Asked {
  readonly position: Position
  readonly fen: string
}

/** How long a search takes, in seconds. */
const SEARCH_SECONDS = 0.6

/** What the grader needs: it compares the two best moves. */
const LINES = 2

/** A judgement by an exact value alone. */
export function exactly(value: ValueDocument, source: Source): Judgement {
  const estimate = { value, score: 0 }
  return { ...estimate, expected: expectedOf(estimate, 'moving'), best: null, source, lines: [], moves: new Map() }
}

/** Judges the end of a game for the side to move; a draw has no winner. */
export function judgeEnd(winner: Color | null, turn: Color): Judgement {
  if (winner === null) return exactly({ result: 'draw', plies: null }, 'rules')
  return exactly({ result: winner === turn ? 'win' : 'loss', plies: 0 }, 'rules')
}

/**
 * Judges a position in which the game is not over. Throws when the signal aborts, and `EngineError` if
 * neither the server nor the page's engine is there.
 */
export async function judge(asked: Asked, signal: AbortSignal): Promise<Judgement> {
  let known: Judgement | null = null
  let moves: Judgement['moves'] = new Map()
  try {
    const probe = await probeFor(asked, signal)
    known = fromProbe(probe, asked.position.variant.board)
    moves = valuesIn(probe)
    if (known?.best) return known
    let last: AnalysisDocument | null = null
    const options = { lines: LINES, seconds: SEARCH_SECONDS }
    for await (const report of api.analysis(asked.fen, options, signal, asked.position.variant)) last = report
    if (last?.lines.length) {
      const searched = fromSearch(last, asked.position)
      return known ? { ...known, best: searched.best, lines: searched.lines } : { ...searched, moves }
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!isServersFault(error)) throw error
  }
  return known ?? judgeHere(asked, signal)
}

/**
 * What the server knows exactly about a position and its best move, without a search; null if it does
 * not. Throws `UnreachableError` without a server.
 */
export async function judgeExactly(asked: Asked, signal: AbortSignal): Promise<Judgement | null> {
  const known = fromProbe(await probeFor(asked, signal), asked.position.variant.board)
  return known?.best ? known : null
}

/** Asks the server for exact values. */
function probeFor({ fen, position }: Asked, signal: AbortSignal): Promise<ProbeDocument> {
  return api.probe(fen, signal, chosenPerson(), position.variant)
}

/** Judges a position with the page's own engine. */
export async function judgeHere({ position, fen }: Asked, signal: AbortSignal): Promise<Judgement> {
  const limits = { lines: LINES, seconds: SEARCH_SECONDS }
  return fromSearch(await analyseHere(parseFen(fen, position.variant), limits, signal), position)
}

/** Whether the server is unreachable, too busy or broken, as opposed to rejecting the request. */
function isServersFault(error: unknown): boolean {
  return error instanceof UnreachableError || (error instanceof ApiError && error.problem.status >= 500)
}

/** What is known exactly, or null. A position may be known, and none of its moves: then there is no best one. */
function fromProbe(probe: ProbeDocument, board: Geometry): Judgement | null {
  const { value, source, moves } = probe
  if (!value) return null
  const [first] = moves
  const known = { ...exactly(value, source ?? 'table'), moves: valuesIn(probe) }
  if (first?.value?.result !== value.result) return known
  const lines = moves.slice(0, LINES).flatMap((each) => (each.value ? [lineOf(each, each.value, board)] : []))
  const chance = expectedScoreOf(probe)
  return { ...known, chance, expected: expectedOf({ value, score: 0, chance }, 'moving'), best: lines[0].move, lines }
}

function valuesIn({ moves }: ProbeDocument): Judgement['moves'] {
  return new Map(moves.map(({ move, value }) => [move, value]))
}

function lineOf(probed: ProbedMove, value: ValueDocument, board: Geometry): JudgedLine {
  const move = parseAlgebraic(probed.move, board)
  return { move, value, score: 0, pv: [move] }
}

function fromSearch({ lines }: AnalysisDocument, position: Position): Judgement {
  const found = lines.map((line) => analysedLine(line, position.variant.board))
  const [{ value, score, move }] = found
  const expected = expectedOf({ value, score }, phase(position, position.turn))
  return { value, score, expected, best: move, source: lines[0].source, lines: found, moves: new Map() }
}

function analysedLine({ result, plies, score, move, pv }: AnalysedLine, board: Geometry): JudgedLine {
  const played = parseAlgebraic(move, board)
  const value = result ? { result, plies } : null
  return { move: played, value, score, pv: pv.length ? parseMoves(pv, board) : [played] }
}

/** The same judgement one ply earlier, as the other side sees it. */
export function turnAround(judgement: Judgement): Judgement {
  const { source, expected } = judgement
  return { ...turnEstimate(judgement), expected: 1 - expected, best: null, source, lines: [], moves: new Map() }
}
