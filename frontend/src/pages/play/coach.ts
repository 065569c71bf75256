/** Help for learners: the evaluation bar, and feedback on their moves. */
import { formatMove, other, outcome } from '../../core/rules/position'
import type { Color, Move, Position } from '../../core/rules/position'
import { whiteShare } from '../../ui/board-side'
import { GLYPHS } from '../../values/grading/grade'
import type { MoveError } from '../../values/grading/grade'
import { evaluate } from '../../values/evaluate'
import type { Evaluation } from '../../values/evaluation'
import { judgeMove } from '../../values/grading/verdict'
import type { Verdict } from '../../values/grading/verdict'
import { fenAt, matchOutcome, recordAt } from '../../core/match/match'
import type { Match } from '../../core/match/match'
import type { Note } from './play-panel'
import { describeEvaluation, describeSource, describeVerdict } from '../../ui/match-narration'
import { Latest } from '../../shell/services/latest'
import type { PageContext } from '../../shell/services/page'
import type { Say } from '../../texts/texts'

export class Coach {
  /** White's share of the bar, 0 to 1. */
  whiteShare = 0.5
  barText = ''
  note: Note | null = null
  /** What was said of moves, by ply, from 1; it belongs to the game, which is kept with it. */
  private marks: Match['marks'] = new Map()
  private readonly weighing = new Latest()
  private readonly examining = new Latest()
  private weighedFen = ''

  /** `changed` is called when the view needs an update. */
  constructor(
    private readonly say: Say<'play'>,
    private readonly ofGrading: Say<'grading'>,
    private readonly context: Pick<PageContext, 'speech' | 'server'>,
    private readonly changed: () => void,
  ) {}

  /** Turns to another game. */
  follow({ marks }: Match): void {
    this.stop()
    this.note = null
    this.marks = marks
  }

  /** Glyphs of bad moves by ply, from 1. */
  get glyphs(): ReadonlyMap<number, string> {
    return new Map([...this.marks].flatMap(([ply, { glyph }]) => (glyph ? [[ply, glyph]] : [])))
  }

  /** Evaluates the current position for the bar. */
  weigh(match: Match): void {
    const end = matchOutcome(match)
    const { positions } = match.session
    const position = positions[positions.length - 1]
    if (end) {
      this.stopWeighing()
      this.whiteShare = end.winner === null ? 0.5 : 1 - end.winner
      this.barText = ''
      this.changed()
      return
    }
    const fen = fenAt(match)
    if (fen === this.weighedFen || outcome(position)) return
    this.weighedFen = fen
    const question = { wanted: 'best', server: this.context.server } as const
    this.weighing.run(
      (signal) => evaluate(recordAt(match), question, signal),
      (evaluation) => this.showWeight(evaluation, position.turn),
      () => this.stopWeighing(), // it may be tried again
    )
  }

  private showWeight(evaluation: Evaluation, color: Color): void {
    this.whiteShare = whiteShare(evaluation.expected, color)
    this.barText = describeEvaluation(evaluation, color, this.say)
    this.changed()
  }

  /** Checks whether the move at a ply was a mistake. */
  examine(match: Match, ply: number): void {
    this.note = { text: this.say('judging'), tone: 'plain', actions: [] }
    const { positions, moves } = match.session
    this.examining.run(
      (signal) => judgeMove(recordAt(match, ply), moves[ply], this.context.server, signal),
      (verdict) => this.showVerdict(verdict, positions[ply], moves[ply], ply),
      () => {
        this.note = null
        this.changed()
      },
    )
  }

  private showVerdict(verdict: Verdict, { turn, variant: { board } }: Position, move: Move, ply: number): void {
    const said = describeVerdict(verdict, formatMove(move, board), other(turn), board, this.say, this.ofGrading)
    const text = this.say('judged', { said, source: describeSource(leastCertain(verdict), this.say) })
    const isBad = verdict.grade in GLYPHS
    const glyph = isBad ? GLYPHS[verdict.grade as MoveError] : ''
    this.marks.set(ply + 1, { glyph, text, language: this.context.speech.language })
    const isGood = verdict.grade === 'good' || verdict.grade === 'slow'
    this.note = { text, tone: isBad ? 'bad' : isGood ? 'good' : 'plain', actions: [] }
    this.changed()
  }

  /** The feedback on the move that led to a ply. */
  textAt(ply: number): string | null {
    const mark = this.marks.get(ply)
    return mark?.language === this.context.speech.language ? mark.text : null
  }

  /** Drops the feedback on moves after a ply. */
  cut(ply: number): void {
    this.examining.stop()
    this.note = null
    for (const key of this.marks.keys()) if (key > ply) this.marks.delete(key)
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

/** The evaluation that a verdict rests on: an estimate if either of the two is one. */
function leastCertain({ before, after }: Verdict): Evaluation {
  return before.value ? after : before
}
