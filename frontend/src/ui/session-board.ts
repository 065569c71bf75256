/**
 * A board on which the person plays both sides, for Explore and Learn.
 *
 * It shows a session from the first `update` on, and animates, announces and reports what happens.
 */
import type { Point } from '../core/rules/geometry'
import { colorName } from '../core/rules/position'
import type { Move, Position } from '../core/rules/position'
import { sceneOf } from './game/scene'
import type { Scene } from '../board/scene'
import { act, against, createSession, isActive, isMovable, playMove, withdraw } from '../core/session/session'
import type { GameEvent, Session } from '../core/session/session'
import { describeEvents, describePoint } from './game/narration'
import type { Overlay } from '../board/BoardRenderer'
import type { PageContext } from '../shell/services/page'
import { createStage } from './stage'
import type { Stage } from './stage'
import { createSay } from '../texts/texts'
import type { Say } from '../texts/texts'

/** An exercise: the person plays the side to move, the page answers. */
export function exerciseFrom(position: Position): Session {
  return createSession(against('nobody', position.turn), position)
}

export interface SessionBoardOptions {
  /** Called after every choice, even if nothing happened. */
  happened(events: readonly GameEvent[]): void
  /** Handles a click in place of the board, for an editor; returns whether it did. */
  intercept?(point: Point): boolean
  /** Whether clicks are intercepted now, so that men cannot be dragged. */
  isEditing?(): boolean
  /** Changes the scene. */
  adapt?(scene: Scene): Scene
  /** Adds to the label of a point for screen readers. */
  describe?(point: Point): string
}

export class SessionBoard {
  readonly stage: Stage
  /** Whether input is ignored because a move is about to be played. */
  isLocked = false

  constructor(
    parent: Element,
    private readonly context: PageContext,
    public session: Session,
    private readonly options: SessionBoardOptions,
  ) {
    this.stage = createStage(parent, context, session.positions[0].variant.board, {
      sceneAt: (pointer) => {
        const scene = sceneOf(this.session, pointer)
        return options.adapt ? options.adapt(scene) : scene
      },
      choose: (point) => this.choose(point),
      isActive: (point) => !this.isLocked && isActive(this.session, point),
      isMovable: (point) => !this.isLocked && !options.isEditing?.() && isMovable(this.session, point),
      escape: () => this.escape(),
    })
  }

  get say(): Say<'board'> {
    return createSay(this.context.speech, 'board')
  }

  /** Shows another session without animation. */
  show(session: Session): void {
    this.session = session
    this.stage.settle()
    this.update()
  }

  /** Plays a move, with animation and announcement. */
  play(move: Move): readonly GameEvent[] {
    const events = playMove(this.session, move)
    this.tell(events)
    return events
  }

  /** Values and arrows over the board. */
  set overlay(overlay: Overlay | null) {
    this.stage.overlay = overlay
    this.stage.redraw()
  }

  /** Updates the labels and the drawing. */
  update(): void {
    const { session, say, options } = this
    const { board } = session.positions[0].variant
    this.stage.setGeometry(board)
    const names = board.points.map((point) => {
      const more = options.describe?.(point)
      const name = describePoint(session, point, say, colorName)
      return more ? name + say('comma') + more : name
    })
    this.stage.points.update(say('board'), names, session.selected)
    this.stage.redraw()
  }

  destroy(): void {
    this.stage.destroy()
  }

  private choose(point: Point): void {
    if (this.options.intercept?.(point)) return
    if (this.isLocked) return
    const events = act(this.session, point)
    this.tell(events)
    this.options.happened(events)
  }

  private tell(events: readonly GameEvent[]): void {
    this.stage.animate(events)
    if (events.length) this.context.announce(this.describe(events))
    this.update()
  }

  private describe(events: readonly GameEvent[]): string {
    // The page announces the end: it knows what it means there.
    const told = events.filter(({ kind }) => kind !== 'end')
    return describeEvents(this.session, told, this.say, colorName)
  }

  private escape(): boolean {
    const meant = withdraw(this.session)
    if (meant) {
      this.update()
      this.options.happened([])
    }
    return meant
  }
}
