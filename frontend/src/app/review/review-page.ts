/** The Review page: what happened in a game, move by move. */
import { addElement } from '../../board/dom'
import { NotationError } from '../../rules/notation'
import { BLACK, WHITE } from '../../rules/position'
import { isAbort } from '../api'
import type { Mount, MountedPage, PageContext } from '../page'
import { keepForExplore } from '../explore/trail/saved-trail'
import { fenAt } from '../play/match/match'
import type { Match } from '../play/match/match'
import { matchFrom, pgnOf } from '../play/match/match-files'
import { sideName } from '../play/play-narration'
import { TEXTS as PLAY_TEXTS } from '../play/play-texts'
import { openFiles } from '../play/view/dialogs'
import { addAction, addLink } from '../shared/controls'
import { TEXTS as GRADING_TEXTS } from '../shared/grading/grading-texts'
import { createSay } from '../shared/i18n'
import { noteOf } from './annotation'
import { GameReview } from './game-review'
import { forgetEstimates, inspect } from './inspection'
import { EMPTY, gameOnPlay, gameToReview, keepForReview, keepPly, textOf } from './kept-game'
import { describeMove, describeTurn } from './review-narration'
import type { Says } from './review-panel'
import { TEXTS } from './review-texts'
import { ReviewView } from './review-view'
import '../play/play.css'
import './review.css'

/** Whom you retry against if the game was between people. */
const DEFAULT_LEVEL = 'normal'

class ReviewPage implements MountedPage {
  private readonly says: Says
  private review: GameReview | null = null
  private view: ReviewView | null = null
  private ply = 0
  private problem: string | null = null
  private inspecting = new AbortController()
  private wasAway = false
  private readonly endWatching: () => void

  constructor(
    private readonly root: HTMLElement,
    private readonly context: PageContext,
  ) {
    const { language } = context
    this.says = {
      say: createSay(TEXTS, language),
      ofGrading: createSay(GRADING_TEXTS, language),
      ofPlay: createSay(PLAY_TEXTS, language),
    }
    this.endWatching = context.server.onChange(() => this.serverChanged())
    const kept = gameToReview()
    if (kept) this.open(kept.match, kept.ply)
    else this.showNothing()
  }

  unmount(): void {
    this.endWatching()
    this.inspecting.abort()
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
        openFiles: () => this.openFiles(),
        reviewPlay: () => this.reviewPlay(),
        tryAgain: () => void this.inspect(),
        level: () => this.level(),
      })
    }
    void this.inspect()
  }

  private showNothing(): void {
    const { say } = this.says
    const card = addElement(this.root, 'section', 'card message')
    addElement(card, 'h1').textContent = say('empty')
    addElement(card, 'p').textContent = say('emptyHelp')
    const row = addElement(card, 'div', 'row review-choices')
    addLink(row, say('toPlay'), '/', 'button main-button')
    addAction(row, say('files'), 'button', () => this.openFiles())
  }

  /** Finds out about the game; what is known already is kept. */
  private async inspect(): Promise<void> {
    const { review } = this
    if (!review) return
    this.inspecting.abort()
    this.inspecting = new AbortController()
    this.problem = null
    const signal = AbortSignal.any([this.inspecting.signal, this.context.signal])
    try {
      await inspect(review, signal, () => this.update())
    } catch (error) {
      if (isAbort(error)) return
      this.problem = error instanceof Error ? error.message : String(error)
    }
    this.update()
  }

  /** Replaces estimates when the server is back. */
  private serverChanged(): void {
    const { isReachable } = this.context.server
    const isBack = this.wasAway && isReachable === true
    this.wasAway = isReachable === false
    if (!isBack || !this.review) return
    forgetEstimates()
    this.review = new GameReview(this.review.match)
    void this.inspect()
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

  private openFiles(): void {
    const { ofPlay } = this.says
    const { review, ply } = this
    const match = review?.match ?? EMPTY
    const notes = review?.turns.map((turn) => turn && noteOf(turn))
    const files = {
      pgn: pgnOf(match, ofPlay, notes),
      fen: fenAt(match, ply),
      language: this.context.language,
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
      if (error instanceof NotationError) return error.say(this.context.language)
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
