/** Everything that is seen: the board, the panel beside it, and what is said aloud. */
import { Announcer } from '../board/accessibility'
import { Board } from '../board/board'
import { addElement } from '../board/dom'
import { POINTS } from '../rules/geometry'
import { Panel } from './minigame-panel'
import type { Notes } from './minigame-panel'
import { sceneOf } from '../board/scene'
import type { Session } from '../game/session'
import { STYLE } from './style'
import type { Language, Say } from '../game/game-texts'
import { describePoint } from '../game/narration'

export class View {
  readonly element: HTMLElement
  readonly board: Board
  readonly panel: Panel
  readonly announcer: Announcer

  private session: Session | null = null

  constructor(root: Element, guard: (action: () => void) => void) {
    this.element = addElement(root, 'div', 'nmm')
    addElement(this.element, 'style').textContent = STYLE
    this.board = new Board(
      this.element,
      (pointer) => {
        this.panel.scrollMoves()
        return this.session && sceneOf(this.session, pointer)
      },
      guard,
    )
    this.panel = new Panel(this.element, this.board.element)
    this.announcer = new Announcer(this.element)
  }

  /** Shows a game; motions go on by themselves. */
  update(session: Session, notes: Notes, say: Say, language: Language): void {
    this.session = session
    this.element.lang = language
    this.panel.update(session, notes, say)
    const names = POINTS.map((point) => describePoint(session, point, say))
    this.board.points.update(say('board'), names, session.selected)
    this.board.redraw()
  }

  destroy(): void {
    this.board.destroy()
    this.element.remove()
  }
}
