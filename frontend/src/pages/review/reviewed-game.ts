/** The game under review: what of it is shown, and what is being found out about it. */
import { batch, computed, signal } from '@preact/signals'
import type { Match } from '../../core/match/match'
import { BLACK, WHITE, colorName } from '../../core/rules/position'
import { EMPTY, gameOnPlay, gameToReview, keepForReview, keepPly, textOf } from '../../files/kept-game'
import { keepForExplore } from '../../files/saved-trail'
import { Latest } from '../../shell/services/latest'
import type { PageContext } from '../../shell/services/page'
import type { Speech } from '../../texts/texts'
import type { GradedTurn } from '../../values/grading/grade'
import { sideName } from '../../ui/match-narration'
import { ShownGame } from '../../ui/shown-game'
import { GameReview } from './game-review'
import type * as Inspecting from './inspecting'
import { describeMove, describeTurn } from './review-narration'

/** Whom you retry against if the game was between people. */
const DEFAULT_LEVEL = 'normal'

/** Without moves there is no game to review. */
export class ReviewedGame extends ShownGame {
  readonly review = signal(new GameReview(this.match))
  /** Why the review could not be completed. */
  readonly problem = signal<string | null>(null)
  /** The game on Play, if it is another one. */
  readonly otherGame = computed(() => {
    const onPlay = gameOnPlay()
    return textOf(onPlay) === textOf(this.match) ? null : onPlay
  })
  /** The level to retry against: that of the game, or of the game on Play. */
  readonly level = computed(() => {
    const opponents = [this.match, gameOnPlay()].map((match) => match?.setup.opponent)
    return opponents.find((opponent) => opponent && opponent !== 'person') ?? DEFAULT_LEVEL
  })
  /** English, in which files are annotated, as the command line does it; null unless the dialog that saves is open. */
  readonly english = signal<Speech | null>(null)
  readonly isOpen = false
  readonly naming = colorName
  private readonly inspecting = new Latest()
  private readonly endWatching: () => void

  constructor(context: PageContext, private readonly loadInspecting: () => Promise<typeof Inspecting>) {
    super(context, EMPTY)
    const kept = gameToReview()
    if (kept) this.open(kept.match, kept.ply)
    this.endWatching = context.server.onChange((isBack) => {
      if (!isBack || !this.total) return
      this.review.value = new GameReview(this.match) // what was estimated can be looked up now
      this.inspect()
    })
  }

  override destroy(): void {
    this.endWatching()
    this.inspecting.stop()
    super.destroy()
  }

  /** The move that led to the position on the board; null at the start, and until it is graded. */
  get turn(): GradedTurn | null {
    return this.review.value.turnTo(this.ply)
  }

  /** Reviews a game, from a ply or its last position. */
  private open(match: Match, from = match.session.moves.length): void {
    keepForReview(match, from)
    batch(() => {
      this.restart(match)
      super.look(from)
      this.review.value = new GameReview(match)
    })
    this.inspect()
  }

  /** Opens a game that was loaded. */
  load(match: Match): void {
    this.open(match)
    this.context.announce(this.say('review')('loaded'))
  }

  /** Reviews the game on Play instead. */
  openOther(): void {
    const match = this.otherGame.peek()
    if (match) this.open(match)
  }

  /** Finds out about the game; what is known already is kept. */
  inspect(): void {
    const review = this.review.peek()
    this.problem.value = null
    this.inspecting.run(
      async (stop) => (await this.loadInspecting()).inspect(review, this.context.server, stop),
      () => undefined,
      (error) => {
        this.problem.value = error instanceof Error ? error.message : String(error)
      },
    )
  }

  override look(ply: number): void {
    super.look(ply)
    keepPly(ply)
    const { turn } = this
    const say = this.say('review')
    const move = describeMove(this.match, ply, turn?.glyph ?? '', say)
    this.context.announce(turn ? `${move}: ${describeTurn(turn, say, this.say('grading'))}` : move)
  }

  /** Makes the game the one that Explore walks through. */
  keepForExplore(): void {
    const say = this.say('play')
    const title = ([WHITE, BLACK] as const).map((color) => sideName(this.match, color, say)).join(' – ')
    keepForExplore(this.match, this.ply, title)
  }

  /** Opens the dialog that saves and loads. */
  async openFiles(): Promise<void> {
    this.english.value = await this.context.loadSpeech('en')
  }

  closeFiles(): void {
    this.english.value = null
  }

  // Nobody plays on.

  protected override press(): void {}

  protected choose(): void {}

  protected describe(): string {
    return ''
  }
}
