/** The view of the mini-game: the board, the panel beside it, and announcements. */
import { Announcer } from '../board/accessibility'
import { Board } from '../board/board'
import { addElement } from '../board/dom'
import { BOARD, POINTS } from '../core/rules/nine'
import { MinigamePanel } from './minigame-panel'
import type { Notes } from './minigame-panel'
import { sceneOf } from '../ui/game/scene'
import type { Session } from '../core/session/session'
import { STYLE } from './style'
import { describePoint } from '../ui/game/narration'
import type { Say } from '../texts/keys'
import type { Language } from './localization'

export class MinigameView {
  readonly element: HTMLElement
  readonly board: Board
  readonly panel: MinigamePanel
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
      BOARD,
    )
    this.panel = new MinigamePanel(this.element, this.board.element)
    this.announcer = new Announcer(this.element)
  }

  /** Shows a game; animations run by themselves. */
  update(session: Session, notes: Notes, say: Say<'board'>, language: Language): void {
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
