/** The list of moves, with buttons to step through the game. */
import { addButton, addElement, setAttribute } from '../board/dom'
import { formatMove } from '../core/rules/position'
import { icon } from './icons'
import { STEPS, STEP_KEYS, plyAfter } from './steps'
import type { Step } from './steps'
import { moveNumberAt, variantOf } from '../core/match/match'
import type { Match } from '../core/match/match'
import { setText } from './prose'
import type { Say } from '../texts/texts'

/** Keys that step while the list, two moves to a line, has the focus. */
const KEYS: Readonly<Record<string, Step>> = { ...STEP_KEYS, ArrowUp: 'previous', ArrowDown: 'next' }

export class MoveList {
  private readonly title: HTMLElement
  private readonly empty: HTMLElement
  private readonly list: HTMLElement
  private readonly steps: readonly HTMLButtonElement[]
  private buttons: HTMLButtonElement[] = []
  private ply = 0
  private total = 0

  /** `show` is called with the ply to show; the buttons to step are in `steps`, by default above the list. */
  constructor(
    parent: Element,
    private readonly show: (ply: number) => void,
    steps?: HTMLElement,
  ) {
    const head = addElement(parent, 'div', 'moves-head')
    this.title = addElement(head, 'h2')
    const row = steps ?? addElement(head, 'div', 'steps')
    this.steps = STEPS.map((step) => {
      const button = addButton(row, 'button plain-button step')
      button.append(icon(step))
      button.addEventListener('click', () => this.step(step))
      return button
    })
    this.empty = addElement(parent, 'p', 'note')
    this.list = addElement(parent, 'ol', 'moves')
    this.list.addEventListener('click', (event) => {
      const index = this.buttons.indexOf(event.target as HTMLButtonElement)
      if (index >= 0) show(index + 1)
    })
    this.list.addEventListener('keydown', (event) => {
      if (!(event.key in KEYS)) return
      event.preventDefault()
      this.step(KEYS[event.key])
      this.buttons[this.ply - 1]?.focus()
    })
  }

  /** Steps to another ply, if there is one. */
  step(step: Step): void {
    const asked = plyAfter(step, this.ply, this.total)
    if (asked !== this.ply) this.show(asked)
  }

  /** Shows the moves of a game, the one at `ply` marked; `glyphs` mark good and bad moves. */
  update(match: Match, ply: number, glyphs: ReadonlyMap<number, string>, say: Say<'play'>): void {
    const { moves } = match.session
    const hasMoved = ply !== this.ply || moves.length !== this.total
    this.ply = ply
    this.total = moves.length
    const texts = moves.map((move, index) => formatMove(move, variantOf(match).board) + (glyphs.get(index + 1) ?? ''))
    this.fit(match, texts.length)
    this.buttons.forEach((button, index) => {
      setText(button, texts[index])
      const isShown = index + 1 === ply
      button.tabIndex = isShown || (ply === 0 && index === 0) ? 0 : -1
      if (isShown) button.setAttribute('aria-current', 'true')
      else button.removeAttribute('aria-current')
      button.classList.toggle('is-bad', glyphs.get(index + 1)?.includes('?') ?? false)
    })
    setText(this.title, say('moves'))
    setText(this.empty, say('noMoves'))
    this.empty.hidden = moves.length > 0
    this.list.hidden = moves.length === 0
    setAttribute(this.list, 'aria-label', say('movesHelp'))
    this.steps.forEach((button, index) => {
      setAttribute(button, 'aria-label', say(STEPS[index]))
      button.title = say(STEPS[index])
      button.disabled = plyAfter(STEPS[index], ply, moves.length) === ply
    })
    if (hasMoved) requestAnimationFrame(() => this.scroll())
  }

  /** Gives the list room for a number of moves, two to a line. */
  private fit(match: Match, number: number): void {
    if (this.buttons.length > number) {
      this.list.replaceChildren()
      this.buttons = []
    }
    const { turn } = match.first.position
    while (this.buttons.length < number) {
      const ply = this.buttons.length
      const isFirstOfLine = (ply + turn) % 2 === 0
      if (isFirstOfLine || ply === 0) {
        const line = addElement(this.list, 'li')
        addElement(line, 'span', 'move-number').textContent = `${moveNumberAt(match, ply)}.`
        if (!isFirstOfLine) addElement(line, 'span').textContent = '...' // as in game files
      }
      const line = this.list.lastElementChild
      if (line) this.buttons.push(addButton(line, 'move'))
    }
  }

  /** Scrolls to the marked move without moving the page. */
  private scroll(): void {
    const line = this.buttons[this.ply - 1]?.parentElement
    const { list } = this
    if (!line) {
      list.scrollTop = 0
      return
    }
    const top = line.offsetTop // relative to the list, which is positioned
    if (top < list.scrollTop) list.scrollTop = top
    const bottom = top + line.offsetHeight - list.clientHeight
    if (bottom > list.scrollTop) list.scrollTop = bottom
  }
}
