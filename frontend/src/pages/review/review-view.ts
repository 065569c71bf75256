/** The view of the Review page: the board, the graph below it, and the panel beside them. */
import { addElement } from '../../board/dom'
import { sceneOf } from '../../ui/game/scene'
import { describePoint } from '../../ui/game/narration'
import { LOCKED, createSession, sessionAt } from '../../core/session/session'
import type { Session } from '../../core/session/session'
import { START } from '../../core/rules/notation'
import { colorName } from '../../core/rules/position'
import type { PageContext } from '../../shell/services/page'
import { variantOf } from '../../core/match/match'
import { onArrows } from '../../ui/keys'
import { onSwipes } from '../../ui/swipes'
import { createStage } from '../../ui/stage'
import type { Stage } from '../../ui/stage'
import type { GameReview } from './game-review'
import { Graph } from './graph'
import { markingsOf } from './markings'
import { ReviewPanel } from './review-panel'
import type { PanelState, ReviewPanelUser, Says } from './review-panel'
import { createSay } from '../../texts/texts'

export class ReviewView {
  private readonly element: HTMLElement
  private readonly stage: Stage
  private readonly graph: Graph
  private readonly panel: ReviewPanel
  private readonly ofBoard
  private session: Session = createSession(LOCKED)

  constructor(root: Element, context: PageContext, says: Says, user: ReviewPanelUser) {
    this.ofBoard = createSay(context.speech, 'board')
    this.element = addElement(root, 'div', 'columns review')
    addElement(this.element, 'h1', 'nmm-hidden').textContent = says.say('title')
    const side = addElement(this.element, 'div', 'board-side review-left')
    this.stage = createStage(side, context, START.position.variant.board, {
      sceneAt: () => sceneOf(this.session, null),
      choose: () => undefined,
      isActive: () => false,
      isMovable: () => false,
      leavesArrows: true,
      escape: () => false,
    })
    const steps = addElement(side, 'div', 'steps')
    this.graph = new Graph(side, says.say, (ply) => user.show(ply))
    this.panel = new ReviewPanel(this.element, steps, says, user)
    const step = (by: -1 | 1): void => this.panel.moves.step(by < 0 ? 'previous' : 'next')
    onArrows(context.signal, step)
    onSwipes(this.stage.element, context.signal, step)
  }

  destroy(): void {
    this.graph.destroy()
    this.stage.destroy()
    this.element.remove()
  }

  /** Scrolls to the board if it is out of view. */
  reveal(): void {
    this.stage.reveal()
  }

  update(review: GameReview, state: PanelState): void {
    const { match } = review
    const session = sessionAt(match.session, state.ply)
    this.session = session
    this.stage.overlay = markingsOf(state.ply ? review.turns[state.ply - 1] : null)
    this.stage.settle()
    const { board } = variantOf(match)
    this.stage.setGeometry(board)
    const names = board.points.map((point) => describePoint(session, point, this.ofBoard, colorName))
    this.stage.points.update(this.ofBoard('board'), names, null)
    this.stage.redraw()
    this.graph.update(review, state.ply)
    this.panel.update(review, state)
  }
}
