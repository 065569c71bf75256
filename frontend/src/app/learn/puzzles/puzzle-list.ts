/** Puzzles to choose from: one of your strength, that of the day, and all of them by theme and difficulty. */
import { addElement } from '../../../board/dom'
import { addAction, addChoices } from '../../shared/controls'
import type { PageContext } from '../../page'
import type { PuzzleDocument } from '../../../generated/api'
import { choosePuzzle, dailyPuzzle } from './choosing'
import type { Speak } from '../exercise'
import { learned } from '../progress'
import { addPuzzleLink, describeTask } from './puzzle-link'
import { RATINGS, THEMES, addressOf, positionOf, withTheme } from './puzzles'
import type { Theme } from './puzzles'
import { solverRating, triedPuzzles } from './rating'
import { thumbnail } from './thumbnail'
import { setText } from '../../shared/prose'

const KINDS = ['all', 'win', 'draw'] as const
type Kind = (typeof KINDS)[number]

/** Puzzles of each difficulty that are shown at first, and added with each press. */
const PAGE = 24

export class PuzzleList {
  private readonly next: HTMLElement
  private readonly status: HTMLElement
  private readonly groups: HTMLElement
  private readonly solved = learned('puzzles')
  private kind: Kind = 'all'

  constructor(
    root: HTMLElement,
    context: PageContext,
    private readonly say: Speak,
    private readonly puzzles: readonly PuzzleDocument[],
    private theme: Theme | null,
  ) {
    const offers = addElement(root, 'div', 'puzzle-offers')
    this.addRating(offers)
    this.next = addElement(offers, 'div', 'puzzle-offer-place')
    const daily = dailyPuzzle(puzzles, new Date())
    if (daily) this.addDaily(offers, daily, context.language)
    this.addFilters(root)
    this.status = addElement(root, 'p', 'note puzzle-count')
    this.status.setAttribute('role', 'status')
    this.groups = addElement(root, 'div', 'puzzle-groups')
    this.update()
  }

  private addRating(parent: Element): void {
    const { say } = this
    const card = addElement(parent, 'div', 'card puzzle-rating')
    addElement(card, 'span', 'note').textContent = say('rating.yours')
    addElement(card, 'strong').textContent = String(solverRating())
    const tried = triedPuzzles().size
    addElement(card, 'span', 'note').textContent = tried ? say('rating.count', { count: tried }) : say('rating.new')
  }

  private addDaily(parent: Element, puzzle: PuzzleDocument, language: string): void {
    const date = new Date().toLocaleDateString(language, { month: 'long', day: 'numeric' })
    this.addOffer(parent, puzzle, this.say('daily', { date }))
  }

  /** Adds a large link to a puzzle. */
  private addOffer(parent: Element, puzzle: PuzzleDocument, title: string, theme: Theme | null = null): void {
    const { say } = this
    const link = addElement(parent, 'a', 'card puzzle-offer')
    link.href = addressOf(puzzle, theme)
    link.append(thumbnail(positionOf(puzzle)))
    const text = addElement(link, 'span', 'puzzle-offer-text')
    addElement(text, 'strong').textContent = title
    addElement(text, 'span').textContent = describeTask(say, 'offer', puzzle)
    const { id, strength } = puzzle
    addElement(text, 'span', 'note').textContent = say('offer.strength', { id, strength })
    if (this.solved.has(id)) addElement(text, 'span', 'puzzle-solved').textContent = say('offer.done')
  }

  private addFilters(parent: Element): void {
    const { say } = this
    const bar = addElement(parent, 'div', 'puzzle-bar')
    const themes = [null, ...THEMES]
    const choices = themes.map((value) => ({ value, text: value ? say(`theme.${value}`) : say('all') }))
    const theme = addChoices(bar, 'theme', say('filter.theme'), choices, themes.indexOf(this.theme))
    const kinds = KINDS.map((value) => ({ value, text: value === 'all' ? say('all') : say(`kind.${value}`) }))
    const kind = addChoices(bar, 'kind', say('filter.kind'), kinds, KINDS.indexOf(this.kind))
    bar.addEventListener('change', () => {
      this.theme = theme.value()
      this.kind = kind.value()
      const address = this.theme ? `/learn?${new URLSearchParams({ theme: this.theme })}` : '/learn'
      history.replaceState(history.state, '', address) // going back finds the same list
      this.update()
    })
  }

  private update(): void {
    const { say, kind, theme, solved } = this
    const shown = withTheme(this.puzzles, theme).filter((each) => kind === 'all' || each.kind === kind)
    const done = shown.filter(({ id }) => solved.has(id)).length
    setText(this.status, say('puzzles.count', { done, total: shown.length }))
    this.next.replaceChildren()
    const next = choosePuzzle(shown, solverRating(), solved, triedPuzzles())
    if (next) this.addOffer(this.next, next, say('puzzles.next'), theme)
    this.groups.replaceChildren()
    for (const rating of RATINGS) {
      const group = shown.filter((puzzle) => puzzle.rating === rating)
      if (group.length) this.addGroup(rating, group)
    }
  }

  private addGroup(rating: (typeof RATINGS)[number], puzzles: readonly PuzzleDocument[]): void {
    const { say } = this
    const section = addElement(this.groups, 'section', 'card')
    const heading = addElement(section, 'h3')
    const stars = addElement(heading, 'span', 'stars')
    stars.textContent = '★'.repeat(rating)
    heading.append(` ${say(`rating.${rating}`)}`)
    addElement(heading, 'span', 'note').textContent = ` ${puzzles.length}`
    const list = addElement(section, 'ul', 'puzzle-list')
    let count = 0
    const addPage = (): HTMLAnchorElement | undefined => {
      const page = puzzles.slice(count, count + PAGE)
      count += page.length
      return page.map((puzzle) => this.addLink(list, puzzle))[0]
    }
    addPage()
    if (count === puzzles.length) return
    const label = (): string => say('more', { count: puzzles.length - count })
    const more = addAction(section, label(), 'button puzzle-more', () => {
      addPage()?.focus()
      setText(more, label())
      if (count === puzzles.length) more.remove()
    })
  }

  private addLink(list: Element, puzzle: PuzzleDocument): HTMLAnchorElement {
    const item = addElement(list, 'li')
    return addPuzzleLink(item, this.say, puzzle, this.solved.has(puzzle.id), this.theme)
  }
}
