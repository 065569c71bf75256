/** The room of a game with people: holds the connection, the commands, the game and the board together. */
import { computed, signal } from '@preact/signals'
import { HURRY, TICK } from '../../../core/match/clock'
import type { Point } from '../../../core/rules/geometry'
import { colorName } from '../../../core/rules/position'
import type { Color } from '../../../core/rules/position'
import { LOCKED } from '../../../core/session/session'
import type { GameEvent, Session } from '../../../core/session/session'
import { keepForReview } from '../../../files/kept-game'
import { keepForExplore } from '../../../files/saved-trail'
import type { GameDocument, ReportDocument } from '../../../generated/api'
import type { PlayerAction } from '../../../online/commands'
import { keepAwake } from '../../../online/connection'
import { GameLink } from '../../../online/game-link'
import type { OnlineGame } from '../../../online/online-game'
import { gameAddress, people, socketAddress } from '../../../online/people-api'
import { firstMoveLeft, isRunning, timeLeft } from '../../../online/server-clock'
import { ApiError, isAbort } from '../../../shell/services/api'
import { ownSecret } from '../../../shell/services/identity'
import type { PageContext } from '../../../shell/services/page'
import { describeDuty, describeEvents } from '../../../ui/game/narration'
import { ShownGame } from '../../../ui/shown-game'
import type { ShownTime } from '../../../ui/shown-game'
import { describeFailure, titleOf } from '../shared/people-narration'
import { describeDays, describeNews, wordsOf } from './online-narration'
import type { Words } from './online-narration'

/** The status of a seat that somebody else has taken. */
const TAKEN = 409

/** The last hours of a move that has days. */
const SOON = 6 * 3_600_000

export class Room extends ShownGame {
  readonly naming = colorName
  /** Whether the connection was lost and is not back yet. */
  readonly isLost = signal(false)
  /** The figures after the game: undefined if there are none, null while they are worked out. */
  readonly report = signal<ReportDocument | null | undefined>(undefined)
  /** The seconds in which the first move is due; null once both sides have moved. */
  readonly firstMoveDue = computed(() => {
    if (!this.game.clocks || this.game.clocks.running) return null // need not be looked at ten times a second
    const left = firstMoveLeft(this.online, this.now)
    return left === null ? null : Math.ceil(left / 1000)
  })
  /** Whether the visitor has taken the open seat just now. */
  hasJoined = false

  private readonly link: GameLink
  private readonly ticks = signal(0)
  private readonly timer: number
  private hasHurried = false

  constructor(
    context: PageContext,
    private readonly known: OnlineGame,
    /** Called when the server has no such game any more, or does not let people play. */
    private readonly gone: (error: ApiError) => void,
  ) {
    super(context, known.match)
    const { game } = known
    this.link = new GameLink(() => new WebSocket(socketAddress(game.id)), ownSecret, game, {
      received: (document) => this.take(document),
      refused: (action, detail) => this.refused(action, detail),
      lost: () => {
        this.connected(false)
        void this.inquire()
      },
      resumed: () => this.connected(true),
      changed: () => this.changed(),
    })
    keepAwake(this.link.connection, context.signal)
    this.timer = window.setInterval(() => this.tick(), TICK)
    if (game.state === 'finished') void this.loadReport()
  }

  override destroy(): void {
    this.link.stop()
    clearInterval(this.timer)
    super.destroy()
  }

  // What is shown.

  /** The game as this page knows it; it changes with the match. */
  get online(): OnlineGame {
    void this.match
    return this.known
  }

  /** The server's last document. */
  get game(): GameDocument {
    return this.online.game
  }

  get isOpen(): boolean {
    return this.viewed.value === null && this.online.isOwnTurn
  }

  /** Whoever cannot move now hears of no man that can. */
  override get shown(): Session {
    const session = super.shown
    return this.isOpen ? session : { ...session, controls: LOCKED }
  }

  override timeOf(color: Color): ShownTime | null {
    const { game } = this
    const name = colorName(color)
    const milliseconds = timeLeft(this.online, name, this.now)
    if (milliseconds === null) return null
    if (game.clock.kind !== 'days') return { milliseconds, isRunning: isRunning(game, name) }
    const days = { text: describeDays(milliseconds, this.say('online')), isShort: milliseconds < SOON }
    return { milliseconds, isRunning: true, days }
  }

  /** Whether the server has yet to answer an action of the visitor. */
  isAsking(type: PlayerAction['type']): boolean {
    void this.match // which is said to change whenever the link does
    return this.link.isAsking(type)
  }

  private get words(): Words {
    return wordsOf(this.context.speech)
  }

  /** Whoever reads the time is told of every tick. */
  private get now(): number {
    void this.ticks.value
    return performance.now()
  }

  // Messages of the server.

  /** Shows a document of the server, and tells what is new. */
  private take(document: GameDocument): GameDocument {
    const { known, context } = this
    const before = known.game
    const events = known.receive(document, performance.now())
    const { game } = known
    if (events === null) this.restart(known.match)
    else if (events.length) {
      this.viewed.value = null
      this.tell(events)
    }
    this.changed()
    const news = describeNews(before, game, this.words)
    if (news.length) context.announce([this.describe(events ?? []), ...news].filter(Boolean).join(this.words.say('gap')))
    if (before.state === 'open' && game.state === 'running') this.stage.sound('mill')
    if (before.state !== 'finished' && game.state === 'finished') {
      if (!events?.some(({ kind }) => kind === 'end')) this.stage.sound('end') // the board plays its own ends
      void this.loadReport()
    }
    if (!before.rematch_id && game.rematch_id) context.navigate(gameAddress(game.rematch_id))
    return game
  }

  private refused(action: PlayerAction, message: string): void {
    this.known.withdraw()
    this.stage.settle()
    this.changed()
    if (message) this.complain(() => this.words.say(action.type === 'move' ? 'refusedMove' : 'refused', { message }))
  }

  private connected(isBack: boolean): void {
    this.isLost.value = !isBack
    this.context.announce(this.words.say(isBack ? 'resumed' : 'lost'))
  }

  /** Asks why the connection was lost; without a server, the connection comes back by itself. */
  private async inquire(): Promise<void> {
    try {
      this.take(await people.game(this.game.id, this.context.signal))
    } catch (error) {
      if (error instanceof ApiError) this.gone(error)
    }
  }

  /** Asks for the figures after the game. */
  private async loadReport(): Promise<void> {
    const { id, moves } = this.game
    if (!moves.length) return
    this.report.value = null
    try {
      this.report.value = await people.report(id, this.context.signal)
    } catch (error) {
      if (!isAbort(error)) this.report.value = undefined // no figures are no harm
    }
  }

  protected describe(events: readonly GameEvent[]): string {
    const told = events.filter(({ kind }) => kind !== 'end') // the server knows more kinds of end
    const { match: { session }, words: { ofBoard, say } } = this
    const duty = told.length && this.online.isOwnTurn ? describeDuty(session, ofBoard) : ''
    return [describeEvents(session, told, ofBoard, colorName), duty].filter(Boolean).join(say('gap'))
  }

  // Actions of the visitor.

  ask(action: PlayerAction): void {
    this.wrong.value = null
    this.link.ask(action)
  }

  protected choose(point: Point): void {
    const { known, game: { state, you } } = this
    if (!this.isOpen) {
      this.complain(() => this.words.say(state === 'finished' ? 'gameOver' : you === null ? 'onlyWatching' : 'notYourTurn'))
      return
    }
    this.tell(known.choose(point))
    this.sendMove()
  }

  override pass(): void {
    this.tell(this.known.pass())
    this.sendMove()
  }

  /** Sends the move on the board, if it is whole. */
  private sendMove(): void {
    const move = this.known.unconfirmed
    if (move === null) this.changed()
    else this.ask({ type: 'move', move })
  }

  private complain(text: () => string): void {
    this.wrong.value = text
    this.context.announce(text())
  }

  /** Goes to the next game, or asks for one. */
  rematch(): void {
    const { rematch_id: next, offers, you } = this.game
    if (next) this.context.navigate(gameAddress(next))
    else if (offers.rematch && offers.rematch !== you) this.ask({ type: 'accept', what: 'rematch' })
    else this.ask({ type: 'rematch' })
  }

  review(): void {
    this.context.navigate(keepForReview(this.match))
  }

  explore(): void {
    this.context.navigate(keepForExplore(this.match, this.ply, titleOf(this.game, this.words.shared)))
  }

  /** Takes the open seat; if somebody else was faster, shows their game. */
  async join(): Promise<void> {
    try {
      const game = await people.join(this.game.id)
      this.hasJoined = true
      this.take(game)
      this.link.connection.renew() // an identity that was made with the seat
    } catch (error) {
      if (isAbort(error)) return
      if (error instanceof ApiError && error.problem.status === TAKEN) return this.inquire()
      this.complain(() => {
        const { title, text } = describeFailure(error, this.words.shared)
        return [title, text].filter(Boolean).join(': ')
      })
    }
  }

  /** Withdraws the challenge. */
  async cancel(): Promise<void> {
    try {
      await people.remove(this.game.id)
      this.context.navigate('./people')
    } catch (error) {
      if (isAbort(error)) return
      const message = error instanceof Error ? error.message : String(error)
      this.complain(() => this.words.shared('refused', { message }))
    }
  }

  // The clock.

  private tick(): void {
    const { game } = this
    const isTimed = game.clocks !== null || game.deadline !== null
    if (game.state !== 'running' || !isTimed) return
    this.ticks.value += 1
    if (game.you && isRunning(game, game.you)) this.hurry(timeLeft(this.known, game.you, performance.now()) ?? Infinity)
  }

  /** Warns once of the last seconds; again if an increment has brought the clock above them. */
  private hurry(left: number): void {
    if (left < HURRY && !this.hasHurried) {
      this.stage.sound('mill')
      this.context.announce(this.words.say('hurry', { seconds: Math.ceil(left / 1000) }))
    }
    this.hasHurried = left < HURRY
  }
}
