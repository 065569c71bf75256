/** The one type of values: what a position is worth to the side to move, and each of its moves. */
import type { Color, Move } from '../core/rules/position'
import type { MoveDocument, ValueDocument } from '../generated/api'
import type { TroubleKind } from './exact/protocol'
import { expectedOf, turnEstimate } from './estimate'
import type { Estimate } from './estimate'
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
