/** Help for learners: the evaluation bar, and feedback on their moves. */
import { formatMove, other, outcome } from '../../../rules/position'
import type { Color, Move, Position } from '../../../rules/position'
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
  /** Glyphs of bad moves by ply, from 1. */
  readonly glyphs = new Map<number, string>()

  private readonly texts = new Map<number, string>()
  private weighing: AbortController | null = null
  private examining: AbortController | null = null
  private weighedFen = ''

  /** `changed` is called when the view needs an update. */
  constructor(
    private readonly say: Say<Key>,
    private readonly ofGrading: Say<GradingKey>,
    private readonly changed: () => void,
  ) {}

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
    if (isBad) this.glyphs.set(ply + 1, GLYPHS[verdict.grade as MoveError])
    this.texts.set(ply + 1, text)
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
    return this.texts.get(ply) ?? null
  }

  /** Drops the feedback on moves after a ply. */
  cut(ply: number): void {
    this.examining?.abort()
    this.note = null
    for (const map of [this.glyphs, this.texts]) {
      for (const key of map.keys()) if (key > ply) map.delete(key)
    }
  }

  /** Drops everything. */
  forget(): void {
    this.stop()
    this.cut(-1)
    this.weighedFen = ''
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
