/**
 * Judges positions, and whether a move was a mistake.
 *
 * Exact values come from the server; where it has none it searches; without a server, the page's own
 * engine does. Each judgement names its source.
 */
import { formatAlgebraic, parseAlgebraic, parseFen } from '../../../rules/notation'
import { outcome, phase, successor } from '../../../rules/position'
import type { Move, Position } from '../../../rules/position'
import GRADES from '../../../generated/grades.json'
import { ApiError, UnreachableError, api } from '../../api'
import type { AnalysisDocument, MoveDocument, ProbeDocument, ValueDocument } from '../../../generated/api'
import { expectedScore, expectedScoreOf } from '../../shared/expected-score'
import { analyseHere } from '../../shared/local-analysis'
import { chosenPerson } from '../../shared/people'

/** As the server names sources; `rules` is the end of the game. */
export type Source = MoveDocument['source'] | 'rules'

/** What a position is worth to the side to move. */
export interface Judgement {
  /** Known or proved; null if there is only a score. */
  readonly value: ValueDocument | null
  /** In hundredths of a man, to compare moves; meaningless if there is a value. */
  readonly score: number
  /** The score to expect, 0 to 1: 1 for a win, about 1/2 for a draw, by the chances of both sides. */
  readonly expected: number
  readonly best: Move | null
  readonly source: Source
  /** Exact values of moves for the side to move, by algebraic text. */
  readonly moves?: ReadonlyMap<string, ValueDocument>
}

/** The glyph of each kind of bad move, as in game files. */
export const GLYPHS = { doubtful: '?!', mistake: '?', blunder: '??' } as const
export type MoveError = keyof typeof GLYPHS

/** The quality of a move; those without a glyph carry no blame. */
export type Grade = MoveError | 'good' | 'slow' | 'lost'

export interface Verdict {
  readonly grade: Grade
  /** The position before and after the move, as the mover sees it. */
  readonly before: Judgement
  readonly after: Judgement
  /** A better move, or null if there was none. */
  readonly better: Move | null
}

/** A position and its FEN, which has the counters of the game. */
export interface Asked {
  readonly position: Position
  readonly fen: string
}

/** How long a search takes, in seconds. */
const SEARCH_SECONDS = 0.6

const SHARES: Readonly<Record<ValueDocument['result'], number>> = { loss: 0, draw: 0.5, win: 1 }
const SIGN: Readonly<Record<ValueDocument['result'], number>> = { loss: -1, draw: 0, win: 1 }

/**
 * Judges a position in which the game is not over. Throws when the signal aborts, and `EngineError` if
 * neither the server nor the page's engine is there.
 */
export async function judge(asked: Asked, signal: AbortSignal): Promise<Judgement> {
  let known: Judgement | null = null
  try {
    known = fromProbe(await api.probe(asked.fen, signal, chosenPerson()))
    if (known?.best) return known
    let last: AnalysisDocument | null = null
    for await (const report of api.analysis(asked.fen, { seconds: SEARCH_SECONDS }, signal)) last = report
    if (last?.lines.length) {
      const searched = fromSearch(last, asked.position)
      return known ? { ...known, best: searched.best } : searched
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!isServersFault(error)) throw error
  }
  return known ?? judgeHere(asked, signal)
}

/** Whether the server is unreachable, too busy or broken, as opposed to rejecting the request. */
function isServersFault(error: unknown): boolean {
  return error instanceof UnreachableError || (error instanceof ApiError && error.problem.status >= 500)
}

/** What is known exactly, or null. A position may be known, and none of its moves: then there is no best one. */
function fromProbe(probe: ProbeDocument): Judgement | null {
  const { value, source, moves: probed } = probe
  const expected = expectedScoreOf(probe)
  if (!value || expected === null) return null
  const [first] = probed
  const best = first?.value?.result === value.result ? parseAlgebraic(first.move) : null
  const moves = new Map(probed.flatMap((each) => (each.value ? [[each.move, each.value]] : [])))
  return { ...exactly(value, source ?? 'table'), expected, best, moves }
}

/** A judgement by an exact value. */
function exactly(value: ValueDocument, source: Source): Judgement {
  return { value, score: 0, expected: SHARES[value.result], best: null, source }
}

function fromSearch({ lines: [line] }: AnalysisDocument, position: Position): Judgement {
  const { result, plies, score, move, source } = line
  const best = parseAlgebraic(move)
  if (result) return { ...exactly({ result, plies }, source), score, best }
  return { value: null, score, expected: expectedScore(score, phase(position, position.turn)), best, source }
}

/** Judges a position with the page's own engine. */
export async function judgeHere({ position, fen }: Asked, signal: AbortSignal): Promise<Judgement> {
  return fromSearch(await analyseHere(parseFen(fen), { lines: 1, seconds: SEARCH_SECONDS }, signal), position)
}

/** The same judgement one ply earlier, as the other side sees it. */
export function turnAround(judgement: Judgement): Judgement {
  const { value, score } = judgement
  const turned = { ...judgement, expected: 1 - judgement.expected, best: null }
  if (!value) return { ...turned, score: 0 - score }
  const result = ({ win: 'loss', draw: 'draw', loss: 'win' } as const)[value.result]
  return { ...turned, value: { result, plies: value.plies === null ? null : value.plies + 1 } }
}

/** Grades a move; both judgements are from the mover's point of view. */
export function grade(before: Judgement, after: Judgement, played: Move): Verdict {
  const isBest = before.best !== null && formatAlgebraic(before.best) === formatAlgebraic(played)
  const error = isBest ? null : findError(before, after)
  if (error) return { grade: error, before, after, better: before.best }
  const isLonger = !isBest && wastedPlies(before, after) > 0
  const better = isLonger ? before.best : null
  // Nobody is praised for a move in a lost position, not even for the best one.
  if ((after.value ?? before.value)?.result === 'loss') return { grade: 'lost', before, after, better }
  return { grade: isLonger ? 'slow' : 'good', before, after, better }
}

/** The grade of a move that was not the best, or null; the same as `blame` in `annotation.py`. */
export function findError(before: Judgement, after: Judgement): MoveError | null {
  if (before.value && after.value) {
    if (before.value.result !== after.value.result) return after.value.result === 'loss' ? 'blunder' : 'mistake'
    return wastedPlies(before, after) > GRADES.muchSlower ? 'doubtful' : null
  }
  const lost = pointsOf(before) - pointsOf(after)
  if (lost >= GRADES.blunder) return 'blunder'
  if (lost >= GRADES.mistake) return 'mistake'
  return lost >= GRADES.dubious ? 'doubtful' : null
}

/** By how many plies a win takes longer, or a loss comes sooner, than necessary. */
function wastedPlies({ value: before }: Judgement, { value: after }: Judgement): number {
  if (!before || before.result !== after?.result || before.plies === null || after.plies === null) return 0
  return SIGN[before.result] * (after.plies - before.plies)
}

/** The score in hundredths of a man, within the range in which differences count. */
function pointsOf({ value, score }: Judgement): number {
  if (value) return GRADES.decided * SIGN[value.result]
  return Math.max(-GRADES.decided, Math.min(score, GRADES.decided))
}

/** Judges a move by the positions before and after it. */
export async function judgeMove(
  before: Asked,
  played: Move,
  afterFen: string,
  signal: AbortSignal,
): Promise<Verdict> {
  const first = await judge(before, signal)
  const position = successor(before.position, played)
  const end = outcome(position)
  if (end) {
    const result = end.winner === before.position.turn ? 'win' : 'loss'
    return grade(first, exactly({ result, plies: 1 }, 'rules'), played)
  }
  const known = first.moves?.get(formatAlgebraic(played))
  if (known) return grade(first, exactly(known, first.source), played)
  const second = await judge({ position, fen: afterFen }, signal)
  return grade(first, turnAround(second), played)
}
