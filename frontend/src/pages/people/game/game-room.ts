/** A game with people on the page: holds the connection, the commands, the game and the view together. */
import type { Point } from '../../../core/rules/geometry'
import { colorName } from '../../../core/rules/position'
import { sceneOf } from '../../../ui/game/scene'
import { isActive, isMovable, unselect } from '../../../core/session/session'
import type { GameEvent } from '../../../core/session/session'
import { describeEvents } from '../../../ui/game/narration'
import { ApiError, isAbort } from '../../../shell/services/api'
import type { PageContext } from '../../../shell/services/page'
import { keepForExplore } from '../../../files/saved-trail'
import { TICK } from '../../../core/match/clock'
import { variantOf } from '../../../core/match/match'
import { askWhether } from '../../../ui/dialogs'
import { keepForReview } from '../../../files/kept-game'
import { ownSecret } from '../../../shell/services/identity'
import { wholeAddress } from '../../../shell/services/root'
import type { PlayerAction } from '../../../online/commands'
import { keepAwake } from '../../../online/connection'
import type { GameDocument } from '../../../generated/api'
import type { Offer } from '../../../online/documents'
import { GameLink } from '../../../online/game-link'
import { OnlineGame } from '../../../online/online-game'
import { gameAddress, people, socketAddress } from '../../../online/people-api'
import { HURRY, isRunning, timeLeft } from '../../../online/server-clock'
import { describeFailure, nameOfSeat, titleOf } from '../shared/people-narration'
import { GameView, shownSession } from './game-view'
import type { GameState } from './game-view'
import type { Command } from './game-panel'
import { JoinCard } from './join-card'
import { describeTerms, resultOf } from './online-narration'
import type { Words } from './online-narration'
import { describeNews } from './news'
import { showReport } from './report-table'
import { WaitingCard } from './waiting-card'
import { nameOf } from '../../../ui/variant-menu'

/** The status of a seat that somebody else has taken. */
const TAKEN = 409

export class GameRoom implements GameState {
  readonly online: OnlineGame
  viewed: number | null = null
  wrong: string | null = null
  isResultHidden = false

  private readonly link: GameLink
  private readonly timer: number
  private waiting: WaitingCard | JoinCard | null = null
  private view: GameView | null = null
  private hasHurried = false
  private hasReport = false

  constructor(
    private readonly root: HTMLElement,
    private readonly context: PageContext,
    game: GameDocument,
    private readonly words: Words,
    /** Called when the server has no such game any more, or does not let people play. */
    private readonly gone: (error: ApiError) => void,
  ) {
    this.online = new OnlineGame(game, performance.now())
    this.link = new GameLink(() => new WebSocket(socketAddress(game.id)), ownSecret, game, {
      received: (document) => this.take(document),
      refused: (action, detail) => this.refused(action, detail),
      lost: () => {
        this.tell('lost')
        void this.inquire()
      },
      resumed: () => this.tell('resumed'),
      changed: () => this.update(),
    })
    keepAwake(this.link.connection, context.signal)
    this.timer = window.setInterval(() => this.tick(), TICK)
    this.show()
  }

  leave(): void {
    this.link.stop()
    clearInterval(this.timer)
    this.view?.destroy()
    this.waiting?.destroy()
  }

  // What the view shows.

  get trouble(): string {
    return this.link.isLost ? this.words.say('lost') : ''
  }

  get rematch(): string {
    const { game } = this.online
    if (game.rematch_id) return this.words.say('nextGame')
    const by = game.offers.rematch
    if (by === null) return this.words.say('rematch')
    return this.words.say(by === game.you ? 'own.rematch' : 'acceptRematch')
  }

  get isEnabled(): Readonly<Record<Command, boolean>> {
    const { game, own } = this.online
    const isPlaying = own !== null && game.state === 'running'
    const hasMoved = game.moves.length > 0
    return {
      takeback: isPlaying && hasMoved && !game.rated && !game.offers.takeback && !this.link.isAsking('takeback'),
      draw: isPlaying && hasMoved && !game.offers.draw && !this.link.isAsking('offer_draw'),
      resign: isPlaying && !this.link.isAsking('resign'),
      rematch: game.rematch_id !== null || (game.offers.rematch !== game.you && !this.link.isAsking('rematch')),
      review: hasMoved,
      explore: true,
      newGame: true,
    }
  }

  get isOpen(): boolean {
    return this.viewed === null && this.online.isOwnTurn
  }

  // Messages of the server.

  private refused(action: PlayerAction, detail: string): void {
    this.online.withdraw()
    this.view?.stage.settle()
    if (detail) this.complain(this.words.say(action.type === 'move' ? 'refusedMove' : 'refused', { message: detail }))
  }

  private tell(key: 'lost' | 'resumed'): void {
    this.context.announce(this.words.say(key))
    this.update()
  }

  /** Asks why the connection was lost; without a server, the connection comes back by itself. */
  private async inquire(): Promise<void> {
    try {
      this.take(await people.game(this.online.game.id, this.context.signal))
    } catch (error) {
      if (error instanceof ApiError) this.gone(error)
    }
  }

  /** Shows a document of the server, and tells what is new. */
  private take(game: GameDocument): GameDocument {
    const { online, context, words } = this
    const before = online.game
    const events = online.receive(game, performance.now())
    if (before.state !== online.game.state) this.show()
    if (events === null) {
      this.view?.stage.settle()
      this.viewed = null
    } else this.animate(events)
    const news = describeNews(before, online.game, words)
    if (news.length) context.announce([this.describe(events ?? []), ...news].join(' ').trim())
    if (before.state === 'open' && game.state === 'running') this.view?.stage.sound('mill')
    if (before.state === 'running' && game.state === 'finished') this.finish(events ?? [])
    if (!before.rematch_id && game.rematch_id) context.navigate(gameAddress(game.rematch_id))
    return online.game
  }

  private animate(events: readonly GameEvent[]): void {
    if (!events.length) return
    this.viewed = null
    this.wrong = null
    this.view?.stage.animate(events)
    this.context.announce(this.describe(events))
  }

  private describe(events: readonly GameEvent[]): string {
    const told = events.filter(({ kind }) => kind !== 'end') // the server knows more kinds of end
    return describeEvents(this.online.match.session, told, this.words.ofBoard, colorName)
  }

  private finish(events: readonly GameEvent[]): void {
    const hadFocus = this.view?.hasBoardFocus
    if (!events.some(({ kind }) => kind === 'end')) this.view?.stage.sound('end') // the board plays its own ends
    this.update()
    if (hadFocus) this.view?.card.focus()
  }

  // Actions of the visitor.

  private ask(action: PlayerAction): void {
    this.wrong = null
    this.link.ask(action)
  }

  private choose(point: Point): void {
    const { online, words: { say } } = this
    if (this.viewed !== null) {
      this.look(null)
      return
    }
    this.wrong = null
    if (!this.isOpen) {
      this.complain(online.game.state === 'finished' ? say('gameOver') : online.own === null ? say('onlyWatching') : say('notYourTurn'))
      return
    }
    const events = online.choose(point)
    for (const event of events) if (event.kind === 'wrong') this.wrong = this.describe([event])
    this.view?.stage.animate(events)
    if (events.length) this.context.announce(this.describe(events))
    const move = online.unconfirmed
    if (move === null) this.update()
    else this.ask({ type: 'move', move })
  }

  private complain(wrong: string): void {
    this.wrong = wrong
    this.context.announce(wrong)
    this.update()
  }

  private run(command: Command): void {
    const { context, online, words: { say } } = this
    const { game, match } = online
    if (command === 'takeback') this.ask({ type: 'takeback' })
    if (command === 'draw') this.ask({ type: 'offer_draw' })
    if (command === 'resign' && this.view) {
      askWhether(this.view.element, say('resignSure'), say('resign'), say('cancel'), () => this.ask({ type: 'resign' }))
    }
    if (command === 'rematch') {
      if (game.rematch_id) context.navigate(gameAddress(game.rematch_id))
      else if (game.offers.rematch && game.offers.rematch !== game.you) this.answer('accept', 'rematch')
      else this.ask({ type: 'rematch' })
    }
    if (command === 'review') context.navigate(keepForReview(match))
    if (command === 'explore') {
      context.navigate(keepForExplore(match, this.viewed ?? game.moves.length, titleOf(game, this.words.shared)))
    }
    if (command === 'newGame') context.navigate('./people')
  }

  private answer(type: 'accept' | 'decline', what: Offer): void {
    this.ask({ type, what })
  }

  private look(ply: number | null): void {
    this.viewed = ply === this.online.match.session.moves.length ? null : ply
    this.view?.stage.settle()
    this.update()
  }

  /** Takes the open seat; if somebody else was faster, shows their game. */
  private async join(): Promise<void> {
    const { game: { id } } = this.online
    try {
      this.take(await people.join(id))
      this.link.connection.renew() // an identity that was made with the seat
      this.view?.focusBoard()
    } catch (error) {
      if (isAbort(error)) return
      if (error instanceof ApiError && error.problem.status === TAKEN) return this.inquire()
      const { title, text } = describeFailure(error, this.words.shared)
      this.complain([title, text].filter(Boolean).join(': '))
    }
  }

  private async cancel(): Promise<void> {
    try {
      await people.remove(this.online.game.id)
      this.context.navigate('./people')
    } catch (error) {
      if (isAbort(error)) return
      this.complain(this.words.shared('refused', { message: error instanceof Error ? error.message : String(error) }))
    }
  }

  // Showing it.

  /** Shows the card with the link, or the board. */
  private show(): void {
    const { game } = this.online
    if (game.state === 'open') this.showWaiting(game)
    else this.showBoard()
    this.update()
  }

  private showWaiting(game: GameDocument): void {
    const isQuick = this.context.url.hash === '#quick'
    const link = wholeAddress(gameAddress(game.id))
    if (!game.you) this.waiting ??= new JoinCard(this.root, this.online, this.words, () => void this.join())
    this.waiting ??= new WaitingCard(this.root, game, link, isQuick, this.words, {
      announce: (text) => this.context.announce(text),
      cancel: () => void this.cancel(),
    })
  }

  private showBoard(): void {
    this.waiting?.destroy()
    this.waiting = null
    this.view ??= new GameView(this.root, this.context, this.online, this.words, {
      sceneAt: (pointer) => sceneOf(shownSession(this), this.isOpen ? pointer : null),
      choose: (point) => this.choose(point),
      isActive: (point) => this.isOpen && isActive(this.online.match.session, point),
      isMovable: (point) => this.isOpen && isMovable(this.online.match.session, point),
      leavesArrows: true,
      escape: () => this.escape(),
      run: (command) => this.run(command),
      answer: (type, what) => this.answer(type, what),
      talk: (phrase) => this.ask({ type: 'say', phrase }),
      show: (ply) => this.look(ply),
      back: () => this.look(null),
      setSounds: (isOn) => {
        this.context.settings.hasSounds = isOn
        this.view?.stage.sound('place')
      },
      look: () => {
        this.isResultHidden = true
        this.update()
        this.view?.focusBoard()
      },
    })
  }

  private escape(): boolean {
    if (!unselect(this.online.match.session)) return false
    this.wrong = null
    this.update()
    return true
  }

  private tick(): void {
    const { online, view } = this
    if (!view || online.game.state !== 'running') return
    view.updateClocks(online)
    if (online.game.clocks && !online.game.clocks.running) view.update(this) // the first move is due
    this.hurry()
  }

  /** Warns once of the last seconds; again if an increment has brought the clock above them. */
  private hurry(): void {
    const { game } = this.online
    if (!game.you || !isRunning(game, game.you)) return
    const left = timeLeft(this.online, game.you, performance.now()) ?? Infinity
    if (left < HURRY && !this.hasHurried) {
      this.view?.stage.sound('mill')
      this.context.announce(this.words.say('hurry', { seconds: Math.ceil(left / 1000) }))
    }
    this.hasHurried = left < HURRY
  }

  private update(): void {
    const { online: { game, match }, words } = this
    document.title = `${this.titleOf(game)} · Merels`
    const terms = describeTerms(game, nameOf(variantOf(match), this.context.speech), words)
    this.waiting?.update(terms, this.trouble || this.wrong || '')
    this.view?.update(this)
    if (game.state === 'finished') void this.loadReport()
  }

  private titleOf(game: GameDocument): string {
    const { say } = this.words
    if (game.state === 'open') return say(game.you ? 'titleWaiting' : 'titleInvited')
    if (game.state === 'running' && game.you === game.turn) return say('yourTurn')
    const [white, black] = (['white', 'black'] as const).map((color) => nameOfSeat(game[color], game.you === color, this.words.shared))
    return resultOf(game, this.words)?.title ?? say('players', { white, black })
  }

  /** Asks for the figures after the game, once. */
  private async loadReport(): Promise<void> {
    const { view, online: { game } } = this
    if (this.hasReport || !view || !game.moves.length) return
    this.hasReport = true
    showReport(view.panel.report, null, this.words.say)
    try {
      showReport(view.panel.report, await people.report(game.id, this.context.signal), this.words.say)
    } catch (error) {
      if (!isAbort(error)) view.panel.report.replaceChildren() // no figures are no harm
    }
  }
}
