/**
 * A board on which the person plays both sides, for Explore and Learn.
 *
 * It shows a session from the first `update` on, and animates, announces and reports what happens.
 */
import type { Point } from '../../../rules/geometry'
import { colorName } from '../../../rules/position'
import type { Color, Move, Position } from '../../../rules/position'
import { sceneOf } from '../../../board/scene'
import type { Scene } from '../../../board/scene'
import { act, createSession, isActive, isMovable, playMove, unselect } from '../../../game/session'
import type { Happening, Session } from '../../../game/session'
import { gameSay } from '../../../game/game-texts'
import type { GameSay } from '../../../game/game-texts'
import { describeHappenings, describePoint } from '../../../game/narration'
import type { Overlay } from '../../../board/BoardRenderer'
import type { PageContext } from '../../page'
import { createStage } from './stage'
import type { Stage } from './stage'

/** A session in which the person plays the side to move. */
export function sessionFor(position: Position, human: Color = position.turn): Session {
  return createSession('HARD', 0, human, position)
}

export interface SessionBoardOptions {
  /** Called after every choice, even if nothing happened. */
  happened(happenings: readonly Happening[]): void
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
  readonly say: GameSay
  /** Whether input is ignored because a move is about to be played. */
  isLocked = false

  constructor(
    parent: Element,
    private readonly context: PageContext,
    public session: Session,
    private readonly options: SessionBoardOptions,
  ) {
    this.say = gameSay(context.language)
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

  /** Shows another session without animation. */
  show(session: Session): void {
    this.session = session
    this.stage.settle()
    this.update()
  }

  /** Plays a move, with animation and announcement. */
  play(move: Move): readonly Happening[] {
    const happenings = playMove(this.session, move)
    this.tell(happenings)
    return happenings
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
    this.stage.lay(board)
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
    const happenings = act(this.session, point)
    this.tell(happenings)
    this.options.happened(happenings)
  }

  private tell(happenings: readonly Happening[]): void {
    this.stage.animate(happenings)
    if (happenings.length) this.context.announce(this.describe(happenings))
    this.update()
  }

  private describe(happenings: readonly Happening[]): string {
    // The page announces the end: it knows what it means there.
    const told = happenings.filter(({ kind }) => kind !== 'end')
    return describeHappenings(this.session, told, this.say, colorName)
  }

  private escape(): boolean {
    const { session } = this
    const had = session.step !== null
    session.step = null
    if (had) session.mills = 0
    const meant = unselect(session) || had
    if (meant) {
      this.update()
      this.options.happened([])
    }
    return meant
  }
}
