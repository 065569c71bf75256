/** The game on the Play page: holds the moves, the computer, the clock and the coach together. */
import { batch, signal } from '@preact/signals'
import { Clock, TICK } from '../../core/match/clock'
import {
  choosePoint, createMatch, isComputersTurn, matchOutcome, playAgain, playTurn, resign, rewind, takeBack, variantOf,
} from '../../core/match/match'
import type { Match, Setup } from '../../core/match/match'
import type { Point } from '../../core/rules/geometry'
import { startOf } from '../../core/rules/notation'
import { formatMove } from '../../core/rules/position'
import type { Color, Move } from '../../core/rules/position'
import { PASS } from '../../core/rules/turn'
import type { Variant } from '../../core/rules/variant'
import { lastPosition, suggest } from '../../core/session/session'
import type { GameEvent } from '../../core/session/session'
import { keepForReview } from '../../files/kept-game'
import { rate, rematchOf } from '../../files/rating'
import { saveMatch } from '../../files/saved-match'
import { playAddress, variantOfAddress } from '../../shell/services/addresses'
import { ApiError } from '../../shell/services/api'
import { keepVariant, keptVariant } from '../../shell/services/kept-variant'
import type { PageContext } from '../../shell/services/page'
import { orFault } from '../../ui/faults'
import type { Naming } from '../../ui/game/narration'
import { describeEnd, describeEvents, describeHint, describeTrouble, describeTurn, namingOf } from '../../ui/match-narration'
import { ShownGame } from '../../ui/shown-game'
import type { ShownTime } from '../../ui/shown-game'
import { nameOf } from '../../ui/variant-words'
import { matchOfAddress, matchOfVariant } from './address-match'
import type * as Advice from './advice'
import type * as Dialogs from './dialogs'
import { Exactness } from './exactness'
import { keepOption, readOptions } from './play-options'
import type { Option } from './play-options'
import { Thinker } from './thinker'

/** Loads what the first view does not need: in the background once it is shown, or when it is asked for before. */
export type Loaders = {
  readonly dialogs: () => Promise<typeof Dialogs>
  readonly advice: () => Promise<typeof Advice>
}

/** Why the computer does not reply, and whether it tries again by itself. */
interface Trouble {
  readonly error: unknown
  readonly isWaiting: boolean
}

export class PlayGame extends ShownGame {
  readonly trouble = signal<Trouble | null>(null)
  readonly options
  /** Null until somebody asks for help. */
  readonly coach = signal<Advice.Coach | null>(null)
  readonly exactness: Exactness
  /** The dialog that is open: one of a button, or one that asks whether a game may replace this one. */
  readonly dialog = signal<'resign' | 'newGame' | 'files' | Match | null>(null)

  private clock: Clock | null = null
  /** Rises while a clock runs. */
  private readonly ticks = signal(0)
  private readonly timer: number
  private readonly thinker = new Thinker()

  constructor(
    context: PageContext,
    url: URL,
    private readonly load: Loaders,
  ) {
    const named = orFault(context.speech, () => variantOfAddress(url))
    super(context, matchOfVariant(typeof named === 'string' ? keptVariant() : named))
    this.options = signal(readOptions(context.settings))
    this.exactness = new Exactness(context.server)
    const { match } = this
    this.adopt(match)
    if (match.session.moves.length) context.announce(this.say('play')('continued'))
    if (typeof named === 'string') this.complain(() => variantOfAddress(url))
    else if (url.searchParams.has('fen')) this.open(url)
    this.timer = window.setInterval(() => this.tick(), TICK)
    addEventListener('pagehide', this.keep)
  }

  override destroy(): void {
    this.keep()
    removeEventListener('pagehide', this.keep)
    clearInterval(this.timer)
    this.thinker.stop()
    this.coach.value?.stop()
    this.exactness.destroy()
    super.destroy()
  }

  get isOpen(): boolean {
    return this.viewed.value === null && !matchOutcome(this.match) && !isComputersTurn(this.match)
  }

  get naming(): Naming {
    return namingOf(this.match)
  }

  get isSearching(): boolean {
    return this.thinker.isSearching
  }

  override timeOf(color: Color): ShownTime | null {
    const { clock, match } = this
    if (!clock) return null
    void this.ticks.value
    const isRunning = clock.isRunning && lastPosition(match.session).turn === color
    return { milliseconds: clock.read(performance.now())[color], isRunning }
  }

  /** Saves the game with the current clocks. */
  private readonly keep = (): void => {
    const isRunning = this.clock?.isRunning
    this.clock?.rest(performance.now())
    saveMatch(this.match)
    if (isRunning) this.clock?.run(performance.now())
  }

  // Games.

  /** Shows another game. */
  adopt(match: Match): void {
    this.thinker.stop()
    keepVariant(variantOf(match))
    this.context.replaceAddress(playAddress(variantOf(match)))
    this.clock = match.setup.clock && new Clock(match, match.setup.clock)
    this.coach.value?.stop()
    this.coach.value?.forgive()
    scrollTo(0, 0) // the page may be at the button for a new game
    this.goOnFrom(match)
  }

  /** Opens the position in an address, in which you play the side to move; asks first if a game goes on. */
  private open(url: URL): void {
    const { match } = this
    const read = (): Match => matchOfAddress(url, match.setup)
    const opened = orFault(this.context.speech, read)
    if (typeof opened === 'string') this.complain(read)
    else if (match.session.moves.length && !matchOutcome(match)) this.dialog.value = opened
    else this.adopt(opened)
  }

  /** Says what is wrong with an address that cannot be read. */
  private complain(read: () => unknown): void {
    this.wrong.value = () => String(orFault(this.context.speech, read))
  }

  begin(setup: Setup): void {
    this.adopt(createMatch(setup, startOf(variantOf(this.match))))
    this.announceTurn('begun')
    this.stage.points.focus()
  }

  rematch(): void {
    this.begin(rematchOf(this.match.setup))
  }

  /** Goes to the game of another variant; this one is kept. */
  chooseVariant(variant: Variant): void {
    this.keep()
    this.adopt(matchOfVariant(variant, this.match.setup))
    this.context.announce(this.say('play')('variantChosen', { game: nameOf(variant, this.context.speech) }))
  }

  review(): void {
    this.context.navigate(keepForReview(this.match))
  }

  // The visitor's actions.

  protected choose(point: Point): void {
    const { match } = this
    const isWaiting = isComputersTurn(match)
    this.act(() => (isWaiting ? [{ kind: 'wrong', complaint: 'wait', point }] : choosePoint(match, point)))
  }

  override pass(): void {
    this.act(() => playTurn(this.match, PASS))
  }

  private act(action: () => readonly GameEvent[]): void {
    if (this.isSearching) this.thinker.stop()
    const before = this.total
    this.tell(action())
    if (this.total > before) this.turnPlayed(before, true)
    else this.changed()
  }

  undo(): void {
    this.thinker.stop()
    const isHalf = this.match.session.step !== null
    if (takeBack(this.match)) this.jumped('undone', isHalf)
  }

  redo(): void {
    this.thinker.stop()
    if (playAgain(this.match).length) this.jumped('redone')
  }

  /** Takes back what came after the position that is looked at. */
  playFromHere(): void {
    this.thinker.stop()
    rewind(this.match, this.ply)
    this.jumped('undone')
  }

  private jumped(said: 'undone' | 'redone', isHalf = false): void {
    if (!isHalf) this.clock?.restart(performance.now()) // the time for half a turn stays used
    this.forgetMarks(this.total)
    this.goOnFrom(this.match)
    this.announceTurn(said)
  }

  resign(): void {
    this.thinker.stop()
    resign(this.match)
    this.tellEnd()
    this.stage.points.focus() // from which the result takes it
    this.proceed()
  }

  override look(ply: number): void {
    super.look(ply)
    if (this.viewed.value === null) this.proceed()
  }

  setOption(option: Option, isOn: boolean): void {
    keepOption(this.context.settings, option, isOn)
    this.options.value = readOptions(this.context.settings)
    if (option === 'sounds') this.stage.sound('place')
    if (option === 'teach' && !isOn) this.forgetMarks(-1)
    this.changed()
    this.refreshBar()
  }

  suggest(): void {
    const { match, context } = this
    this.wrong.value = null
    const failed = (error: unknown): void => {
      if (error instanceof ApiError) this.wrong.value = () => describeTrouble(error, match, this.say('play'))
      else this.tellMissing()
      this.changed()
    }
    this.thinker.suggest(match, context.server, this.load.advice, ({ move, isLate }) => {
      const params = { move: formatMove(move, variantOf(match).board) }
      suggest(match.session, move)
      if (isLate) this.wrong.value = () => this.say('play')('lateHint', params)
      context.announce(this.wrong.value?.() ?? describeHint(match, this.say('play'), this.say('board')))
      this.changed()
      this.stage.reveal()
    }, failed)
    this.changed()
  }

  /** Says that a file could not be loaded; whoever needs it tries again with the next click. */
  tellMissing(): void {
    this.wrong.value = () => this.say('play')('notLoaded')
    this.context.announce(this.wrong.value())
    void this.context.server.look()
  }

  // What follows.

  private goOnFrom(match: Match): void {
    batch(() => {
      this.trouble.value = null
      this.restart(match)
      this.proceed()
    })
  }

  private announceTurn(said: 'begun' | 'undone' | 'redone'): void {
    const say = this.say('play')
    this.context.announce(`${say(said)}${say('gap')}${describeTurn(this.match, say)}`)
  }

  private turnPlayed(ply: number, isPersons: boolean): void {
    const { match } = this
    this.clock?.turnPlayed(match.session.positions[ply].turn, performance.now())
    if (isPersons && this.options.value.teach) this.askCoach((coach) => coach.examine(match, ply))
    this.proceed()
  }

  protected override tell(events: readonly GameEvent[]): void {
    if (events.length) rate(this.match)
    super.tell(events)
    const hasMoved = events.some(({ kind }) => kind === 'step' || kind === 'pass')
    if (hasMoved && matchOutcome(this.match)?.winner === null) this.stage.sound('end') // the board does not know about draws
  }

  protected describe(events: readonly GameEvent[]): string {
    return describeEvents(this.match, events, this.say('play'), this.say('board'))
  }

  /** Announces an end without a move. */
  private tellEnd(): void {
    rate(this.match)
    this.stage.sound('end')
    this.context.announce(describeEnd(this.match, this.say('play')))
  }

  /** Lets the computer move if it is its turn; shows and saves the game. */
  private proceed(): void {
    const { match, thinker } = this
    const isStuck = this.trouble.value !== null
    if (matchOutcome(match)) {
      thinker.stop()
      this.clock?.rest(performance.now())
    } else if (this.total && !isStuck) this.clock?.run(performance.now())
    if (isComputersTurn(match) && !thinker.isBusy && !isStuck) {
      thinker.reply(
        match,
        this.context.server,
        (move) => this.playReply(move),
        (error) => this.stop(error),
        (error) => (error ? this.stop(error) : this.goOn(match.setup)),
        this.load.advice,
      )
    }
    saveMatch(match)
    this.exactness.ask(match)
    this.changed()
    this.refreshBar()
  }

  private playReply(move: Move): void {
    const ply = this.total
    this.tell(playTurn(this.match, move))
    this.turnPlayed(ply, false)
  }

  /** The computer cannot reply. */
  private stop(error: unknown): void {
    this.trouble.value = { error, isWaiting: this.thinker.isBusy } // an unreachable server is asked again
    this.clock?.rest(performance.now())
    this.context.announce(describeTrouble(error, this.match, this.say('play')))
    void this.context.server.look()
    this.changed()
  }

  /** Lets the computer try again, possibly at another level. */
  goOn(setup: Setup): void {
    if (setup !== this.match.setup) this.thinker.stop()
    this.match.setup = setup
    this.trouble.value = null
    this.proceed()
  }

  private tick(): void {
    const { clock, match } = this
    if (!clock?.isRunning) return
    const flagged = clock.flagged(performance.now())
    if (flagged !== null && !matchOutcome(match)) {
      match.flagged = flagged
      this.tellEnd()
      this.proceed()
    }
    this.ticks.value += 1
  }

  private refreshBar(): void {
    if (this.options.value.bar) this.askCoach((coach) => coach.weigh(this.match))
  }

  /** Asks the coach, who may have to be loaded first. */
  private askCoach(ask: (coach: Advice.Coach) => void): void {
    const come = async (): Promise<void> => {
      const { Coach } = await this.load.advice()
      this.coach.value ??= new Coach(this.context)
      ask(this.coach.value)
    }
    if (this.coach.value) ask(this.coach.value)
    else come().catch(() => undefined) // the next move asks again
  }

  /** Drops what the coach has said of moves after a ply. */
  private forgetMarks(ply: number): void {
    this.coach.value?.forgive()
    for (const key of this.match.marks.keys()) if (key > ply) this.match.marks.delete(key)
  }
}
