/**
 * A game on a screen: what of it is shown, and the board that shows it. Lives as long as its page, beyond renderings.
 *
 *     class PlayGame extends ShownGame { ... }            // what a page adds: who may move, and what a move leads to
 *     const [game] = useState(() => new PlayGame(context))
 *     <GameScreen game={game} ...>the panel</GameScreen>  // see game-screen.tsx
 *
 * What it has is made of signals: a component that reads `match`, `ply` or `wrong` is rendered again when they change.
 */
import { batch, signal } from '@preact/signals'
import { variantOf } from '../core/match/match'
import type { Match } from '../core/match/match'
import type { Point } from '../core/rules/geometry'
import { mustPass } from '../core/rules/position'
import type { Color } from '../core/rules/position'
import { currentPosition, isActive, isMovable, sessionAt, unselect } from '../core/session/session'
import type { GameEvent, Session } from '../core/session/session'
import type { PageContext } from '../shell/services/page'
import { createSay } from '../texts/texts'
import type { Say, Section } from '../texts/texts'
import type { Naming } from './game/narration'
import { sceneOf } from './game/scene'
import { createStage } from './stage'
import type { Stage } from './stage'
import { plyAfter } from './steps'
import type { Step } from './steps'

/** The time that a side has left. */
export interface ShownTime {
  readonly milliseconds: number
  readonly isRunning: boolean
  /** In place of minutes and seconds: how many days, and whether they are few. */
  readonly days?: { readonly text: string; readonly isShort: boolean }
}

export abstract class ShownGame {
  readonly stage: Stage
  /** The ply that is looked at; null for the last one, at which the game goes on. */
  readonly viewed = signal<number | null>(null)
  /** Why the last choice did nothing, in the language of now. */
  readonly wrong = signal<(() => string) | null>(null)
  /** Whether the card with the result is out of the way. */
  readonly isResultHidden = signal(false)
  /** Rises with every change of the game, which is changed in place. */
  private readonly changes = signal(0)

  constructor(
    protected readonly context: PageContext,
    private current: Match,
  ) {
    this.stage = createStage(document.createElement('div'), context, variantOf(current).board, {
      sceneAt: (pointer) => sceneOf(this.shown, this.isOpen ? pointer : null),
      choose: (point) => this.press(point),
      isActive: (point) => this.isOpen && isActive(this.match.session, point),
      isMovable: (point) => this.isOpen && isMovable(this.match.session, point),
      leavesArrows: true,
      escape: () => this.escape(),
    })
  }

  /** Whether the visitor may move now. */
  abstract get isOpen(): boolean

  /** Names the sides for screen readers. */
  abstract get naming(): Naming

  /** Handles the choice of a point on the board. */
  protected abstract choose(point: Point): void

  /** Passes, where the visitor cannot move but goes on. */
  pass?(): void

  /** What has happened, for screen readers. */
  protected abstract describe(events: readonly GameEvent[]): string

  /** The time that a side has left; null without a clock. */
  timeOf?(color: Color): ShownTime | null

  destroy(): void {
    this.stage.destroy()
  }

  get match(): Match {
    void this.changes.value
    return this.current
  }

  /** Whether the visitor cannot move now, and passes. */
  get isStuck(): boolean {
    return this.isOpen && mustPass(currentPosition(this.match.session))
  }

  /** The number of moves. */
  get total(): number {
    return this.match.session.moves.length
  }

  /** The ply on the board. */
  get ply(): number {
    return this.viewed.value ?? this.total
  }

  /** The game as it is on the board. */
  get shown(): Session {
    const { match: { session }, viewed: { value } } = this
    return value === null ? session : sessionAt(session, value)
  }

  /** Looks up texts in the language of now. */
  protected say<S extends Section>(section: S): Say<S> {
    return createSay(this.context.speech, section)
  }

  /** Shows what has changed in the game. */
  changed(): void {
    this.changes.value = this.changes.peek() + 1
  }

  /** Shows a game, or what is left of one, from its last position. */
  protected restart(match = this.current): void {
    batch(() => {
      this.current = match
      this.viewed.value = null
      this.wrong.value = null
      this.isResultHidden.value = false
      this.stage.settle()
      this.changed()
    })
  }

  /** Shows the position at a ply. */
  look(ply: number): void {
    this.viewed.value = ply === this.total ? null : ply
    this.stage.settle()
  }

  /** Steps to another position, if there is one. */
  step(step: Step): void {
    const asked = plyAfter(step, this.ply, this.total)
    if (asked !== this.ply) this.look(asked)
  }

  /** Handles the press of a point: in an earlier position it leads back to the game. */
  protected press(point: Point): void {
    if (this.viewed.value === null) this.choose(point)
    else this.look(this.total)
  }

  /** Puts the result out of the way. */
  hideResult(): void {
    this.isResultHidden.value = true
    this.stage.points.focus()
  }

  /** Animates what has happened, with sounds, and announces it; a choice that did nothing is explained. */
  protected tell(events: readonly GameEvent[]): void {
    const wrong = events.find(({ kind }) => kind === 'wrong')
    this.wrong.value = wrong ? () => this.describe([wrong]) : null
    if (!events.length) return
    this.stage.animate(events)
    this.context.announce(this.describe(events))
  }

  private escape(): boolean {
    if (!unselect(this.match.session)) return false
    this.wrong.value = null
    this.changed()
    return true
  }
}
