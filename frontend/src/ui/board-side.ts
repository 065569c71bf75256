/** Around the board: a strip for each player, the evaluation bar and the result card. */
import { addButton, addElement, setAttribute } from '../board/dom'
import { WHITE, colorName, inHand, other } from '../core/rules/position'
import type { Color } from '../core/rules/position'
import { capturedBy, currentPosition } from '../core/session/session'
import type { Session } from '../core/session/session'
import { addLink } from './controls'
import { SOLVING } from '../shell/services/addresses'
import type { Match } from '../core/match/match'
import { setText } from './prose'
import type { Say } from '../texts/texts'
import { STRENGTHS } from '../core/players/people'

/** Who plays a side, and what it is doing. */
export interface Side {
  readonly name: string
  readonly doing: string
  readonly isActive: boolean
  /** Whether the player is there; only of games with people. */
  readonly isOnline?: boolean
}

/** A clock as it is shown. */
export interface ShownTime {
  readonly text: string
  readonly isRunning: boolean
  /** Whether the side should hurry. */
  readonly isShort: boolean
}

/** A player: name, men in hand, men captured, time left. */
export class PlayerStrip {
  private readonly element: HTMLElement
  private readonly man: HTMLElement
  private readonly name: HTMLElement
  private readonly phase: HTMLElement
  private readonly exact: HTMLElement
  private readonly solve: HTMLAnchorElement
  private readonly hand: HTMLElement
  private readonly captured: HTMLElement
  private readonly clock: HTMLElement

  constructor(parent: Element) {
    this.element = addElement(parent, 'div', 'player')
    this.man = addElement(this.element, 'span', 'man')
    this.man.setAttribute('role', 'img')
    const text = addElement(this.element, 'div', 'player-text')
    this.name = addElement(text, 'span', 'player-name')
    this.phase = addElement(text, 'span', 'player-phase')
    this.exact = addElement(text, 'span', 'player-phase player-exact')
    this.solve = addLink(text, '', SOLVING, 'player-phase player-exact')
    this.exact.hidden = this.solve.hidden = true
    this.captured = addHeap(this.element, 'captured')
    this.hand = addHeap(this.element, 'hand')
    this.clock = addElement(this.element, 'span', 'clock')
  }

  /** Shows one side of the game in the state of `session`. */
  update({ name, doing, isActive, isOnline }: Side, session: Session, color: Color, say: Say<'play'>): void {
    const position = currentPosition(session)
    const enemy = other(color)
    const taken = capturedBy(session, color)
    this.element.classList.toggle('is-active', isActive)
    this.element.classList.toggle('is-online', isOnline === true)
    this.element.classList.toggle('is-away', isOnline === false)
    this.man.className = `man man-${colorName(color)}`
    setAttribute(this.man, 'aria-label', say(colorName(color)))
    setText(this.name, name)
    setText(this.phase, doing)
    fillHeap(this.hand, color, inHand(position, color), say('inHand', { count: inHand(position, color) }))
    fillHeap(this.captured, enemy, taken, say('taken', { count: taken }))
  }

  /** Shows whether a perfect player is exact here, with the way to get missing tables; null if unknown. */
  updateExactness(isExact: boolean | null, say: Say<'play'>): void {
    this.exact.hidden = isExact !== true
    setText(this.exact, say('exact.yes'))
    this.solve.hidden = isExact !== false
    setText(this.solve, say('exact.no'))
    this.solve.title = say('exact.get')
  }

  /** Shows the time left; null without a clock. */
  updateClock(time: ShownTime | null, say: Say<'play'>): void {
    this.clock.hidden = time === null
    if (!time) return
    setText(this.clock, time.text)
    setAttribute(this.clock, 'aria-label', say('timeLeft', { time: time.text }))
    this.clock.classList.toggle('is-running', time.isRunning)
    this.clock.classList.toggle('is-short', time.isShort)
  }
}

function addHeap(parent: Element, name: string): HTMLElement {
  const heap = addElement(parent, 'span', `heap ${name}`)
  heap.setAttribute('role', 'img')
  return heap
}

/** A row of small men. */
function fillHeap(heap: HTMLElement, color: Color, number: number, label: string): void {
  setAttribute(heap, 'aria-label', label)
  heap.title = label
  while (heap.children.length > number) heap.lastElementChild?.remove()
  while (heap.children.length < number) addElement(heap, 'i')
  for (const man of heap.children) man.className = `man man-${colorName(color)}`
}

/** The evaluation bar, from Black to White. */
export class EvaluationBar {
  readonly element: HTMLElement
  private readonly share: HTMLElement
  private readonly label: HTMLElement

  constructor(parent: Element) {
    this.element = addElement(parent, 'div', 'evaluation')
    const bar = addElement(this.element, 'div', 'bar')
    this.share = addElement(bar, 'div', 'bar-white')
    this.label = addElement(this.element, 'span', 'bar-label')
    bar.setAttribute('role', 'meter')
    bar.setAttribute('aria-valuemin', '0')
    bar.setAttribute('aria-valuemax', '100')
  }

  /** Shows White's share, 0 to 1, and its explanation. */
  update(white: number, text: string, say: Say<'play'>): void {
    const share = Math.round(100 * Math.min(0.98, Math.max(0.02, white)))
    const bar = this.share.parentElement
    this.share.style.transform = `scaleX(${share / 100})`
    if (bar) {
      setAttribute(bar, 'aria-label', say('bar'))
      setAttribute(bar, 'aria-valuenow', String(share))
      setAttribute(bar, 'aria-valuetext', text || say('barWhite', { share }))
    }
    setText(this.label, text)
    this.label.title = say('expected')
  }
}

/** What the card at the end of a game says and offers. */
export interface Result {
  readonly title: string
  readonly reason: string
  /** What the game has done to the rating; empty if nothing. */
  readonly rating: string
  readonly isWon: boolean
  readonly canReview: boolean
  /** The text of the button for another game; null without one. */
  readonly rematch: string | null
}

/** The card over the board at the end of a game. */
export class ResultCard {
  private readonly element: HTMLElement
  private readonly title: HTMLElement
  private readonly reason: HTMLElement
  private readonly rating: HTMLElement
  private readonly rematch: HTMLButtonElement
  private readonly review: HTMLButtonElement
  private readonly look: HTMLButtonElement

  constructor(parent: Element, rematch: () => void, review: () => void, look: () => void) {
    this.element = addElement(parent, 'div', 'result')
    this.element.setAttribute('role', 'group')
    this.title = addElement(this.element, 'p', 'result-title')
    this.reason = addElement(this.element, 'p')
    this.rating = addElement(this.element, 'p', 'result-rating')
    const row = addElement(this.element, 'div', 'row')
    this.rematch = addButton(row, 'button main-button')
    this.review = addButton(row, 'button')
    this.look = addButton(row, 'button plain-button')
    this.rematch.addEventListener('click', rematch)
    this.review.addEventListener('click', review)
    this.look.addEventListener('click', look)
  }

  focus(): void {
    const first = [this.rematch, this.review, this.look].find(({ hidden }) => !hidden)
    first?.focus({ preventScroll: true })
  }

  contains(element: Element | null): boolean {
    return this.element.contains(element)
  }

  /** Shows the result; null while the game goes on. */
  update(result: Result | null, isHidden: boolean, say: Say<'play'>): void {
    this.element.hidden = !result || isHidden
    if (!result) return
    const { title, reason, rating, isWon, canReview, rematch } = result
    setText(this.title, title)
    setText(this.reason, reason)
    setText(this.rating, rating)
    this.rating.title = say('scale', STRENGTHS)
    this.rating.hidden = !rating
    setAttribute(this.element, 'aria-label', title)
    this.rematch.hidden = rematch === null
    setText(this.rematch, rematch ?? '')
    setText(this.review, say('review'))
    this.review.hidden = !canReview
    setText(this.look, say('look'))
    this.element.classList.toggle('is-won', isWon)
  }
}

/** The colours from top to bottom. */
export function colorsFromTop(match: Match): readonly [Color, Color] {
  const bottom = match.setup.human
  return [other(bottom), bottom]
}

/** White's share, given the share of `color`. */
export function whiteShare(share: number, color: Color): number {
  return color === WHITE ? share : 1 - share
}
