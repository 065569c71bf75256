/** The view of the mini-game: the board, the panel beside it, and announcements. */
import { Announcer } from '../board/accessibility'
import { Board } from '../board/board'
import { addElement } from '../board/dom'
import { BOARD, POINTS } from '../rules/nine'
import { MinigamePanel } from './minigame-panel'
import type { Notes } from './minigame-panel'
import { sceneOf } from '../board/scene'
import type { Session } from '../game/session'
import { STYLE } from './style'
import type { Language } from '../bilingual'
import { describePoint } from '../game/narration'
import type { GameSay } from '../game/game-texts'

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
  update(session: Session, notes: Notes, say: GameSay, language: Language): void {
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
