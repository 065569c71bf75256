/** The one type of values: what a position is worth to the side to move, and each of its moves. */
import { parseAlgebraic, parseMoves } from '../core/rules/notation'
import type { Geometry } from '../core/rules/geometry'
import { isSameMove, outcome } from '../core/rules/position'
import type { Color, Move, Position } from '../core/rules/position'
import type { Person } from '../core/players/people'
import type {
  AnalysedLine,
  AnalysisDocument,
  LineDocument,
  MoveDocument,
  ProbeDocument,
  ValueDocument,
} from '../generated/api'
import type { TroubleKind } from './exact/protocol'
import { expectedOf, shareOf, turnEstimate } from './estimate'
import type { Estimate } from './estimate'
import { rateMoves } from './ratings'
import type { RatedMove } from './ratings'

/** As the server names sources; `rules` is the end of the game. */
export type Source = MoveDocument['source'] | 'rules'

/** A move with its worth, and the play that is expected. */
export interface Line extends Estimate {
  readonly move: Move
  readonly pv: readonly Move[]
}

/** What a position is worth to the side to move, and each of its moves. */
export interface Evaluation extends Estimate {
  /** The score to expect, 0 to 1: 1 for a win, about 1/2 for a draw, by the chances of both sides. */
  readonly expected: number
  /** Null if the game is over, or if no move is known to be best. */
  readonly best: Move | null
  /** `search` unless the value is exact. */
  readonly source: Source
  /** At least the two best moves, best first, if `best` is known and there are two. */
  readonly lines: readonly Line[]
  /** Every legal move with what is known of it, best first; empty if the game is over. */
  readonly moves: readonly RatedMove[]
  /** Exact values of all moves for the side to move, by algebraic text; empty if nobody was asked. */
  readonly exact: ReadonlyMap<string, ValueDocument | null>
  /** Best play, exact or from a search, as far as it is known; null if nobody has said. */
  readonly play: readonly Move[] | null
  /** How deep a search has looked; 0 without one. */
  readonly depth: number
  /** Whether more may be found out: nothing is known yet, a search goes on, or all is said. */
  readonly progress: 'asking' | 'searching' | 'done'
  /** Why the tables of the site did not answer; null if they did, or were not asked. */
  readonly trouble: TroubleKind | null
}

/** An evaluation by an exact value alone. */
export function exactly(value: ValueDocument, source: Source): Evaluation {
  const nothing = { best: null, lines: [], moves: [], exact: new Map(), play: null, depth: 0, trouble: null }
  return { ...nothing, value, score: 0, expected: expectedOf(value), source, progress: 'done' }
}

/** The end of a game for the side to move; a draw has no winner. */
export function ended(winner: Color | null, turn: Color): Evaluation {
  if (winner === null) return exactly({ result: 'draw', plies: null }, 'rules')
  return exactly({ result: winner === turn ? 'win' : 'loss', plies: 0 }, 'rules')
}

/** The same one ply earlier, as the other side sees it. */
export function turnAround(evaluation: Evaluation): Evaluation {
  const { source, expected, value } = evaluation
  const turned = exactly(value ?? { result: 'draw', plies: null }, source)
  return { ...turned, ...turnEstimate(evaluation), expected: 1 - expected }
}

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
