/** The list of lessons and puzzles, with those completed marked. */
import { addElement, setText } from '../../board/dom'
import { colorName } from '../../rules/position'
import { addAction, addChoices } from '../shared/controls'
import { createSay } from '../shared/i18n'
import type { PageContext } from '../page'
import type { Speak } from './exercise'
import { LESSONS } from './lessons'
import { learned } from './progress'
import { RATINGS, nextPuzzle, positionOf, turnsOf } from './puzzles'
import type { PuzzleDocument } from '../../generated/api'
import { TEXTS } from './learn-texts'
import { thumbnail } from './thumbnail'

const FILTERS = ['all', 'win', 'draw'] as const
type Filter = (typeof FILTERS)[number]

export class Overview {
  private readonly say: Speak
  private readonly groups: HTMLElement
  private readonly status: HTMLElement
  private readonly next: HTMLAnchorElement
  private filter: Filter = 'all'
  private puzzles: readonly PuzzleDocument[] = []

  constructor(
    private readonly root: HTMLElement,
    context: PageContext,
    private readonly retry: () => void,
  ) {
    const say = (this.say = createSay(TEXTS, context.language))
    const page = addElement(root, 'div', 'learn-overview')
    addElement(page, 'h1').textContent = say('title')
    addElement(page, 'p', 'learn-intro').textContent = say('intro')
    addElement(page, 'h2').textContent = say('lessons')
    const lessons = addElement(page, 'ol', 'lessons')
    for (const [index, lesson] of LESSONS.entries()) {
      const link = addElement(addElement(lessons, 'li'), 'a', 'card lesson')
      link.href = `/learn?lesson=${lesson.id}`
      addElement(link, 'span', 'lesson-number').textContent = String(index + 1)
      addElement(link, 'strong').textContent = say(`${lesson.id}.title`)
      addElement(link, 'span', 'note').textContent = say(`${lesson.id}.goal`)
      if (learned('lessons').has(lesson.id)) this.markDone(link)
    }
    const title = addElement(page, 'h2')
    title.id = 'puzzles'
    title.textContent = say('puzzles')
    addElement(page, 'p', 'note').textContent = say('puzzles.intro')
    const bar = addElement(page, 'div', 'puzzle-bar')
    this.addFilter(bar)
    this.next = addElement(bar, 'a', 'button main-button')
    this.next.hidden = true
    this.status = addElement(page, 'p', 'note')
    this.status.setAttribute('role', 'status')
    this.status.textContent = say('loading')
    this.groups = addElement(page, 'div', 'puzzle-groups')
  }

  show(puzzles: readonly PuzzleDocument[]): void {
    this.puzzles = puzzles
    this.update()
    if (location.hash === '#puzzles') this.root.querySelector('#puzzles')?.scrollIntoView()
  }

  fail(message: string): void {
    setText(this.status, message)
    addAction(this.groups, this.say('retry'), 'button', this.retry)
  }

  destroy(): void {
    this.root.replaceChildren()
  }

  private addFilter(parent: Element): void {
    const { say } = this
    const choices = FILTERS.map((value) => ({ value, text: value === 'all' ? say('all') : say(`kind.${value}`) }))
    const { field, value } = addChoices(parent, 'filter', say('filter'), choices, FILTERS.indexOf(this.filter))
    field.classList.add('puzzle-filter')
    field.querySelector('legend')?.classList.add('nmm-hidden')
    field.addEventListener('change', () => {
      this.filter = value()
      this.update()
    })
  }

  private update(): void {
    const { say, filter } = this
    const done = learned('puzzles')
    const shown = this.puzzles.filter(({ kind }) => filter === 'all' || kind === filter)
    const solved = shown.filter(({ id }) => done.has(id)).length
    setText(this.status, say('puzzles.count', { done: solved, total: shown.length }))
    const next = nextPuzzle(shown, done)
    this.next.hidden = next === null
    if (next) {
      this.next.href = `/learn?puzzle=${next.id}`
      setText(this.next, say('puzzles.next', { id: next.id }))
    }
    this.groups.replaceChildren()
    for (const rating of RATINGS) {
      const group = shown.filter((puzzle) => puzzle.rating === rating)
      if (!group.length) continue
      const section = addElement(this.groups, 'section', 'card')
      const heading = addElement(section, 'h3')
      addElement(heading, 'span', 'stars').textContent = '★'.repeat(rating)
      heading.append(` ${say(`rating.${rating}`)}`)
      const list = addElement(section, 'ul', 'puzzle-list')
      for (const puzzle of group) this.addPuzzle(list, puzzle, done.has(puzzle.id))
    }
  }

  private addPuzzle(list: Element, puzzle: PuzzleDocument, isDone: boolean): void {
    const { say } = this
    const { id, kind } = puzzle
    const position = positionOf(puzzle)
    const color = colorName(position.turn)
    const link = addElement(addElement(list, 'li'), 'a', 'puzzle-link')
    link.href = `/learn?puzzle=${id}`
    link.append(thumbnail(position))
    addHidden(link, say('link.before'))
    addElement(link, 'strong', color).textContent = id
    addHidden(link, say('link.side', { side: say(color) }))
    addElement(link, 'span', 'note').textContent = say(`short.${kind}`, { turns: turnsOf(puzzle) })
    if (isDone) this.markDone(link)
  }

  private markDone(link: HTMLElement): void {
    link.classList.add('is-done')
    addHidden(link, ` (${this.say('done')})`)
  }
}

/** Adds a text for screen readers only. */
function addHidden(parent: Element, text: string): void {
  addElement(parent, 'span', 'nmm-hidden').textContent = text
}
