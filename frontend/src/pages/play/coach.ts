/** Help for learners: the evaluation bar, and feedback on their moves. */
import { signal } from '@preact/signals'
import { fenAt, matchOutcome, recordAt, variantOf } from '../../core/match/match'
import type { Match } from '../../core/match/match'
import { formatMove, other, outcome } from '../../core/rules/position'
import type { Color } from '../../core/rules/position'
import { Latest } from '../../shell/services/latest'
import type { PageContext } from '../../shell/services/page'
import { createSay } from '../../texts/texts'
import type { Speech } from '../../texts/texts'
import { whiteShare } from '../../ui/board-side'
import type { Evaluated } from '../../ui/game-screen'
import { describeEvaluation, describeSource, describeVerdict } from '../../ui/match-narration'
import { evaluate } from '../../values/evaluate'
import type { Evaluation } from '../../values/evaluation'
import { GLYPHS } from '../../values/grading/grade'
import type { MoveError } from '../../values/grading/grade'
import { judgeMove } from '../../values/grading/verdict'
import type { Verdict } from '../../values/grading/verdict'
import type { Note } from './play-panel'

/** What a position is worth for the side to move. */
interface Weighed {
  readonly evaluation: Evaluation
  readonly color: Color
}

/** A verdict on the move at a ply; null while it is being found. */
interface Judged {
  readonly match: Match
  readonly ply: number
  readonly verdict: Verdict | null
}

export class Coach {
  /** The winner of a game that is over, null for a draw. */
  private readonly weighed = signal<Weighed | { readonly winner: Color | null }>({ winner: null })
  private readonly judged = signal<Judged | null>(null)
  /** What was said of moves, by ply, from 1; it belongs to the game, which is kept with it. */
  private marks: Match['marks'] = new Map()
  private readonly weighing = new Latest()
  private readonly examining = new Latest()
  private weighedFen = ''

  constructor(private readonly context: Pick<PageContext, 'speech' | 'server'>) {}

  /** Turns to another game. */
  follow({ marks }: Match): void {
    this.stop()
    this.judged.value = null
    this.marks = marks
  }

  /** Glyphs of bad moves by ply, from 1. */
  get glyphs(): ReadonlyMap<number, string> {
    void this.judged.value // which adds a mark
    return new Map([...this.marks].flatMap(([ply, { glyph }]) => (glyph ? [[ply, glyph]] : [])))
  }

  /** What the bar shows. */
  get bar(): Evaluated {
    const { value } = this.weighed
    if ('winner' in value) return { white: value.winner === null ? 0.5 : 1 - value.winner, text: '' }
    const { evaluation, color } = value
    const say = createSay(this.context.speech, 'play')
    return { white: whiteShare(evaluation.expected, color), text: describeEvaluation(evaluation, color, say) }
  }

  /** The feedback on the last move. */
  get note(): Note | null {
    const { value } = this.judged
    if (!value) return null
    const { speech } = this.context
    if (!value.verdict) return { text: createSay(speech, 'play')('judging'), tone: 'plain' }
    const { grade } = value.verdict
    const isGood = grade === 'good' || grade === 'slow'
    return { text: describe(value, value.verdict, speech), tone: grade in GLYPHS ? 'bad' : isGood ? 'good' : 'plain' }
  }

  /** Evaluates the current position for the bar. */
  weigh(match: Match): void {
    const end = matchOutcome(match)
    const { positions } = match.session
    const position = positions[positions.length - 1]
    if (end) {
      this.stopWeighing()
      this.weighed.value = end
      return
    }
    const fen = fenAt(match)
    if (fen === this.weighedFen || outcome(position)) return
    this.weighedFen = fen
    const question = { wanted: 'best', server: this.context.server } as const
    this.weighing.run(
      (signal) => evaluate(recordAt(match), question, signal),
      (evaluation) => {
        this.weighed.value = { evaluation, color: position.turn }
      },
      () => this.stopWeighing(), // it may be tried again
    )
  }

  /** Checks whether the move at a ply was a mistake. */
  examine(match: Match, ply: number): void {
    this.judged.value = { match, ply, verdict: null }
    this.examining.run(
      (signal) => judgeMove(recordAt(match, ply), match.session.moves[ply], this.context.server, signal),
      (verdict) => {
        const { speech } = this.context
        const judged = { match, ply, verdict }
        const glyph = verdict.grade in GLYPHS ? GLYPHS[verdict.grade as MoveError] : ''
        this.marks.set(ply + 1, { glyph, text: describe(judged, verdict, speech), language: speech.language })
        this.judged.value = judged
      },
      () => {
        this.judged.value = null
      },
    )
  }

  /** The feedback on the move that led to a ply. */
  textAt(ply: number): string | null {
    const mark = this.marks.get(ply)
    return mark?.language === this.context.speech.language ? mark.text : null
  }

  /** Drops the feedback on moves after a ply. */
  cut(ply: number): void {
    this.examining.stop()
    for (const key of this.marks.keys()) if (key > ply) this.marks.delete(key)
    this.judged.value = null
  }

  /** Drops everything. */
  forget(): void {
    this.stop()
    this.cut(-1)
  }

  stop(): void {
    this.examining.stop()
    this.stopWeighing()
  }

  private stopWeighing(): void {
    this.weighing.stop()
    this.weighedFen = ''
  }
}

/** A verdict in words, with where it comes from. */
function describe({ match, ply }: Judged, verdict: Verdict, speech: Speech): string {
  const { board } = variantOf(match)
  const say = createSay(speech, 'play')
  const { positions, moves } = match.session
  const move = formatMove(moves[ply], board)
  const said = describeVerdict(verdict, move, other(positions[ply].turn), board, say, createSay(speech, 'grading'))
  // An estimate if either of the two evaluations is one.
  return say('judged', { said, source: describeSource(verdict.before.value ? verdict.after : verdict.before, say) })
}
