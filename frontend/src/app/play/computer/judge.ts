/**
 * How a position stands, and whether a move was a mistake.
 *
 * Exact values come from the server's tables and book; where these do not reach, its search
 * answers, and without a server a quick look of the player in the page. Every judgement says which.
 */
import { findCandidates, searchValues } from '../../../player/minimax'
import { LEVELS } from '../../../player/evaluation'
import { formatAlgebraic, parseAlgebraic } from '../../../rules/notation'
import { inSlices } from '../../../player/thinking'
import { outcome, sidesOf, successor } from '../../../rules/position'
import type { Move, Position } from '../../../rules/position'
import { ApiError, UnreachableError, api } from '../../api'
import type { AnalysisReport, ExactValue, ProbedMove } from '../../api'

export type Source = 'exact' | 'search' | 'quick'

/** What a position is worth to the side to move. */
export interface Judgement {
  /** Known or proved; null where there is only a score. */
  readonly value: ExactValue | null
  /** Hundredths of a man; of no meaning beside a value. */
  readonly score: number
  readonly best: Move | null
  readonly source: Source
  /** Exact values of moves, by their algebraic text, for the side to move. */
  readonly moves?: ReadonlyMap<string, ExactValue>
}

/** What a move was. */
export type Grade = 'good' | 'slow' | 'lost' | 'doubtful' | 'mistake' | 'blunder'

export interface Verdict {
  readonly grade: Grade
  /** What there was, and what is left, for the side that moved. */
  readonly before: Judgement
  readonly after: Judgement
  /** What would have been better; null where nothing was. */
  readonly better: Move | null
}

/** A position with its FEN, which carries the counters of the game. */
export interface Asked {
  readonly position: Position
  readonly fen: string
}

/** Seconds that the server may search. */
const SEARCH_SECONDS = 0.6

/** How many hundredths of a man a move may lose and still be good, or only doubtful. */
const GOOD = 60
const DOUBTFUL = 130

const RANK: Readonly<Record<ExactValue['result'], number>> = { loss: 0, draw: 1, win: 2 }

/** Judges a position in which the game goes on. Throws when the signal aborts. */
export async function judge(asked: Asked, signal: AbortSignal): Promise<Judgement> {
  try {
    const probe = await api.probe(asked.fen, signal)
    if (probe.value) return fromProbe(probe.value, probe.moves)
    let last: AnalysisReport | null = null
    for await (const report of api.analysis(asked.fen, { seconds: SEARCH_SECONDS }, signal)) last = report
    if (last?.lines.length) return fromSearch(last)
  } catch (error) {
    signal.throwIfAborted()
    if (!isServersFault(error)) throw error
  }
  return lookQuickly(asked.position, signal)
}

/** Whether the server is away, too busy or broken; what it refuses for good reason is not its fault. */
function isServersFault(error: unknown): boolean {
  return error instanceof UnreachableError || (error instanceof ApiError && error.problem.status >= 500)
}

function fromProbe(value: ExactValue, probed: readonly ProbedMove[]): Judgement {
  const best = probed.length ? parseAlgebraic(probed[0].move) : null
  const moves = new Map(probed.flatMap((each) => (each.value ? [[each.move, each.value]] : [])))
  return { value, score: 0, best, source: 'exact', moves }
}

function fromSearch({ lines: [{ result, plies, score, move }] }: AnalysisReport): Judgement {
  const value = result && { result, plies }
  return { value, score, best: parseAlgebraic(move), source: 'search' }
}

/** What the page's own player sees. */
export async function lookQuickly(position: Position, signal: AbortSignal): Promise<Judgement> {
  const numbers = LEVELS.HARD
  const candidates = findCandidates(sidesOf(position), numbers, position.flying)
  const slices = searchValues(candidates, candidates.map(() => 0), numbers, position.flying)
  const values = await inSlices(slices, signal)
  const score = Math.max(...values)
  const best = candidates[values.indexOf(score)].move
  return { value: valueOfScore(score, numbers.win), score, best, source: 'quick' }
}

/** A score near a win is one, a few turns ahead. */
function valueOfScore(score: number, win: number): ExactValue | null {
  const plies = win - Math.abs(score)
  if (plies > 100) return null
  return { result: score > 0 ? 'win' : 'loss', plies }
}

/** The same judgement as the other side sees it, a ply earlier. */
export function turnAround(judgement: Judgement): Judgement {
  const { value, score } = judgement
  if (!value) return { ...judgement, score: 0 - score, best: null }
  const result = ({ win: 'loss', draw: 'draw', loss: 'win' } as const)[value.result]
  return { ...judgement, value: { result, plies: value.plies === null ? null : value.plies + 1 }, best: null }
}

/** Grades a move that led from one position to another; both judgements are the mover's. */
export function grade(before: Judgement, after: Judgement, played: Move): Verdict {
  const isBest = before.best !== null && formatAlgebraic(before.best) === formatAlgebraic(played)
  const compared = isBest ? 'good' : gradeOf(before, after)
  if (compared === 'good' && isLost(before, after)) {
    return { grade: 'lost', before, after, better: isSooner(before, after) ? before.best : null }
  }
  return { grade: compared, before, after, better: compared === 'good' ? null : before.best }
}

/** Whether the mover has lost. Nobody is praised for a move then, not even for the best there was. */
function isLost(before: Judgement, after: Judgement): boolean {
  return (after.value ?? before.value)?.result === 'loss'
}

/** Whether a move in a lost position loses sooner than it had to. */
function isSooner({ value: before }: Judgement, { value: after }: Judgement): boolean {
  if (before?.result !== 'loss' || before.plies === null) return false
  return after !== null && after.plies !== null && after.plies < before.plies
}

function gradeOf(before: Judgement, after: Judgement): Grade {
  if (before.value && after.value) return gradeValues(before.value, after.value)
  if (before.value || after.value) return gradeMixed(before, after)
  const lost = before.score - after.score
  if (lost <= GOOD) return 'good'
  return lost <= DOUBTFUL ? 'doubtful' : 'mistake'
}

function gradeValues(before: ExactValue, after: ExactValue): Grade {
  const lost = RANK[before.result] - RANK[after.result]
  if (lost > 0) return lost === 2 ? 'blunder' : 'mistake'
  const isKnown = before.plies !== null && after.plies !== null
  const isSlower = isKnown && Number(after.plies) > Number(before.plies)
  return after.result === 'win' && isSlower ? 'slow' : 'good'
}

/** One side of the move is known, of the other there is a guess: only what is plain is blamed. */
function gradeMixed(before: Judgement, after: Judgement): Grade {
  if (after.value) {
    const hoped = before.score
    if (after.value.result === 'loss') return hoped < -DOUBTFUL ? 'good' : 'mistake'
    return after.value.result === 'draw' && hoped > DOUBTFUL ? 'doubtful' : 'good'
  }
  const least = { win: 0, draw: -DOUBTFUL, loss: -Infinity }[before.value?.result ?? 'loss']
  return after.score < least ? 'doubtful' : 'good'
}

/** Judges a move by what stood before and after it. */
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
    return grade(first, { value: { result, plies: 1 }, score: 0, best: null, source: 'exact' }, played)
  }
  const known = first.moves?.get(formatAlgebraic(played))
  if (known) return grade(first, { value: known, score: 0, best: null, source: 'exact' }, played)
  const second = await judge({ position, fen: afterFen }, signal)
  return grade(first, turnAround(second), played)
}

/** How much of the bar is the side's to move, 0 to 1. */
export function shareOf({ value, score }: Judgement): number {
  if (value) return { win: 1, draw: 0.5, loss: 0 }[value.result]
  return 1 / (1 + Math.exp(-score / 150))
}
