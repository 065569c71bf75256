/** Help for learners: the evaluation bar, feedback on their moves, and hints; and players that search. Loaded when first asked for. */
import { signal as createSignal } from '@preact/signals'
import { EngineError } from '../../core/engine/engine'
import { fenAt, matchOutcome, recordAt, variantOf } from '../../core/match/match'
import type { Match } from '../../core/match/match'
import { WHITE, formatMove, other, outcome } from '../../core/rules/position'
import type { Color, Move } from '../../core/rules/position'
import { currentPosition, historyOf, lastPosition } from '../../core/session/session'
import { ApiError } from '../../shell/services/api'
import { Latest } from '../../shell/services/latest'
import type { PageContext } from '../../shell/services/page'
import type { Reach } from '../../shell/services/server'
import { createSay } from '../../texts/texts'
import type { Speech } from '../../texts/texts'
import type { Evaluated } from '../../ui/game-screen'
import { describeEvaluation, describeSource, describeVerdict } from '../../ui/grading-narration'
import { NO_SERVER, evaluate } from '../../values/evaluate'
import type { Evaluation } from '../../values/evaluation'
import { GLYPHS } from '../../values/grading/grade'
import type { MoveError } from '../../values/grading/grade'
import { judgeMove } from '../../values/grading/verdict'
import type { Verdict } from '../../values/grading/verdict'
import { think } from './replies'

export { playAsExpert, playAtStrength } from './expert'
export { playPerfectly } from './perfect'

/** How many milliseconds the server has for a hint. */
const PATIENCE = 10_000

/** What the coach says of a move. */
export interface Note {
  readonly text: string
  readonly tone: 'plain' | 'good' | 'bad'
}

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
  /** A position, or how the game has ended: its winner, null for a draw. */
  private readonly weighed = createSignal<Weighed | { readonly winner: Color | null }>({ winner: null })
  private readonly judged = createSignal<Judged | null>(null)
  private readonly weighing = new Latest()
  private readonly examining = new Latest()
  private weighedFen = ''

  constructor(private readonly context: Pick<PageContext, 'speech' | 'server'>) {}

  /** What the bar shows. */
  get bar(): Evaluated {
    const { value } = this.weighed
    if ('winner' in value) return { white: value.winner === null ? 0.5 : 1 - value.winner, text: '' }
    const { evaluation, color } = value
    const { expected } = evaluation
    const text = describeEvaluation(evaluation, color, createSay(this.context.speech, 'play'))
    return { white: color === WHITE ? expected : 1 - expected, text }
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
    if (end) {
      this.stopWeighing()
      this.weighed.value = end
      return
    }
    const fen = fenAt(match)
    const position = lastPosition(match.session)
    if (fen === this.weighedFen || outcome(position)) return
    this.weighedFen = fen
    this.weighing.run(
      (signal) => evaluate(recordAt(match), { wanted: 'best', server: this.context.server }, signal),
      (evaluation) => {
        this.weighed.value = { evaluation, color: position.turn }
      },
      () => this.stopWeighing(), // it may be tried again
    )
  }

  /** Checks whether the move at a ply was a mistake; the game keeps what is said of it. */
  examine(match: Match, ply: number): void {
    this.judged.value = { match, ply, verdict: null }
    this.examining.run(
      (signal) => judgeMove(recordAt(match, ply), match.session.moves[ply], this.context.server, signal),
      (verdict) => {
        const { speech } = this.context
        const judged = { match, ply, verdict }
        const glyph = verdict.grade in GLYPHS ? GLYPHS[verdict.grade as MoveError] : ''
        match.marks.set(ply + 1, { glyph, text: describe(judged, verdict, speech), language: speech.language })
        this.judged.value = judged
      },
      () => this.forgive(),
    )
  }

  /** Says no more of the last move. */
  forgive(): void {
    this.examining.stop()
    this.judged.value = null
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

/** A move to try. */
export interface Hint {
  readonly move: Move
  /** Whether the server took too long, so that the page had to find the move itself. */
  readonly isLate: boolean
}

/** Suggests a move: the server's if it answers in time, else what the page's engine finds, else that of the level Hard. */
export async function suggestMove(match: Match, server: Reach, signal: AbortSignal): Promise<Hint> {
  const patience = AbortSignal.timeout(PATIENCE)
  const asked = await bestMove(match, server, AbortSignal.any([signal, patience]))
  const isLate = asked === null && patience.aborted
  const move = asked ?? (await bestMove(match, NO_SERVER, signal))
  const { session, setup } = match
  return { move: move ?? (await think(historyOf(session), 'HARD', setup.seed, 0, signal)), isLate }
}

/** The best move; null in mid-turn, which nobody evaluates, and if neither the server nor the page can tell. */
async function bestMove(match: Match, server: Reach, signal: AbortSignal): Promise<Move | null> {
  if (currentPosition(match.session).removing) return null
  try {
    return (await evaluate(recordAt(match), { wanted: 'best', server }, signal)).best
  } catch (error) {
    if (signal.aborted || error instanceof ApiError || error instanceof EngineError) return null
    throw error
  }
}
