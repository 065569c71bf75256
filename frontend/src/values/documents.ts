/** What tables, a server or an engine say of a position, as an evaluation. */
import { parseAlgebraic, parseMoves } from '../core/rules/notation'
import type { Geometry } from '../core/rules/geometry'
import { isSameMove, outcome } from '../core/rules/position'
import type { Move, Position } from '../core/rules/position'
import type { Person } from '../core/players/people'
import type { AnalysedLine, AnalysisDocument, LineDocument, ProbeDocument, ValueDocument } from '../generated/api'
import type { TroubleKind } from './exact/protocol'
import { expectedOf, shareOf } from './estimate'
import { ended } from './evaluation'
import type { Evaluation, Line } from './evaluation'
import { rateMoves } from './ratings'

/** What is known of a position before anybody is asked: whether the game is over, and its moves. */
export function unknown(position: Position): Evaluation {
  const end = outcome(position)
  return end ? ended(end.winner, position.turn) : evaluationOf(position, NO_DOCUMENTS, 'club')
}

/** What tables, a server or an engine have said of a position. */
export interface Documents {
  readonly probe: ProbeDocument | null
  readonly analysis: AnalysisDocument | null
  readonly line: LineDocument | null
  readonly trouble: TroubleKind | null
}

export const NO_DOCUMENTS: Documents = { probe: null, analysis: null, line: null, trouble: null }

/** Puts together what is known; chances are against `person`. */
export function evaluationOf(
  position: Position,
  documents: Documents,
  person: Person,
  progress: Evaluation['progress'] = 'asking',
): Evaluation {
  const { probe, analysis, line } = documents
  const { board } = position.variant
  const way = parseMoves(line?.moves ?? [], board)
  const lines = prolong(linesIn(documents, board), way)
  const known = probe?.value ? fromProbe(probe, probe.value) : fromSearch(lines, position)
  return {
    ...known,
    best: lines[0]?.move ?? null,
    lines,
    moves: rateMoves(position, probe, analysis, person),
    exact: new Map(probe?.moves.map(({ move, value }) => [move, value])),
    play: line || probe?.value ? line && way : (lines[0]?.pv ?? null),
    depth: analysis?.depth ?? 0,
    progress,
    trouble: documents.trouble,
  }
}

/** Whether the best move of a position is known exactly: the position may be known, and none of its moves. */
export function knowsBest({ value, moves }: ProbeDocument): boolean {
  return value !== null && moves[0]?.value?.result === value.result
}

/** How many exact moves the grader needs: it compares the two best. */
export const COMPARED = 2

function linesIn({ probe, analysis }: Documents, board: Geometry): Line[] {
  if (!probe || !knowsBest(probe)) return analysis?.lines.map((line) => analysedLine(line, board)) ?? []
  return probe.moves.slice(0, COMPARED).flatMap(({ move: text, value }) => {
    const move = parseAlgebraic(text, board)
    return value ? [{ move, value, score: 0, pv: [move] }] : []
  })
}

function analysedLine({ result, plies, score, move, pv }: AnalysedLine, board: Geometry): Line {
  const value = result ? { result, plies } : null
  return { move: parseAlgebraic(move, board), value, score, pv: parseMoves(pv.length ? pv : [move], board) }
}

/** Gives the best line the whole way to the end, if it is the way of the same move. */
function prolong([first, ...others]: readonly Line[], way: readonly Move[]): Line[] {
  if (!first) return []
  return [way.length && isSameMove(way[0], first.move) ? { ...first, pv: way } : first, ...others]
}

type Worth = Pick<Evaluation, 'value' | 'score' | 'expected' | 'source'>

function fromProbe(probe: ProbeDocument, value: ValueDocument): Worth {
  const expected = expectedOf(value, knowsBest(probe) ? probe : {})
  return { value, score: 0, expected, source: probe.source ?? 'table' }
}

function fromSearch([first]: readonly Line[], position: Position): Worth {
  const { value, score } = first ?? { value: null, score: 0 }
  return { value, score, expected: first ? shareOf(first, position) : 0.5, source: 'search' }
}
