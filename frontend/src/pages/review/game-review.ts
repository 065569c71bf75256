/** What is known about a game: an evaluation of each position, a grade for each move. */
import { PLY_LIMIT, REPETITIONS } from '../../core/rules/draws'
import { WHITE, occurrences, outcome } from '../../core/rules/position'
import type { Color } from '../../core/rules/position'
import { pliesSinceRemoval } from '../../core/match/match'
import type { Match } from '../../core/match/match'
import { gradeTurn, measureAccuracy } from '../../values/grading/grade'
import type { Glyph, GradedTurn } from '../../values/grading/grade'
import { ended } from '../../values/evaluation'
import type { Evaluation, Source } from '../../values/evaluation'

export class GameReview {
  /** By ply; null until it is known. */
  readonly stops: (Evaluation | null)[]
  /** By ply before the move; null until it is known. */
  readonly turns: (GradedTurn | null)[]

  constructor(readonly match: Match) {
    const { positions, moves } = match.session
    this.stops = positions.map((_, ply) => endAt(match, ply))
    this.turns = moves.map(() => null)
    moves.forEach((_, ply) => this.grade(ply))
  }

  /** The last ply. */
  get total(): number {
    return this.turns.length
  }

  /** How many positions are evaluated. */
  get done(): number {
    return this.stops.filter(Boolean).length
  }

  get isComplete(): boolean {
    return this.done === this.stops.length
  }

  /** Adds what was found out about a position. */
  learn(ply: number, evaluation: Evaluation): void {
    this.stops[ply] = evaluation
    this.grade(ply - 1)
    this.grade(ply)
  }

  private grade(ply: number): void {
    const { positions, moves } = this.match.session
    const before = this.stops[ply]
    if (!before || ply >= moves.length) return
    this.turns[ply] = gradeTurn(positions[ply], moves[ply], before, this.stops[ply + 1])
  }

  private get graded(): GradedTurn[] {
    return this.turns.filter((turn) => turn !== null)
  }

  /** The plies after bad moves. */
  get mistakes(): number[] {
    return this.turns.flatMap((turn, ply) => (turn && isBad(turn) ? [ply + 1] : []))
  }

  /** The glyphs of moves, by the ply after them. */
  get glyphs(): Map<number, Glyph> {
    return new Map(this.turns.flatMap((turn, ply) => (turn?.glyph ? [[ply + 1, turn.glyph] as const] : [])))
  }

  /** The accuracy of a side, 0 to 1; null if it had nothing to lose. */
  accuracyOf(color: Color): number | null {
    return measureAccuracy(this.graded, color)
  }

  /** How many moves of a side have a glyph. */
  countOf(color: Color, glyph: Glyph): number {
    return this.graded.filter((turn) => turn.position.turn === color && turn.glyph === glyph).length
  }

  /** The score that White can expect at a ply, 0 to 1; null until it is known. */
  whiteScoreAt(ply: number): number | null {
    const stop = this.stops[ply]
    if (!stop) return null
    return this.match.session.positions[ply].turn === WHITE ? stop.expected : 1 - stop.expected
  }

  /** How many moves were judged by each source, most frequent first. */
  get basis(): [Source, number][] {
    const counts = new Map<Source, number>()
    for (const { source, best } of this.graded) if (best.length) counts.set(source, (counts.get(source) ?? 0) + 1)
    return [...counts].sort(([, one], [, two]) => two - one)
  }
}

export function isBad({ glyph }: Pick<GradedTurn, 'glyph'>): boolean {
  return glyph.includes('?')
}

/** The evaluation of a position where the game is over, played on or not; else null. */
function endAt(match: Match, ply: number): Evaluation | null {
  const positions = match.session.positions.slice(0, ply + 1)
  const position = positions[ply]
  const end = outcome(position)
  if (end) return ended(end.winner, position.turn)
  if (position.removing) return null
  const isDrawn = occurrences(positions, position) >= REPETITIONS || pliesSinceRemoval(match, ply) >= PLY_LIMIT
  return isDrawn ? ended(null, position.turn) : null
}
