/** The view of the Review page: the board, the graph below it, and the panel beside them. */
import { addElement } from '../../board/dom'
import { sceneOf } from '../../board/scene'
import { gameSay } from '../../game/game-texts'
import { describePoint } from '../../game/narration'
import type { Session } from '../../game/session'
import { START } from '../../rules/notation'
import { colorName, other } from '../../rules/position'
import type { PageContext } from '../page'
import { sessionAt, variantOf } from '../play/match/match'
import { onArrows } from '../shared/keys'
import { onSwipes } from '../shared/swipes'
import { sessionFor } from '../shared/board/session-board'
import { createStage } from '../shared/board/stage'
import type { Stage } from '../shared/board/stage'
import type { GameReview } from './game-review'
import { Graph } from './graph'
import { markingsOf } from './markings'
import { ReviewPanel } from './review-panel'
import type { PanelState, ReviewPanelUser, Says } from './review-panel'

export class ReviewView {
  private readonly element: HTMLElement
  private readonly stage: Stage
  private readonly graph: Graph
  private readonly panel: ReviewPanel
  private readonly ofBoard
  private session: Session = sessionFor(START.position)

  constructor(root: Element, context: PageContext, says: Says, user: ReviewPanelUser) {
    this.ofBoard = gameSay(context.language)
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
    // It is nobody's turn here, so the board marks no men to move.
    const session = { ...sessionAt(match, state.ply), human: other(match.session.positions[state.ply].turn) }
    this.session = session
    this.stage.overlay = markingsOf(state.ply ? review.turns[state.ply - 1] : null)
    this.stage.settle()
    const { board } = variantOf(match)
    this.stage.lay(board)
    const names = board.points.map((point) => describePoint(session, point, this.ofBoard, colorName))
    this.stage.points.update(this.ofBoard('board'), names, null)
    this.stage.redraw()
    this.graph.update(review, state.ply)
    this.panel.update(review, state)
  }
}
