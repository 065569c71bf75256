/** Holds the mini-game together: clicks change the state; what happens is shown, announced and awarded. */
import { Listeners } from '../board/dom'
import { Earnings } from './exp'
import type { Point } from '../core/rules/geometry'
import { NAMES } from '../core/rules/nine'
import { Host } from './host'
import type { AwardXp, Options } from './host'
import { parseLevel, parsePosition } from './host-options'
import type { Command } from './minigame-panel'
import { REPLY_DELAY, chooseInSlices } from '../core/players/player'
import type { Level } from '../core/players/player'
import { freshSeed } from '../core/players/random'
import { WHITE, legalMoves, other } from '../core/rules/position'
import type { Color, Move, Position } from '../core/rules/position'
import {
  act,
  against,
  createSession,
  currentPosition,
  historyOf,
  isActive,
  isMovable,
  isOtherToMove,
  isPersonToMove,
  outcomeOf,
  personOf,
  playMove,
  suggest,
  undo,
  unselect,
} from '../core/session/session'
import type { GameEvent, Session } from '../core/session/session'
import { hostSay, languageOf } from './localization'
import { Thinking } from '../core/players/thinking'
import { MinigameView } from './minigame-view'
import { describeEvents, describeHint, scoreOf } from '../ui/game/narration'
import type { Key, Params, Say } from '../texts/keys'

/** Replaces the hint line until the person does something. */
interface Remark {
  readonly key: Key<'board'>
  readonly params: Params
  readonly isWrong: boolean
}

export class GameController {
  private readonly view: MinigameView
  private readonly host: Host
  private readonly say: Say<'board'>
  private readonly thinking = new Thinking<Move>()
  private readonly listeners = new Listeners((react) => (event) => this.guard(() => react(event)))
  private readonly endLanguageChange: () => void
  private readonly level: Level
  private seed: number
  private session: Session
  private earnings = new Earnings()
  private remark: Remark | null = null
  private isSearching = false
  private isResultHidden = false
  private isRunning = false
  private isDestroyed = false

  constructor(
    root: HTMLElement,
    awardXp: AwardXp | undefined,
    private readonly options: Options,
  ) {
    this.say = hostSay(options.localization)
    this.view = new MinigameView(root, (action) => this.guard(action))
    this.host = new Host(root, this.view.board.canvas, awardXp, options)
    this.level = parseLevel(options.difficulty)
    this.seed = options.seed ?? freshSeed()
    this.session = createSession(against('computer', WHITE), this.firstPosition())
    this.endLanguageChange = this.host.onLanguageChange(() => this.guard(() => this.update()))
    this.update()
    this.view.board.rest()
  }

  /** Starts or resumes. */
  start(): void {
    if (this.isDestroyed || this.isRunning) return
    this.isRunning = true
    this.guard(() => {
      this.listen()
      this.thinking.resume()
      this.proceed()
    })
  }

  /** Pauses. */
  stop(): void {
    if (!this.isRunning) return
    this.isRunning = false
    this.guard(() => {
      this.listeners.removeAll()
      this.thinking.pause()
      this.host.holdRestart(false)
      this.view.board.pointer = null
      this.update()
      this.view.board.rest()
    })
  }

  /** Removes everything. */
  destroy(): void {
    if (this.isDestroyed) return
    this.stop()
    this.isDestroyed = true
    this.thinking.cancel()
    this.endLanguageChange()
    this.view.destroy()
  }

  /** The player's men on the board minus the computer's. */
  getScore(): number {
    return scoreOf(this.session)
  }

  private firstPosition(): Position {
    try {
      return parsePosition(this.options.position)
    } catch (error) {
      this.remarkError(error)
      return parsePosition(undefined)
    }
  }

  private listen(): void {
    const { listeners, view } = this
    view.board.listen(listeners, {
      choose: (point) => this.clickPoint(point),
      isActive: (point) => isActive(this.session, point),
      isMovable: (point) => isMovable(this.session, point),
      escape: () => this.escape(),
    })
    listeners.add(view.element, 'click', (event) => {
      const command = view.panel.commandOf(event.target)
      if (command !== null) this.run(command)
    })
  }

  private clickPoint(point: Point): void {
    this.stopSearching()
    const events = act(this.session, point)
    this.remark = null
    for (const event of events) {
      if (event.kind !== 'wrong') continue
      const params = { point: NAMES[event.point] }
      this.remark = { key: `wrong.${event.complaint}`, params, isWrong: true }
    }
    this.show(events)
    this.proceed()
  }

  private escape(): boolean {
    if (!unselect(this.session)) return false
    this.remark = null
    this.update()
    return true
  }

  private run(command: Command): void {
    const hadFocus = this.view.panel.isInResult(document.activeElement)
    if (command === 'undo') this.undo()
    if (command === 'hint') this.search()
    const own = personOf(this.session)
    if (command === 'rematch') this.begin(own)
    if (command === 'swap') this.begin(other(own))
    if (command === 'look') this.isResultHidden = true
    this.proceed()
    if (hadFocus) this.view.board.points.focus() // the card that had the focus is gone
  }

  private undo(): void {
    this.thinking.cancel()
    this.stopSearching()
    if (!undo(this.session)) return
    this.remark = null
    this.isResultHidden = false
    this.view.board.settle()
    this.view.announcer.say(this.say('said.undone'))
  }

  private begin(human: Color): void {
    this.thinking.cancel()
    this.stopSearching()
    this.seed++
    this.session = createSession(against('computer', human))
    this.earnings = new Earnings()
    this.remark = null
    this.isResultHidden = false
    this.view.board.settle()
    const color = this.say(human === WHITE ? 'white' : 'black')
    this.view.announcer.say(this.say('said.newGame', { color }))
  }

  /** Looks for a move to suggest. */
  private search(): void {
    if (!isPersonToMove(this.session) || this.isSearching) return
    this.isSearching = true
    this.remark = { key: 'hint.searching', params: {}, isWrong: false }
    const { session } = this
    this.think('HARD', 0, (move) => {
      this.isSearching = false
      this.remark = null
      suggest(session, move)
      this.update()
      this.view.announcer.say(describeHint(session, this.say))
    })
  }

  private stopSearching(): void {
    if (!this.isSearching) return
    this.isSearching = false
    this.thinking.cancel()
  }

  /** Lets the computer move if it is its turn, and updates the view. */
  private proceed(): void {
    if (isOtherToMove(this.session) && !this.thinking.isBusy) {
      this.think(this.level, REPLY_DELAY, (move) => {
        this.show(playMove(this.session, move))
        this.proceed()
      })
    }
    this.host.holdRestart(this.isRunning && outcomeOf(this.session) === null)
    this.update()
  }

  private think(level: Level, delay: number, done: (move: Move) => void): void {
    const { session } = this
    const slices = chooseInSlices([...historyOf(session)], level, this.seed)
    this.thinking.begin(
      slices,
      delay,
      (move) => this.guard(() => done(move)),
      (error) => this.guard(() => {
        // A poor move is better than a stuck game.
        done(legalMoves(currentPosition(session))[0])
        throw error
      }),
    )
  }

  /** Shows, announces and awards what has happened. */
  private show(events: readonly GameEvent[]): void {
    if (!events.length) return
    const { view, host, session } = this
    const own = personOf(session)
    view.board.animate(events)
    for (const award of this.earnings.claim(events, own, this.level)) {
      this.earnings.total += host.award(award)
    }
    for (const event of events) {
      if (event.kind === 'step' && event.mills) host.playSound('attack')
      if (event.kind === 'removal' && event.color !== own) host.playSound('damage')
    }
    view.announcer.say(describeEvents(session, events, this.say))
    if (events.some(({ kind }) => kind === 'end')) this.showEnd()
  }

  private showEnd(): void {
    const hadFocus = this.view.board.points.element.contains(document.activeElement)
    this.isResultHidden = false
    this.update()
    if (hadFocus) this.view.panel.focusResult()
  }

  private update(): void {
    if (this.isDestroyed) return // a host may destroy the game while it awards EXP
    const { view, say, session, remark, isRunning } = this
    const hint = remark ? say(remark.key, remark.params) : describeHint(session, say)
    const notes = {
      hint: isRunning ? hint : say('hint.paused'),
      isWrong: isRunning && remark !== null && remark.isWrong,
      exp: this.earnings.total,
      level: this.level,
      isSearching: this.isSearching,
      isResultHidden: this.isResultHidden,
    }
    view.element.classList.toggle('nmm-paused', !isRunning)
    view.update(session, notes, say, languageOf(this.options.localization))
  }

  /** Runs an action and shows its exception: hosts swallow exceptions, and the game would seem dead. */
  private guard(action: () => void): void {
    try {
      action()
    } catch (error) {
      this.remarkError(error)
      try {
        this.update()
      } catch {
        // Updating failed too; the next event tries again.
      }
    }
  }

  private remarkError(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    this.remark = { key: 'hint.error', params: { message }, isWrong: true }
  }
}
