/** The view of a game with people: the board between its players, and the panel beside it. */
import { addElement } from '../../../board/dom'
import { describePoint } from '../../../ui/game/narration'
import { LOCKED, currentPosition, sessionAt } from '../../../core/session/session'
import type { Session } from '../../../core/session/session'
import { BLACK, WHITE, colorName, other, phase } from '../../../core/rules/position'
import type { Color } from '../../../core/rules/position'
import type { PageContext } from '../../../shell/services/page'
import { formatTime } from '../../../core/match/clock'
import { variantOf } from '../../../core/match/match'
import { PlayerStrip, ResultCard } from '../../../ui/board-side'
import type { ShownTime, Side } from '../../../ui/board-side'
import { onArrows } from '../../../ui/keys'
import { createStage } from '../../../ui/stage'
import type { Stage, StageUser } from '../../../ui/stage'
import { nameOf } from '../../../ui/variant-menu'
import { describeSeat, nameOfSeat } from '../shared/people-narration'
import type { OnlineGame } from '../../../online/online-game'
import { HURRY, firstMoveLeft, isRunning, timeLeft } from '../../../online/server-clock'
import { GamePanel } from './game-panel'
import type { Command, PanelUser } from './game-panel'
import { describeDays, describeDoing, describeTerms, describeTurn, resultOf } from './online-narration'
import type { Words } from './online-narration'
import { setText } from '../../../ui/prose'
import { createSay } from '../../../texts/texts'

/** The state of the page. */
export interface GameState {
  readonly online: OnlineGame
  /** The ply being viewed, or null for the current one. */
  readonly viewed: number | null
  /** Why the last click did nothing. */
  readonly wrong: string | null
  /** Why nothing happens at the moment; empty if all is well. */
  readonly trouble: string
  /** Whether the board accepts input now. */
  readonly isOpen: boolean
  readonly isResultHidden: boolean
  readonly isEnabled: Readonly<Record<Command, boolean>>
  readonly rematch: string
}

export interface GameViewUser extends StageUser, PanelUser {
  /** Hides the result card to show the board. */
  look(): void
}

export class GameView {
  readonly element: HTMLElement
  readonly stage: Stage
  readonly card: ResultCard
  readonly panel: GamePanel
  private readonly title: HTMLElement
  private readonly strips: readonly [PlayerStrip, PlayerStrip]
  private readonly ofPlay

  constructor(
    root: Element,
    private readonly context: PageContext,
    online: OnlineGame,
    private readonly words: Words,
    user: GameViewUser,
  ) {
    this.ofPlay = createSay(context.speech, 'play')
    this.element = addElement(root, 'div', 'columns play online')
    this.title = addElement(this.element, 'h1', 'nmm-hidden')
    const side = addElement(this.element, 'div', 'board-side')
    const top = new PlayerStrip(side)
    this.stage = createStage(side, context, variantOf(online.match).board, user)
    this.card = new ResultCard(this.stage.element, () => user.run('rematch'), () => user.run('review'), user.look)
    this.strips = [top, new PlayerStrip(side)]
    this.panel = new GamePanel(this.element, words, user)
    onArrows(context.signal, (by) => this.panel.moves.step(by < 0 ? 'previous' : 'next'))
  }

  destroy(): void {
    this.stage.destroy()
    this.element.remove()
  }

  update(state: GameState): void {
    const { online, viewed, wrong } = state
    const { game, match } = online
    const { say, shared, ofBoard } = this.words
    const session = shownSession(state)
    const total = match.session.moves.length
    colorsFromTop(online).forEach((color, index) => {
      this.strips[index].update(this.sideOf(state, session, color), session, color, this.ofPlay)
    })
    this.updateClocks(online)
    const result = resultOf(game, this.words)
    const isRematchOffered = game.you !== null || game.rematch_id !== null
    this.card.update(
      result && { ...result, rematch: isRematchOffered ? state.rematch : null },
      state.isResultHidden || viewed !== null,
      this.ofPlay,
    )
    const [white, black] = (['white', 'black'] as const).map((color) => nameOfSeat(game[color], game.you === color, shared))
    setText(this.title, say('title', { white, black }))
    this.panel.update(game, {
      terms: describeTerms(game, nameOf(variantOf(match), this.context.speech), this.words),
      turn: viewed === null ? describeTurn(game, this.words) : say('viewing', { ply: viewed, total }),
      hint: this.hintOf(state),
      isWrong: wrong !== null && viewed === null,
      trouble: state.trouble,
      isViewing: viewed !== null,
      isEnabled: state.isEnabled,
      rematch: state.rematch,
      hasSounds: this.context.settings.hasSounds,
    })
    this.panel.moves.update(match, viewed ?? total, NO_GLYPHS, this.ofPlay)
    const { board } = variantOf(match)
    this.stage.setGeometry(board)
    // To whoever cannot move now, no man is movable.
    const heard = state.isOpen ? session : { ...session, controls: LOCKED }
    const names = board.points.map((point) => describePoint(heard, point, ofBoard, colorName))
    this.stage.points.update(ofBoard('board'), names, session.selected)
    this.stage.redraw()
  }

  /** Shows the clocks as they are now. */
  updateClocks(online: OnlineGame): void {
    const now = performance.now()
    colorsFromTop(online).forEach((color, index) => {
      this.strips[index].updateClock(this.timeOf(online, color, now), this.ofPlay)
    })
  }

  /** Puts the focus on the board. */
  focusBoard(): void {
    this.stage.points.focus()
  }

  get hasBoardFocus(): boolean {
    return this.stage.points.element.contains(document.activeElement)
  }

  private hintOf({ online, viewed, wrong }: GameState): string {
    const { game, match } = online
    if (viewed !== null) return ''
    if (wrong !== null) return wrong
    const due = firstMoveLeft(online, performance.now())
    const doing = describeDoing(game, match.session, online.unconfirmed !== null, this.words)
    if (due === null || game.you === null) return doing
    const seconds = Math.ceil(due / 1000)
    return this.words.say(game.turn === game.you ? 'firstMove' : 'firstMoveOther', { seconds })
  }

  private sideOf({ online: { game }, trouble }: GameState, session: Session, color: Color): Side {
    const { say, shared } = this.words
    const position = currentPosition(session)
    const seat = game[colorName(color)]
    const doing = this.ofPlay(`phase.${phase(position, color)}`)
    const isAway = seat?.online === false && game.state !== 'finished'
    return {
      name: describeSeat(seat, game.you === colorName(color), shared),
      doing: isAway ? `${say('offline')} · ${doing}` : doing,
      isActive: game.state === 'running' && game.turn === colorName(color),
      isOnline: seat?.online === true && !trouble, // without a connection, nobody knows
    }
  }

  private timeOf(online: OnlineGame, color: Color, now: number): ShownTime | null {
    const { game } = online
    const name = colorName(color)
    const left = timeLeft(online, name, now)
    if (left === null) return null
    if (game.clock.kind === 'days') {
      return { text: describeDays(left, this.words.say), isRunning: true, isShort: left < SOON }
    }
    return { text: formatTime(left), isRunning: isRunning(game, name), isShort: left < HURRY }
  }
}

const NO_GLYPHS: ReadonlyMap<number, string> = new Map()

/** The last hours of a move that has days. */
const SOON = 6 * 3_600_000

/** The session being shown: the current one, or an earlier one. */
export function shownSession({ online, viewed }: Pick<GameState, 'online' | 'viewed'>): Session {
  return viewed === null ? online.match.session : sessionAt(online.match.session, viewed)
}

/** The visitor's colour is at the bottom; White for spectators. */
function colorsFromTop({ own }: OnlineGame): readonly [Color, Color] {
  const bottom = own ?? WHITE
  return bottom === BLACK ? [WHITE, BLACK] : [other(bottom), bottom]
}
