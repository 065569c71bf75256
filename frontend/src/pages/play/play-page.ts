/** The Play page: holds the game, the view, the computer, the clock and the coach together. */
import type { Point } from '../../core/rules/geometry'
import { startOf } from '../../core/rules/notation'
import { formatMove } from '../../core/rules/position'
import type { Move } from '../../core/rules/position'
import { sceneOf } from '../../ui/game/scene'
import { isActive, isMovable, suggest, unselect } from '../../core/session/session'
import type { GameEvent } from '../../core/session/session'
import { keepForReview } from '../../files/kept-game'
import type { Mount, MountedPage, PageContext } from '../../shell/services/page'
import type { Variant } from '../../core/rules/variant'
import { playAddress, variantOfAddress } from '../../shell/services/addresses'
import { orFault } from '../../ui/faults'
import { keepVariant, keptVariant } from '../../shell/services/kept-variant'
import { nameOf } from '../../ui/variant-menu'
import { Clock, TICK } from '../../core/match/clock'
import { askWhether } from '../../ui/dialogs'
import type * as Files from './files'
import { askForSetup } from './setup-dialog'
import { Coach } from './coach'
import { Exactness } from './exactness'
import {
  choosePoint,
  createMatch,
  isComputersTurn,
  matchOutcome,
  playAgain,
  playTurn,
  resign,
  rewind,
  takeBack,
  variantOf,
} from '../../core/match/match'
import type { Match, Setup } from '../../core/match/match'
import { keepOption, readOptions } from './play-options'
import type { Option, Options } from './play-options'
import type { Command, Note } from './play-panel'
import { matchOfVariant } from './address-match'
import { rate, rematchOf } from '../../files/rating'
import { saveMatch } from '../../files/saved-match'
import { Thinker } from './thinker'
import { openAddress } from './opening'
import { noteOfTrouble } from './trouble'
import { PlayView, shownSession } from './play-view'
import type { State } from './play-view'
import { describeEnd, describeEvents, describeHint, describeTrouble, describeTurn, resultOf } from '../../ui/match-narration'

type LoadFiles = () => Promise<typeof Files>

class PlayPage implements MountedPage, State {
  match: Match
  clock: Clock | null = null
  viewed: number | null = null
  wrong: string | null = null
  trouble: Note | null = null
  isResultHidden = false
  readonly coach: Coach
  readonly exactness: Exactness

  private readonly view: PlayView
  private readonly timer: number
  private readonly thinker = new Thinker()

  constructor(
    root: HTMLElement,
    private readonly context: PageContext,
    private readonly loadFiles: LoadFiles,
  ) {
    const named = orFault(context.speech, () => variantOfAddress(context.url))
    this.match = matchOfVariant(typeof named === 'string' ? keptVariant() : named)
    this.view = new PlayView(root, context, variantOf(this.match).board, {
      sceneAt: (pointer) => sceneOf(shownSession(this), this.isOpen ? pointer : null),
      choose: (point) => this.choose(point),
      isActive: (point) => this.isOpen && isActive(this.match.session, point),
      isMovable: (point) => this.isOpen && isMovable(this.match.session, point),
      leavesArrows: true,
      escape: () => this.escape(),
      run: (command) => this.run(command),
      show: (ply) => this.look(ply),
      setOption: (option, isOn) => this.setOption(option, isOn),
      chooseVariant: (variant) => this.chooseVariant(variant),
      rematch: () => this.rematch(),
      look: () => this.hideResult(),
      back: () => this.look(this.match.session.moves.length),
      playFromHere: () => this.playFromHere(),
    })
    this.coach = new Coach(this.view.say, this.view.ofGrading, context, () => this.update())
    this.exactness = new Exactness(context.server, () => this.update())
    this.adopt(this.match)
    if (typeof named === 'string') this.complain(named)
    else openAddress(context, this.view, this.match, (match) => this.adopt(match), (why) => this.complain(why))
    this.timer = window.setInterval(() => this.tick(), TICK)
    addEventListener('pagehide', this.keep)
    if (this.match.session.moves.length) context.announce(this.view.say('continued'))
  }

  unmount(): void {
    this.keep()
    removeEventListener('pagehide', this.keep)
    clearInterval(this.timer)
    this.thinker.stop()
    this.coach.stop()
    this.exactness.destroy()
    this.view.destroy()
  }

  private complain(wrong: string): void {
    this.wrong = wrong
    this.update()
  }

  get isOpen(): boolean {
    return this.viewed === null && !matchOutcome(this.match) && !isComputersTurn(this.match)
  }

  get isSearching(): boolean {
    return this.thinker.isSearching
  }

  get options(): Options {
    return readOptions(this.context.settings)
  }

  /** Saves the game with the current clocks. */
  private readonly keep = (): void => {
    const isRunning = this.clock?.isRunning
    this.clock?.rest(performance.now())
    saveMatch(this.match)
    if (isRunning) this.clock?.run(performance.now())
  }

  /** Shows another game. */
  adopt(match: Match): void {
    this.thinker.stop()
    this.match = match
    keepVariant(variantOf(match))
    this.context.replaceAddress(playAddress(variantOf(match)))
    this.clock = match.setup.clock && new Clock(match, match.setup.clock)
    this.viewed = null
    this.wrong = null
    this.trouble = null
    this.isResultHidden = false
    this.coach.follow(match)
    this.view.stage.settle()
    scrollTo(0, 0) // the page may be at the button for a new game
    this.proceed()
  }

  private begin(setup: Setup): void {
    this.adopt(createMatch(setup, startOf(variantOf(this.match))))
    this.context.announce(`${this.view.say('begun')} ${describeTurn(this.match, this.view.say)}`)
    this.view.stage.points.focus()
  }

  /** Goes to the game of another variant; this one is kept. */
  private chooseVariant(variant: Variant): void {
    this.keep()
    this.adopt(matchOfVariant(variant, this.match.setup))
    this.context.announce(this.view.say('variantChosen', { game: nameOf(variant, this.context.speech) }))
  }

  private rematch(): void {
    this.begin(rematchOf(this.match.setup))
  }

  // Input.

  private choose(point: Point): void {
    if (this.viewed !== null) {
      this.look(this.match.session.moves.length)
      return
    }
    if (this.isSearching) this.thinker.stop()
    const { match } = this
    const before = match.session.moves.length
    const events = isComputersTurn(match)
      ? [{ kind: 'wrong', complaint: 'wait', point } as const]
      : choosePoint(match, point)
    this.wrong = null
    for (const event of events) {
      if (event.kind === 'wrong') this.wrong = this.describe([event])
    }
    this.show(events)
    if (match.session.moves.length > before) this.turnPlayed(before, true)
    else this.update()
  }

  private escape(): boolean {
    if (!unselect(this.match.session)) return false
    this.wrong = null
    this.update()
    return true
  }

  private run(command: Command): void {
    const { match, view, context } = this
    const { say, element } = view
    if (command === 'undo') this.undo()
    if (command === 'redo') this.redo()
    if (command === 'hint') this.suggest()
    if (command === 'resign') askWhether(element, say('resignSure'), say('resign'), say('cancel'), () => this.resign())
    if (command === 'newGame') askForSetup(element, match.setup, variantOf(match), context, say, (setup) => this.begin(setup))
    if (command === 'review') context.navigate(keepForReview(match))
    if (command === 'files') this.openFiles().catch((error: unknown) => context.announce(String(error)))
  }

  private async openFiles(): Promise<void> {
    const { openGameFiles } = await this.loadFiles()
    if (!this.context.signal.aborted) openGameFiles(this.view.element, this, this.context, this.view.say)
  }

  private undo(): void {
    this.thinker.stop()
    const isHalf = this.match.session.step !== null
    if (takeBack(this.match)) this.afterJump(this.view.say('undone'), isHalf)
  }

  private redo(): void {
    this.thinker.stop()
    if (playAgain(this.match).length) this.afterJump(this.view.say('redone'))
  }

  private afterJump(said: string, isHalf = false): void {
    if (!isHalf) this.clock?.restart(performance.now()) // the time for half a turn stays used
    this.viewed = null
    this.wrong = null
    this.trouble = null
    this.isResultHidden = false
    this.coach.cut(this.match.session.moves.length)
    this.view.stage.settle()
    this.context.announce(`${said} ${describeTurn(this.match, this.view.say)}`)
    this.proceed()
  }

  private resign(): void {
    this.thinker.stop()
    resign(this.match)
    this.tellEnd()
    this.proceed()
    this.view.card.focus()
  }

  private hideResult(): void {
    this.isResultHidden = true
    this.update()
    this.view.stage.points.focus()
  }

  /** Shows an earlier position; the last one is the game itself. */
  private look(ply: number): void {
    this.viewed = ply === this.match.session.moves.length ? null : ply
    this.view.stage.settle()
    this.update()
    if (this.viewed === null) this.proceed()
  }

  private playFromHere(): void {
    if (this.viewed === null) return
    this.thinker.stop()
    rewind(this.match, this.viewed)
    this.afterJump(this.view.say('undone'))
  }

  private setOption(option: Option, isOn: boolean): void {
    keepOption(this.context.settings, option, isOn)
    if (option === 'sounds') this.view.stage.sound('place')
    if (option === 'teach' && !isOn) this.coach.forget()
    this.update()
    this.refreshBar()
  }

  // Reactions.

  private turnPlayed(ply: number, isPersons: boolean): void {
    const { match } = this
    this.clock?.turnPlayed(match.session.positions[ply].turn, performance.now())
    if (isPersons && this.options.teach) this.coach.examine(match, ply)
    this.proceed()
  }

  private show(events: readonly GameEvent[]): void {
    if (!events.length) return
    rate(this.match)
    this.view.stage.animate(events)
    const hasMoved = events.some(({ kind }) => kind === 'step')
    if (hasMoved && matchOutcome(this.match)?.winner === null) this.view.stage.sound('end') // the board does not know about draws
    this.context.announce(this.describe(events))
  }

  /** Announces an end without a move. */
  private tellEnd(): void {
    rate(this.match)
    this.view.stage.sound('end')
    this.context.announce(describeEnd(this.match, this.view.say))
  }

  private describe(events: readonly GameEvent[]): string {
    return describeEvents(this.match, events, this.view.say, this.view.ofBoard)
  }

  /** Lets the computer move if it is its turn; updates the view and saves the game. */
  private proceed(): void {
    const { match } = this
    if (matchOutcome(match)) this.finish()
    else if (match.session.moves.length && !this.trouble) this.clock?.run(performance.now())
    if (isComputersTurn(match) && !this.thinker.isBusy && !this.trouble) {
      this.thinker.reply(
        match,
        this.context.server,
        (move) => this.playReply(move),
        (error) => this.tellTrouble(error),
        (error) => (error ? this.tellTrouble(error) : this.goOn(match.setup)),
      )
    }
    saveMatch(match)
    this.exactness.ask(match)
    this.update()
    this.refreshBar()
  }

  private finish(): void {
    this.thinker.stop()
    this.clock?.rest(performance.now())
    const hadFocus = this.view.hasBoardFocus
    this.view.card.update(resultOf(this.match, this.view.say), this.isResultHidden, this.view.say)
    if (hadFocus && !this.isResultHidden) this.view.card.focus()
  }

  private playReply(move: Move): void {
    const ply = this.match.session.moves.length
    this.show(playTurn(this.match, move))
    this.turnPlayed(ply, false)
  }

  private tellTrouble(error: unknown): void {
    const { match, view: { say } } = this
    const text = describeTrouble(error, match, say)
    // An unreachable server is retried automatically.
    this.trouble = noteOfTrouble(text, match, this.thinker.isBusy, say, (setup) => this.goOn(setup))
    this.clock?.rest(performance.now())
    this.context.announce(text)
    void this.context.server.look()
    this.update()
  }

  /** Lets the computer try again, possibly at another level. */
  private goOn(setup: Setup): void {
    if (setup !== this.match.setup) this.thinker.stop()
    this.match.setup = setup
    this.trouble = null
    this.proceed()
  }

  private suggest(): void {
    const { match, view } = this
    this.wrong = null
    const failed = (error: unknown): void => this.complain(describeTrouble(error, match, view.say))
    this.thinker.suggest(match, this.context.server, ({ move, isLate }) => {
      suggest(match.session, move)
      if (isLate) this.wrong = view.say('lateHint', { move: formatMove(move, variantOf(match).board) })
      this.context.announce(this.wrong ?? describeHint(match, view.say, view.ofBoard))
      this.update()
      view.stage.reveal()
    }, failed)
    this.update()
  }

  private tick(): void {
    const { clock, match } = this
    if (!clock?.isRunning) return
    const now = performance.now()
    const flagged = clock.flagged(now)
    if (flagged !== null && !matchOutcome(match)) {
      match.flagged = flagged
      this.tellEnd()
      this.proceed()
    }
    this.view.updateClocks(this)
  }

  private refreshBar(): void {
    if (this.options.bar) this.coach.weigh(this.match)
  }

  private update(): void {
    this.view.update(this)
  }
}

export const mountWith =
  (loadFiles: LoadFiles): Mount =>
  (root, context) =>
    new PlayPage(root, context, loadFiles)
