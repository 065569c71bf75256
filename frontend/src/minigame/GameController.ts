/** Joins the parts: what is clicked changes the state, and what happens is shown, said and awarded. */
import { Listeners } from '../board/dom'
import { Earnings } from './exp'
import { has } from '../rules/geometry'
import type { Point } from '../rules/geometry'
import { Host } from './host'
import type { AwardXp, Options } from './host'
import { parseLevel, parsePosition } from './host-options'
import type { Command } from './minigame-panel'
import { chooseInSlices } from '../player/player'
import { WHITE, pointName, legalMoves, other } from '../rules/position'
import type { Color, Move, Position } from '../rules/position'
import {
  act,
  createSession,
  currentPosition,
  historyOf,
  isComputerToMove,
  isHumanToMove,
  isMovable,
  outcomeOf,
  playMove,
  takeableFor,
  targetsFor,
  undo,
  unselect,
} from '../game/session'
import type { Happening, Session } from '../game/session'
import { createSay, languageOf } from '../game/game-texts'
import type { Key, Params, Say } from '../game/game-texts'
import { Thinking } from '../player/thinking'
import { View } from './minigame-view'
import { describeHappenings, describeHint, scoreOf } from '../game/narration'

/** Milliseconds before the computer answers, so that one can follow. */
const REPLY_DELAY = 420

/** A text for the hint line that replaces what to do next, until the person does something. */
interface Remark {
  readonly key: Key
  readonly params: Params
  readonly isWrong: boolean
}

export class Game {
  private readonly view: View
  private readonly host: Host
  private readonly say: Say
  private readonly thinking = new Thinking<Move>()
  private readonly listeners = new Listeners((react) => (event) => this.guard(() => react(event)))
  private readonly endLanguageChange: () => void
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
    this.say = createSay(options.localization)
    this.view = new View(root, (action) => this.guard(action))
    this.host = new Host(root, this.view.board.canvas, awardXp, options)
    this.session = this.createFirstSession()
    this.endLanguageChange = this.host.onLanguageChange(() => this.guard(() => this.update()))
    this.update()
    this.view.board.rest()
  }

  /** Begins or goes on. */
  start(): void {
    if (this.isDestroyed || this.isRunning) return
    this.isRunning = true
    this.guard(() => {
      this.listen()
      this.thinking.resume()
      this.proceed()
    })
  }

  /** Pauses; everything stays as it is. */
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

  /** Leaves nothing behind. */
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

  private createFirstSession(): Session {
    const { difficulty, seed, position } = this.options
    const level = parseLevel(difficulty)
    let first: Position
    try {
      first = parsePosition(position)
    } catch (error) {
      this.remarkError(error)
      first = parsePosition(undefined)
    }
    return createSession(level, seed ?? freshSeed(), WHITE, first)
  }

  private listen(): void {
    const { listeners, view } = this
    view.board.listen(listeners, {
      choose: (point) => this.clickPoint(point),
      isActive: (point) => {
        const active = targetsFor(this.session) | takeableFor(this.session)
        return has(active, point) || isMovable(this.session, point)
      },
      isMovable: (point) => isMovable(this.session, point),
      escape: () => this.escape(),
    })
    listeners.add(view.element, 'click', (event) => {
      const command = view.panel.commandOf(event.target)
      if (command !== null) this.obey(command)
    })
  }

  private clickPoint(point: Point): void {
    this.stopSearching()
    const happenings = act(this.session, point)
    this.remark = null
    for (const happening of happenings) {
      if (happening.kind !== 'wrong') continue
      const params = { point: pointName(happening.point) }
      this.remark = { key: `wrong.${happening.complaint}`, params, isWrong: true }
    }
    this.show(happenings)
    this.proceed()
  }

  private escape(): boolean {
    if (!unselect(this.session)) return false
    this.remark = null
    this.update()
    return true
  }

  private obey(command: Command): void {
    const hadFocus = this.view.panel.isInResult(document.activeElement)
    if (command === 'undo') this.undo()
    if (command === 'hint') this.search()
    if (command === 'rematch') this.begin(this.session.human)
    if (command === 'swap') this.begin(other(this.session.human))
    if (command === 'look') this.isResultHidden = true
    this.proceed()
    if (hadFocus) this.view.board.points.focus() // the card that had it is gone
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
    const { level, seed } = this.session
    this.session = createSession(level, this.options.seed === undefined ? freshSeed() : seed + 1, human)
    this.earnings = new Earnings()
    this.remark = null
    this.isResultHidden = false
    this.view.board.settle()
    const color = this.say(human === WHITE ? 'white' : 'black')
    this.view.announcer.say(this.say('said.newGame', { color }))
  }

  /** Looks for a move that the person could play. */
  private search(): void {
    if (!isHumanToMove(this.session) || this.isSearching) return
    this.isSearching = true
    this.remark = { key: 'hint.searching', params: {}, isWrong: false }
    const { session } = this
    this.think('HARD', 0, (move) => {
      this.isSearching = false
      this.remark = null
      session.suggestion = move
      this.update()
      this.view.announcer.say(describeHint(session, this.say))
    })
  }

  private stopSearching(): void {
    if (!this.isSearching) return
    this.isSearching = false
    this.thinking.cancel()
  }

  /** Lets the computer move where it is its turn, and shows the state of things. */
  private proceed(): void {
    if (isComputerToMove(this.session) && !this.thinking.isBusy) {
      this.think(this.session.level, REPLY_DELAY, (move) => {
        this.show(playMove(this.session, move))
        this.proceed()
      })
    }
    this.host.holdRestart(this.isRunning && outcomeOf(this.session) === null)
    this.update()
  }

  private think(level: Session['level'], delay: number, done: (move: Move) => void): void {
    const { session } = this
    const slices = chooseInSlices([...historyOf(session)], level, session.seed)
    this.thinking.begin(
      slices,
      delay,
      (move) => this.guard(() => done(move)),
      (error) => this.guard(() => {
        // Better a poor move than a game that has died.
        done(legalMoves(currentPosition(session))[0])
        throw error
      }),
    )
  }

  /** Shows, says, sounds and awards what has happened. */
  private show(happenings: readonly Happening[]): void {
    if (!happenings.length) return
    const { view, host, session } = this
    view.board.animate(happenings)
    for (const award of this.earnings.claim(happenings, session.human, session.level)) {
      this.earnings.total += host.award(award)
    }
    for (const happening of happenings) {
      if (happening.kind === 'step' && happening.mills) host.playSound('attack')
      if (happening.kind === 'removal' && happening.color !== session.human) host.playSound('damage')
    }
    view.announcer.say(describeHappenings(session, happenings, this.say))
    if (happenings.some(({ kind }) => kind === 'end')) this.showEnd()
  }

  private showEnd(): void {
    const hadFocus = this.view.board.points.element.contains(document.activeElement)
    this.isResultHidden = false
    this.update()
    if (hadFocus) this.view.panel.focusResult()
  }

  private update(): void {
    if (this.isDestroyed) return // a host may end the game in the midst of an award
    const { view, say, session, remark, isRunning } = this
    const hint = remark ? say(remark.key, remark.params) : describeHint(session, say)
    const notes = {
      hint: isRunning ? hint : say('hint.paused'),
      isWrong: isRunning && remark !== null && remark.isWrong,
      exp: this.earnings.total,
      isSearching: this.isSearching,
      isResultHidden: this.isResultHidden,
    }
    view.element.classList.toggle('nmm-paused', !isRunning)
    view.update(session, notes, say, languageOf(this.options.localization))
  }

  /** Runs something of ours. A host would swallow an exception, and the game would look dead. */
  private guard(action: () => void): void {
    try {
      action()
    } catch (error) {
      this.remarkError(error)
      try {
        this.update()
      } catch {
        // Showing itself fails; the next event tries again.
      }
    }
  }

  private remarkError(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    this.remark = { key: 'hint.error', params: { message }, isWrong: true }
  }
}

function freshSeed(): number {
  return Math.floor(Math.random() * 2 ** 32)
}
