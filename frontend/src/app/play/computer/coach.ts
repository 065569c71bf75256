/** Help for learners: the evaluation bar, and feedback on their moves. */
import { formatMove, other, outcome } from '../../../rules/position'
import type { Color, Move, Position } from '../../../rules/position'
import type { Language } from '../../../bilingual'
import type { Say } from '../../shared/i18n'
import { whiteShare } from '../view/board-side'
import { GLYPHS } from '../../shared/grading/grade'
import type { MoveError } from '../../shared/grading/grade'
import { judge } from '../../shared/grading/judge'
import type { Judgement } from '../../shared/grading/judge'
import { judgeMove } from './verdict'
import type { Verdict } from './verdict'
import { fenAt, matchOutcome } from '../match/match'
import type { Match } from '../match/match'
import type { Note } from '../view/play-panel'
import type { Key } from '../play-texts'
import type { GradingKey } from '../../shared/grading/grading-texts'
import { describeJudgement, describeSource, describeVerdict } from '../play-narration'

export class Coach {
  /** White's share of the bar, 0 to 1. */
  whiteShare = 0.5
  barText = ''
  note: Note | null = null
  /** What was said of moves, by ply, from 1; it belongs to the game, which is kept with it. */
  private marks: Match['marks'] = new Map()
  private weighing: AbortController | null = null
  private examining: AbortController | null = null
  private weighedFen = ''

  /** `changed` is called when the view needs an update. */
  constructor(
    private readonly say: Say<Key>,
    private readonly ofGrading: Say<GradingKey>,
    private readonly language: Language,
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
    this.stopWeighing()
    this.weighedFen = fen
    const weighing = new AbortController()
    this.weighing = weighing
    judge({ position, fen }, weighing.signal).then(
      (judgement) => this.showWeight(judgement, position.turn, weighing),
      () => this.forgetWeight(weighing),
    )
  }

  private showWeight(judgement: Judgement, color: Color, weighing: AbortController): void {
    if (weighing.signal.aborted) return
    this.whiteShare = whiteShare(judgement.expected, color)
    this.barText = describeJudgement(judgement, color, this.say)
    this.changed()
  }

  /** Allows a failed evaluation to be tried again. */
  private forgetWeight(weighing: AbortController): void {
    if (this.weighing === weighing) this.weighedFen = ''
  }

  /** Checks whether the move at a ply was a mistake. */
  examine(match: Match, ply: number): void {
    this.examining?.abort()
    const examining = new AbortController()
    this.examining = examining
    this.note = { text: this.say('judging'), tone: 'plain', actions: [] }
    const { positions, moves } = match.session
    const before = { position: positions[ply], fen: fenAt(match, ply) }
    judgeMove(before, moves[ply], fenAt(match, ply + 1), examining.signal).then(
      (verdict) => this.showVerdict(verdict, positions[ply], moves[ply], ply, examining),
      () => this.dropNote(examining),
    )
  }

  private showVerdict(
    verdict: Verdict,
    { turn, variant: { board } }: Position,
    move: Move,
    ply: number,
    examining: AbortController,
  ): void {
    if (examining.signal.aborted) return
    const said = describeVerdict(verdict, formatMove(move, board), other(turn), board, this.say, this.ofGrading)
    const text = this.say('judged', { said, source: describeSource(leastCertain(verdict), this.say) })
    const isBad = verdict.grade in GLYPHS
    const glyph = isBad ? GLYPHS[verdict.grade as MoveError] : ''
    this.marks.set(ply + 1, { glyph, text, language: this.language })
    const isGood = verdict.grade === 'good' || verdict.grade === 'slow'
    this.note = { text, tone: isBad ? 'bad' : isGood ? 'good' : 'plain', actions: [] }
    this.changed()
  }

  private dropNote(examining: AbortController): void {
    if (this.examining !== examining) return
    this.note = null
    this.changed()
  }

  /** The feedback on the move that led to a ply. */
  textAt(ply: number): string | null {
    const mark = this.marks.get(ply)
    return mark?.language === this.language ? mark.text : null
  }

  /** Drops the feedback on moves after a ply. */
  cut(ply: number): void {
    this.examining?.abort()
    this.note = null
    for (const key of this.marks.keys()) if (key > ply) this.marks.delete(key)
  }

  /** Drops everything. */
  forget(): void {
    this.stop()
    this.cut(-1)
  }

  stop(): void {
    this.examining?.abort()
    this.stopWeighing()
  }

  private stopWeighing(): void {
    this.weighing?.abort()
    this.weighing = null
    this.weighedFen = ''
  }
}

/** The judgement that a verdict rests on: an estimate if either of the two is one. */
function leastCertain({ before, after }: Verdict): Judgement {
  return before.value ? after : before
}
