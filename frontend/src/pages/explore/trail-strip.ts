/** The strip of moves that led to the position, with buttons and keys to step through it. */
import { addButton, addElement, setAttribute } from '../../board/dom'
import { WHITE, colorName, formatMove } from '../../core/rules/position'
import { icon } from '../../ui/icons'
import { addressClicked } from '../../shell/services/links'
import { addressOfRecord } from '../../shell/services/addresses'
import { STEPS, STEP_KEYS, plyAfter } from '../../ui/steps'
import type { Step } from '../../ui/steps'
import { plyLeft, recordsOf } from '../../core/match/trail'
import type { Trail } from '../../core/match/trail'
import type { Speak } from './explore-narration'
import { setText } from '../../ui/prose'

export interface StripUser {
  /** Goes to a ply of the trail, or of its game. */
  walk(ply: number, isOfGame: boolean): void
  load(): void
}

export class Strip {
  readonly element: HTMLElement
  readonly loadButton: HTMLButtonElement
  private readonly steps: ReadonlyMap<Step, HTMLButtonElement>
  private readonly empty: HTMLElement
  private readonly list: HTMLElement
  private readonly about: HTMLElement
  private readonly title: HTMLElement
  private readonly back: HTMLButtonElement
  private shown: Pick<Trail, 'first' | 'moves'> | null = null
  private trail: Trail | null = null

  constructor(
    parent: Element,
    private readonly say: Speak,
    private readonly user: StripUser,
  ) {
    this.element = addElement(parent, 'section', 'card trail')
    this.element.setAttribute('aria-label', say('trail'))
    const head = addElement(this.element, 'div', 'trail-head')
    this.steps = new Map(STEPS.map((step) => [step, this.addStep(head, step)]))
    this.loadButton = addButton(head, 'button trail-load')
    this.loadButton.append(icon('file'), say('load'))
    this.loadButton.addEventListener('click', () => user.load())
    this.empty = addElement(this.element, 'p', 'note')
    this.empty.textContent = say('trail.empty')
    this.list = addElement(this.element, 'ol', 'explore-line trail-moves')
    this.list.setAttribute('aria-label', say('trail'))
    this.list.addEventListener('click', (event) => this.clicked(event))
    this.about = addElement(this.element, 'div', 'trail-game')
    this.title = addElement(this.about, 'span', 'note')
    this.back = addButton(this.about, 'button')
    this.back.textContent = say('trail.back')
    this.back.addEventListener('click', () => user.walk(this.trail ? (plyLeft(this.trail) ?? 0) : 0, true))
    this.element.addEventListener('keydown', (event) => this.pressed(event))
  }

  update(trail: Trail): void {
    this.trail = trail
    const { moves, ply, game, first } = trail
    if (moves !== this.shown?.moves || first !== this.shown.first) this.build(trail)
    this.shown = trail
    this.empty.hidden = moves.length > 0
    this.list.hidden = moves.length === 0
    for (const [step, button] of this.steps) {
      const isAtEnd = plyAfter(step, ply, moves.length) === ply
      setAttribute(button, 'aria-disabled', String(isAtEnd)) // unlike `disabled`, keeps the focus
    }
    this.list.querySelectorAll('a').forEach((link, index) => {
      if (index + 1 === ply) link.setAttribute('aria-current', 'step')
      else link.removeAttribute('aria-current')
      link.classList.toggle('is-ahead', index >= ply)
      link.tabIndex = index === Math.max(0, ply - 1) ? 0 : -1 // the arrow keys start there
    })
    this.about.hidden = game === null
    setText(this.title, game?.title ?? '')
    this.back.hidden = plyLeft(trail) === null
    requestAnimationFrame(() => this.scroll(ply))
  }

  /** Focuses the Forward button. */
  focus(): void {
    this.steps.get('next')?.focus()
  }

  private addStep(parent: Element, step: Step): HTMLButtonElement {
    const button = addButton(parent, 'button plain-button trail-step')
    button.append(icon(step))
    button.title = this.say(`step.${step}`)
    button.setAttribute('aria-label', this.say(`step.${step}`))
    button.addEventListener('click', () => this.step(step))
    return button
  }

  /** Rebuilds the list of moves, each a link to the position after it. */
  private build(trail: Trail): void {
    this.list.replaceChildren()
    const left = plyLeft(trail) ?? trail.moves.length
    const records = recordsOf(trail)
    trail.moves.forEach((move, index) => {
      const { position, moveNumber } = records[index]
      const isWhite = position.turn === WHITE
      const link = addElement(addElement(this.list, 'li'), 'a', `by-${colorName(position.turn)}`)
      link.href = addressOfRecord(records[index + 1])
      link.classList.toggle('is-tried', index >= left)
      if (isWhite || index === 0) link.append(`${moveNumber}.${isWhite ? '' : '..'} `)
      link.append(formatMove(move, position.variant.board))
    })
  }

  private step(step: Step): void {
    if (!this.trail) return
    const { ply, moves } = this.trail
    const to = plyAfter(step, ply, moves.length)
    if (to !== ply) this.user.walk(to, false)
  }

  private clicked(event: MouseEvent): void {
    const item = event.target instanceof Element ? event.target.closest('li') : null
    if (!item || !addressClicked(event)) return // the browser opens new tabs
    event.preventDefault()
    this.user.walk(Array.from(this.list.children).indexOf(item) + 1, false)
  }

  private pressed(event: KeyboardEvent): void {
    if (!(event.key in STEP_KEYS) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const isInList = this.list.contains(document.activeElement)
    this.step(STEP_KEYS[event.key])
    const { ply = 0 } = this.trail ?? {}
    if (isInList) this.list.children[Math.max(0, ply - 1)]?.querySelector('a')?.focus({ preventScroll: true })
  }

  /** Scrolls the current move to the middle of the strip without moving the page. */
  private scroll(ply: number): void {
    const item = this.list.children[ply - 1]
    const { list } = this
    if (!(item instanceof HTMLElement)) list.scrollLeft = 0
    else list.scrollLeft = item.offsetLeft - (list.clientWidth - item.offsetWidth) / 2 // relative to the list, which is positioned
  }
}
