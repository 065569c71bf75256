/** The Review page: what happened in a game, move by move. */
import { addElement } from '../../board/dom'
import { NotationError } from '../../core/rules/notation'
import { BLACK, WHITE } from '../../core/rules/position'
import { Latest } from '../../shell/services/latest'
import type { Mount, MountedPage, PageContext } from '../../shell/services/page'
import { keepForExplore } from '../../files/saved-trail'
import { fenAt } from '../../core/match/match'
import type { Match } from '../../core/match/match'
import { sideName } from '../../ui/match-narration'
import { matchFrom, pgnOf } from '../../files/match-files'
import { openFiles } from '../../ui/files-dialog'
import { addAction, addLink } from '../../ui/controls'
import { noteOf } from './annotation'
import { GameReview } from './game-review'
import { inspect } from './inspection'
import { EMPTY, gameOnPlay, gameToReview, keepForReview, keepPly, textOf } from '../../files/kept-game'
import { describeMove, describeTurn } from './review-narration'
import type { Says } from './review-panel'
import { ReviewView } from './review-view'
import './review.css'
import { describeFault } from '../../ui/faults'
import { createSay } from '../../texts/texts'

/** Whom you retry against if the game was between people. */
const DEFAULT_LEVEL = 'normal'

class ReviewPage implements MountedPage {
  private readonly says: Says
  private review: GameReview | null = null
  private view: ReviewView | null = null
  private ply = 0
  private problem: string | null = null
  private readonly inspecting = new Latest()
  private readonly endWatching: () => void

  constructor(
    private readonly root: HTMLElement,
    private readonly context: PageContext,
  ) {
    const { speech } = context
    this.says = {
      say: createSay(speech, 'review'),
      ofGrading: createSay(speech, 'grading'),
      ofPlay: createSay(speech, 'play'),
    }
    this.endWatching = context.server.onChange((isBack) => isBack && this.serverIsBack())
    const kept = gameToReview()
    if (kept) this.open(kept.match, kept.ply)
    else this.showNothing()
  }

  unmount(): void {
    this.endWatching()
    this.inspecting.stop()
    this.view?.destroy()
    this.root.replaceChildren()
  }

  /** Reviews a game, from a ply or its last position. */
  private open(match: Match, from = match.session.moves.length): void {
    keepForReview(match, from)
    this.review = new GameReview(match)
    this.ply = from
    if (!this.view) {
      this.root.replaceChildren()
      this.view = new ReviewView(this.root, this.context, this.says, {
        show: (ply) => this.show(ply),
        showMistake: (ply) => {
          this.show(ply)
          this.view?.reveal()
        },
        explore: () => this.keepForExplore(),
        openFiles: () => void this.openFiles(),
        reviewPlay: () => this.reviewPlay(),
        tryAgain: () => this.inspect(),
        level: () => this.level(),
      })
    }
    this.inspect()
  }

  private showNothing(): void {
    const { say } = this.says
    const card = addElement(this.root, 'section', 'card message')
    addElement(card, 'h1').textContent = say('empty')
    addElement(card, 'p').textContent = say('emptyHelp')
    const row = addElement(card, 'div', 'row review-choices')
    addLink(row, say('play'), './', 'button main-button')
    addAction(row, say('files'), 'button', () => void this.openFiles())
  }

  /** Finds out about the game; what is known already is kept. */
  private inspect(): void {
    const { review, context: { server } } = this
    if (!review) return
    const end = (problem: string | null): void => {
      this.problem = problem
      this.update()
    }
    this.problem = null
    this.inspecting.run(
      (signal) => inspect(review, server, signal, () => this.update()),
      () => end(null),
      (error) => end(error instanceof Error ? error.message : String(error)),
    )
  }

  /** Replaces estimates when the server is back. */
  private serverIsBack(): void {
    if (!this.review) return
    this.review = new GameReview(this.review.match)
    this.inspect()
  }

  private show(ply: number): void {
    const { review } = this
    if (!review) return
    this.ply = ply
    keepPly(ply)
    this.update()
    const turn = ply ? review.turns[ply - 1] : null
    const { say, ofGrading } = this.says
    const move = describeMove(review.match, ply, turn?.glyph ?? '', say)
    this.context.announce(turn ? `${move}: ${describeTurn(turn, say, ofGrading)}` : move)
  }

  /** Makes the game the one that Explore walks through. */
  private keepForExplore(): void {
    const { match } = this.review ?? {}
    if (!match) return
    const title = ([WHITE, BLACK] as const).map((color) => sideName(match, color, this.says.ofPlay)).join(' – ')
    keepForExplore(match, this.ply, title)
  }

  private async openFiles(): Promise<void> {
    const english = createSay(await this.context.loadSpeech('en'), 'grading') // as the command line writes files
    const { ofPlay } = this.says
    const { review, ply } = this
    const match = review?.match ?? EMPTY
    const notes = review?.turns.map((turn) => turn && noteOf(turn, english))
    const files = {
      pgn: pgnOf(match, ofPlay, notes),
      fen: fenAt(match, ply),
      speech: this.context.speech,
      load: (text: string) => this.load(text),
    }
    openFiles(this.root, files, ofPlay, (text) => this.context.announce(text))
  }

  private load(text: string): string | null {
    try {
      const match = matchFrom(text, EMPTY.setup)
      if (!match.session.moves.length) return this.says.say('noMoves')
      this.open(match)
    } catch (error) {
      if (error instanceof NotationError) return describeFault(error, this.context.speech)
      throw error
    }
    this.context.announce(this.says.say('loaded'))
    return null
  }

  private reviewPlay(): void {
    const match = gameOnPlay()
    if (match) this.open(match)
  }

  /** The level to retry against: that of the game, or of the game on Play. */
  private level(): string {
    const opponents = [this.review?.match, gameOnPlay()].map((match) => match?.setup.opponent)
    return opponents.find((opponent) => opponent && opponent !== 'person') ?? DEFAULT_LEVEL
  }

  private update(): void {
    if (!this.review) return
    const onPlay = gameOnPlay()
    this.view?.update(this.review, {
      ply: this.ply,
      problem: this.problem,
      hasOther: onPlay !== null && textOf(onPlay) !== textOf(this.review.match),
    })
  }
}

export const mount: Mount = (root, context) => new ReviewPage(root, context)
