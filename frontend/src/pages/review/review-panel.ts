/** Beside the board: how each side played, the move that is shown, the mistakes, the moves. */
import { addElement, setAttribute } from '../../board/dom'
import { BLACK, WHITE, colorName, formatMove } from '../../core/rules/position'
import type { Color } from '../../core/rules/position'
import { recordAt } from '../../core/match/match'
import { sideName } from '../../ui/match-narration'
import { MoveList } from '../../ui/move-list'
import { addressOfRecord, playAddressOf } from '../../shell/services/addresses'
import { addAction, addLink } from '../../ui/controls'
import { isBad } from './game-review'
import type { GameReview } from './game-review'
import { describeBasis, describeBetter, describeMove, describeTurn, describeValues } from './review-narration'
import type { ReviewSay } from './review-narration'
import { setText } from '../../ui/prose'
import type { Say } from '../../texts/texts'

const COUNTED = ['??', '?', '?!', '!'] as const

/** What the panel needs from the page. */
export interface ReviewPanelUser {
  show(ply: number): void
  /** Shows a ply, and the board if it is out of view. */
  showMistake(ply: number): void
  /** Called before Explore opens at the position that is shown. */
  explore(): void
  openFiles(): void
  reviewPlay(): void
  tryAgain(): void
  /** The level to retry against. */
  level(): string
}

/** The texts of the page, of reasons, and of the parts it shares with Play. */
export interface Says {
  readonly say: ReviewSay
  readonly ofGrading: Say<'grading'>
  readonly ofPlay: Say<'play'>
}

/** What the panel shows besides the review. */
export interface PanelState {
  readonly ply: number
  readonly problem: string | null
  /** Whether another game is on Play. */
  readonly hasOther: boolean
}

export class ReviewPanel {
  readonly moves: MoveList
  private readonly sides: ReadonlyMap<Color, SideRow>
  private readonly progress: HTMLElement
  private readonly bar: HTMLProgressElement
  private readonly again: HTMLButtonElement
  private readonly basis: HTMLElement
  private readonly move: MoveBox
  private readonly mistakes: MistakeList
  private readonly fromPlay: HTMLButtonElement

  constructor(
    parent: Element,
    steps: HTMLElement,
    private readonly says: Says,
    user: ReviewPanelUser,
  ) {
    const { say } = says
    const panel = addElement(parent, 'section', 'panel card review-panel')
    this.fromPlay = addAction(panel, say('fromPlay'), 'button', () => user.reviewPlay())
    const sides = addElement(panel, 'div', 'review-sides')
    sides.title = say('accuracyHelp')
    addElement(sides, 'span', 'review-sides-title').textContent = say('accuracy')
    this.sides = new Map(([WHITE, BLACK] as const).map((color) => [color, new SideRow(sides, color)]))
    this.progress = addElement(panel, 'p', 'note review-progress')
    this.bar = addElement(panel, 'progress', 'review-bar')
    this.again = addAction(panel, say('again'), 'button', () => user.tryAgain())
    this.move = new MoveBox(panel, says, user)
    const box = addElement(panel, 'section', 'moves-box')
    this.moves = new MoveList(box, (ply) => user.show(ply), steps)
    this.mistakes = new MistakeList(panel, says, (ply) => user.showMistake(ply))
    this.basis = addElement(panel, 'p', 'note')
    const row = addElement(panel, 'div', 'row')
    addAction(row, say('files'), 'button', () => user.openFiles())
  }

  update(review: GameReview, state: PanelState): void {
    const { say, ofPlay } = this.says
    const { problem, ply } = state
    for (const [color, row] of this.sides) row.update(review, color, this.says)
    const { done, stops, isComplete } = review
    setText(this.progress, problem === null ? say('progress', { done, total: stops.length }) : say('failed', { message: problem }))
    this.progress.hidden = isComplete && problem === null
    this.bar.hidden = isComplete || problem !== null
    this.bar.max = stops.length
    this.bar.value = done
    setAttribute(this.bar, 'aria-label', say('progress', { done, total: stops.length }))
    this.again.hidden = problem === null
    setText(this.basis, describeBasis(review, say))
    this.move.update(review, ply)
    this.moves.update(review.match, ply, review.glyphs, ofPlay)
    this.mistakes.update(review, ply)
    this.fromPlay.hidden = !state.hasOther
  }
}

/** The accuracy and the glyphs of one side. */
class SideRow {
  private readonly name: HTMLElement
  private readonly accuracy: HTMLElement
  private readonly counts: HTMLElement

  constructor(parent: Element, color: Color) {
    const row = addElement(parent, 'div', 'review-side')
    addElement(row, 'span', `man man-${colorName(color)}`)
    this.name = addElement(row, 'span', 'player-name')
    this.counts = addElement(row, 'span', 'review-counts')
    this.accuracy = addElement(row, 'strong', 'review-accuracy')
  }

  update(review: GameReview, color: Color, { say, ofPlay }: Says): void {
    const { match } = review
    const name = sideName(match, color, ofPlay)
    setText(this.name, name)
    const accuracy = review.accuracyOf(color)
    setText(this.accuracy, accuracy === null ? say('none') : say('percent', { percent: (100 * accuracy).toFixed(1) }))
    const key = COUNTED.map((glyph) => review.countOf(color, glyph)).join()
    if (this.counts.dataset.key === key) return
    this.counts.dataset.key = key
    this.counts.replaceChildren()
    for (const glyph of COUNTED) {
      const count = review.countOf(color, glyph)
      if (!count) continue
      const chip = addElement(this.counts, 'span', `review-chip is-${glyph === '!' ? 'good' : 'bad'}`)
      chip.setAttribute('role', 'img')
      chip.setAttribute('aria-label', say(`count.${glyph}`, { count }))
      chip.title = say(`count.${glyph}`, { count })
      chip.textContent = `${count} ${glyph}`
    }
  }
}

/** The move that led to the position on the board. */
class MoveBox {
  private readonly element: HTMLElement
  private readonly title: HTMLElement
  private readonly values: HTMLElement
  private readonly text: HTMLElement
  private readonly better: HTMLElement
  private readonly retry: HTMLAnchorElement
  private readonly explore: HTMLAnchorElement

  constructor(
    parent: Element,
    private readonly says: Says,
    private readonly user: ReviewPanelUser,
  ) {
    this.element = addElement(parent, 'section', 'review-move')
    const head = addElement(this.element, 'div', 'review-move-head')
    this.title = addElement(head, 'h2')
    this.values = addElement(head, 'span', 'note')
    this.text = addElement(this.element, 'p')
    this.better = addElement(this.element, 'p', 'note')
    const row = addElement(this.element, 'div', 'row')
    this.retry = addLink(row, says.say('retry'), './', 'button main-button')
    this.explore = addLink(row, says.say('explore'), './explore', 'explore-link')
    this.explore.addEventListener('click', () => user.explore())
  }

  update(review: GameReview, ply: number): void {
    const { say, ofGrading } = this.says
    const { match } = review
    const turn = ply ? review.turns[ply - 1] : null
    setText(this.title, describeMove(match, ply, turn?.glyph ?? '', say))
    setText(this.values, turn ? describeValues(turn, say) : '')
    const waiting = ply ? say('checking') : ''
    setText(this.text, turn ? describeTurn(turn, say, ofGrading) : waiting)
    setText(this.better, turn ? describeBetter(turn, say) : '')
    this.element.classList.toggle('is-bad', turn !== null && isBad(turn))
    this.retry.hidden = turn === null || !isBad(turn)
    if (ply) setAttribute(this.retry, 'href', playAddressOf(recordAt(match, ply - 1), this.user.level()))
    setAttribute(this.explore, 'href', addressOfRecord(recordAt(match, ply)))
  }
}

/** The bad moves in order, with what was better and why. */
class MistakeList {
  private readonly note: HTMLElement
  private readonly list: HTMLElement
  private buttons = new Map<number, HTMLButtonElement>()
  private key = ''

  constructor(
    parent: Element,
    private readonly says: Says,
    private readonly show: (ply: number) => void,
  ) {
    const box = addElement(parent, 'section', 'review-mistakes')
    addElement(box, 'h2').textContent = says.say('mistakes')
    this.note = addElement(box, 'p', 'note')
    this.list = addElement(box, 'ol')
  }

  update(review: GameReview, ply: number): void {
    const { say } = this.says
    const { mistakes, isComplete } = review
    this.fill(review, mistakes)
    setText(this.note, say(isComplete ? 'noMistakes' : 'mistakesLater'))
    this.note.hidden = mistakes.length > 0
    this.list.hidden = mistakes.length === 0
    for (const [each, button] of this.buttons) {
      if (each === ply) button.setAttribute('aria-current', 'true')
      else button.removeAttribute('aria-current')
    }
  }

  /** Lists the mistakes anew if they have changed. */
  private fill(review: GameReview, mistakes: readonly number[]): void {
    const { say, ofGrading } = this.says
    const turns = mistakes.map((each) => review.turns[each - 1])
    const key = JSON.stringify(turns.map((turn) => turn && [turn.glyph, turn.best, turn.reasons, turn.move]))
    if (key === this.key) return
    this.key = key
    this.list.replaceChildren()
    this.buttons = new Map()
    turns.forEach((turn, index) => {
      if (!turn) return
      const ply = mistakes[index]
      const button = addAction(addElement(this.list, 'li'), '', 'review-mistake', () => this.show(ply))
      addElement(button, 'span', `man man-${colorName(turn.position.turn)}`)
      setText(addElement(button, 'strong'), describeMove(review.match, ply, turn.glyph, say))
      const better = say('betterShort', { move: formatMove(turn.best[0], turn.position.variant.board) })
      setText(addElement(button, 'span', 'review-better'), better)
      setText(addElement(button, 'span', 'review-why'), describeTurn(turn, say, ofGrading))
      this.buttons.set(ply, button)
    })
  }
}
