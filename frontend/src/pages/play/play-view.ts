/** The view of the Play page: the board with its players, and the panel beside it. */
import { addElement } from '../../board/dom'
import type { Geometry } from '../../core/rules/geometry'
import { formatMove, phase } from '../../core/rules/position'
import type { Color } from '../../core/rules/position'
import { currentPosition, lastPosition, sessionAt } from '../../core/session/session'
import type { Session } from '../../core/session/session'
import { describePoint } from '../../ui/game/narration'
import { addressOfRecord } from '../../shell/services/addresses'
import { onArrows } from '../../ui/keys'
import type { PageContext } from '../../shell/services/page'
import { createStage } from '../../ui/stage'
import type { Stage, StageUser } from '../../ui/stage'
import { nameOf } from '../../ui/variant-menu'
import { EvaluationBar, PlayerStrip, ResultCard, colorsFromTop } from '../../ui/board-side'
import type { ShownTime, Side } from '../../ui/board-side'
import { formatTime } from '../../core/match/clock'
import type { Clock } from '../../core/match/clock'
import type { Coach } from './coach'
import type { Exactness } from './exactness'
import { canTakeBack, matchOutcome, recordAt, variantOf } from '../../core/match/match'
import type { Match } from '../../core/match/match'
import type { Options } from './play-options'
import { PlayPanel } from './play-panel'
import type { Note, PanelUser } from './play-panel'
import { describeHint, describeSide, describeTurn, namingOf, resultOf, sideName } from '../../ui/match-narration'
import { setText } from '../../ui/prose'
import { createSay } from '../../texts/texts'

/** Below this many milliseconds a clock is highlighted. */
const HURRY = 20_000

/** What the view needs from the page. */
export interface ViewUser extends StageUser, PanelUser {
  rematch(): void
  /** Hides the result card to show the board. */
  look(): void
  /** Returns to the game from an earlier position, or continues from there. */
  back(): void
  playFromHere(): void
}

/** The state of the page. */
export interface State {
  readonly match: Match
  readonly clock: Clock | null
  readonly coach: Coach
  readonly exactness: Exactness
  /** The ply being viewed, or null for the current one. */
  readonly viewed: number | null
  /** Why the last click did nothing. */
  readonly wrong: string | null
  /** Why the computer does not reply. */
  readonly trouble: Note | null
  readonly isSearching: boolean
  readonly isResultHidden: boolean
  /** Whether the board accepts input now. */
  readonly isOpen: boolean
  readonly options: Options
}

export class PlayView {
  readonly say
  readonly ofBoard
  readonly ofGrading
  readonly element: HTMLElement
  readonly stage: Stage
  readonly card: ResultCard
  private readonly title: HTMLElement
  private readonly strips: readonly [PlayerStrip, PlayerStrip]
  private readonly bar: EvaluationBar
  private readonly panel: PlayPanel

  constructor(
    root: Element,
    private readonly context: PageContext,
    board: Geometry,
    private readonly user: ViewUser,
  ) {
    this.say = createSay(context.speech, 'play')
    this.ofBoard = createSay(context.speech, 'board')
    this.ofGrading = createSay(context.speech, 'grading')
    this.element = addElement(root, 'div', 'columns play')
    this.title = addElement(this.element, 'h1', 'nmm-hidden')
    const side = addElement(this.element, 'div', 'board-side')
    const top = new PlayerStrip(side)
    this.bar = new EvaluationBar(side)
    this.stage = createStage(side, context, board, user)
    this.card = new ResultCard(this.stage.element, user.rematch, () => user.run('review'), user.look)
    this.strips = [top, new PlayerStrip(side)]
    this.panel = new PlayPanel(this.element, context.speech, user)
    onArrows(context.signal, (by) => this.panel.moves.step(by < 0 ? 'previous' : 'next'))
  }

  destroy(): void {
    this.stage.destroy()
    this.element.remove()
  }

  /** Whether the focus is on the board. */
  get hasBoardFocus(): boolean {
    return this.stage.points.element.contains(document.activeElement)
  }

  update(state: State): void {
    const { match, viewed, coach, options } = state
    const { say } = this
    const session = shownSession(state)
    colorsFromTop(match).forEach((color, index) => {
      this.strips[index].update(this.sideOf(match, session, color), session, color, say)
      this.strips[index].updateExactness(color === match.setup.human ? null : state.exactness.isExact, say)
    })
    this.updateClocks(state)
    this.bar.element.hidden = !options.bar
    this.bar.update(coach.whiteShare, coach.barText, say)
    this.card.update(resultOf(match, say), state.isResultHidden || viewed !== null, say)
    this.updatePanel(state)
    const variant = variantOf(match)
    const { board } = variant
    const { speech } = this.context
    setText(this.title, say('title', { game: nameOf(variant, speech) }))
    this.panel.updateVariant(variant, speech, say)
    this.stage.setGeometry(board)
    const names = board.points.map((point) => describePoint(session, point, this.ofBoard, namingOf(match)))
    this.stage.points.update(this.ofBoard('board'), names, session.selected)
    this.stage.redraw()
  }

  updateClocks({ match, clock }: State): void {
    const times = clock?.read(performance.now()) ?? null
    const { turn } = lastPosition(match.session)
    const shown = (color: Color): ShownTime | null =>
      times && {
        text: formatTime(times[color]),
        isRunning: clock?.isRunning === true && color === turn,
        isShort: times[color] < HURRY,
      }
    colorsFromTop(match).forEach((color, index) => this.strips[index].updateClock(shown(color), this.say))
  }

  private sideOf(match: Match, session: Session, color: Color): Side {
    const position = currentPosition(session)
    return {
      name: sideName(match, color, this.say),
      doing: describeSide(match, color, phase(position, color), this.say),
      isActive: position.turn === color && !matchOutcome(match),
    }
  }

  private updatePanel(state: State): void {
    const { match, viewed, wrong, trouble, isSearching, isOpen, coach } = state
    const { say } = this
    const total = match.session.moves.length
    const isViewing = viewed !== null
    const doing = trouble ? say('stuck') : describeHint(match, say, this.ofBoard)
    const hint = isSearching ? say('searching') : (wrong ?? doing)
    this.panel.update(
      isViewing ? say('viewing', { ply: viewed, total }) : describeTurn(match, say),
      { text: isViewing ? describeViewed(match, viewed) : hint, isWrong: wrong !== null && !isViewing },
      this.noteFor(state),
      {
        undo: canTakeBack(match),
        redo: match.undone.length > 0,
        hint: isOpen && !isSearching,
        resign: !matchOutcome(match) && total > 0,
        newGame: true,
        files: true,
        review: total > 0,
      },
      state.options,
      addressOfRecord(recordAt(match, viewed ?? total)),
      say,
    )
    this.panel.moves.update(match, viewed ?? total, coach.glyphs, say)
  }

  private noteFor({ viewed, trouble, coach, options }: State): Note | null {
    if (viewed === null) return trouble ?? (options.teach ? coach.note : null)
    const actions = [
      { text: this.say('back'), act: () => this.user.back() },
      { text: this.say('fromHere'), act: () => this.user.playFromHere() },
    ]
    return { text: coach.textAt(viewed) ?? '', tone: 'plain', actions }
  }
}

/** The session being shown: the current one, or an earlier one. */
export function shownSession({ match, viewed }: Pick<State, 'match' | 'viewed'>): Session {
  return viewed === null ? match.session : sessionAt(match.session, viewed)
}

function describeViewed(match: Match, ply: number): string {
  return ply ? formatMove(match.session.moves[ply - 1], variantOf(match).board) : ''
}
