/**
 * The board without sight or mouse: a button on each point, labelled with what is there and what it
 * can do, and a live region that announces moves.
 *
 * Tab reaches one button at a time; arrow keys move from point to point along the lines. Pointers go
 * through the buttons to the canvas below.
 */
import { pointsOf } from '../core/rules/geometry'
import type { Geometry, Point } from '../core/rules/geometry'
import { addButton, addElement, setAttribute } from './dom'
import { SIZE } from './layout'
import type { Layout } from './layout'

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The next point in an arrow key's direction, or null at the end of the line. */
export function neighbourTowards(board: Geometry, point: Point, key: string): Point | null {
  const direction = DIRECTIONS[key]
  if (!direction) return null
  const { places, neighbours } = board
  const { column, row } = places[point]
  const next = pointsOf(neighbours[point]).find(
    (each) =>
      Math.sign(places[each].column - column) === direction[0] && Math.sign(places[each].row - row) === direction[1],
  )
  return next ?? null
}

/** Whether a key is an arrow key. */
export function isArrow(key: string): boolean {
  return key in DIRECTIONS
}

export class PointButtons {
  readonly element: HTMLElement
  private buttons: readonly HTMLButtonElement[] = []
  private current: Point = 0

  constructor(parent: Element, layout: Layout) {
    this.element = addElement(parent, 'div', 'nmm-points')
    this.element.setAttribute('role', 'group')
    this.arrange(layout)
  }

  /** Replaces the buttons with those of another board. */
  arrange({ board, spots, man }: Layout): void {
    const hadFocus = this.element.contains(document.activeElement)
    this.element.style.setProperty('--button', `${(270 * man) / SIZE}%`)
    this.element.replaceChildren()
    this.buttons = board.points.map((point) => {
      const button = addButton(this.element)
      button.style.left = `${(100 * spots[point].x) / SIZE}%`
      button.style.top = `${(100 * spots[point].y) / SIZE}%`
      button.dataset.point = String(point)
      return button
    })
    this.cursor = 0
    if (hadFocus) this.focus()
  }

  /** The point whose button has the focus, or would get it. */
  get cursor(): Point {
    return this.current
  }

  /** Makes Tab reach the button of this point. */
  set cursor(point: Point) {
    if (this.current in this.buttons) this.buttons[this.current].tabIndex = -1
    this.buttons[point].tabIndex = 0
    this.current = point
  }

  focus(): void {
    this.buttons[this.current].focus({ preventScroll: true })
  }

  /** The point of the button an event came from, or null. */
  pointOf(target: EventTarget | null): Point | null {
    const index = this.buttons.indexOf(target as HTMLButtonElement)
    return index < 0 ? null : index
  }

  /** Updates the label of the board, and the label and state of each point. */
  update(name: string, names: readonly string[], selected: Point | null): void {
    setAttribute(this.element, 'aria-label', name)
    for (const [point, button] of this.buttons.entries()) {
      button.tabIndex = point === this.current ? 0 : -1
      setAttribute(button, 'aria-label', names[point])
      setAttribute(button, 'aria-pressed', String(selected === point))
    }
  }
}

/** Announces texts to screen readers. */
export class Announcer {
  private readonly element: HTMLElement

  constructor(parent: Element) {
    this.element = addElement(parent, 'div', 'nmm-hidden')
    this.element.setAttribute('role', 'status')
    this.element.setAttribute('aria-live', 'polite')
  }

  say(text: string): void {
    // The same text twice is announced only if it differs.
    this.element.textContent = this.element.textContent === text ? `${text}\u00A0` : text
  }
}
