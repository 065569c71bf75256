/** What is known about a game: an evaluation of each position, a grade for each move. Both are signals. */
import { computed, signal } from '@preact/signals'
import type { ReadonlySignal, Signal } from '@preact/signals'
import { REPETITIONS, plyLimitAt } from '../../core/rules/draws'
import { WHITE, occurrences, outcome } from '../../core/rules/position'
import type { Color } from '../../core/rules/position'
import { pliesSinceRemoval } from '../../core/match/match'
import type { Match } from '../../core/match/match'
import { gradeTurn, measureAccuracy } from '../../values/grading/grade'
import type { Glyph, GradedTurn } from '../../values/grading/grade'
import { ended } from '../../values/evaluation'
import type { Evaluation, Source } from '../../values/evaluation'

export class GameReview {
  private readonly evaluations: readonly Signal<Evaluation | null>[]
  private readonly grades: readonly ReadonlySignal<GradedTurn | null>[]

  constructor(readonly match: Match) {
    const { positions, moves } = match.session
    const evaluations = positions.map((_, ply) => signal(endAt(match, ply)))
    this.evaluations = evaluations
    this.grades = moves.map((move, ply) =>
      computed(() => {
        const before = evaluations[ply].value
        return before && gradeTurn(positions[ply], move, before, evaluations[ply + 1].value)
      }),
    )
  }

  /** What is known about the positions, by ply; null until it is known. */
  get stops(): readonly (Evaluation | null)[] {
    return this.evaluations.map(({ value }) => value)
  }

  /** The moves, by the ply before them; null until they are graded. */
  get turns(): readonly (GradedTurn | null)[] {
    return this.grades.map(({ value }) => value)
  }

  /** The last ply. */
  get total(): number {
    return this.grades.length
  }

  /** How many positions are evaluated. */
  get done(): number {
    return this.stops.filter(Boolean).length
  }

  get isComplete(): boolean {
    return this.done === this.evaluations.length
  }

  /** Adds what was found out about a position. */
  learn(ply: number, evaluation: Evaluation): void {
    this.evaluations[ply].value = evaluation
  }

  /** The move that led to a ply; null at the start, and until it is graded. */
  turnTo(ply: number): GradedTurn | null {
    return ply ? this.grades[ply - 1].value : null
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
    const { value } = this.evaluations[ply]
    if (!value) return null
    return this.match.session.positions[ply].turn === WHITE ? value.expected : 1 - value.expected
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
  const isDrawn = occurrences(positions, position) >= REPETITIONS || pliesSinceRemoval(match, ply) >= plyLimitAt(position)
  return isDrawn ? ended(null, position.turn) : null
}
