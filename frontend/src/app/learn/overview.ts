/** The list of lessons, and what there is to do with puzzles. */
import { addElement } from '../../board/dom'
import { addAction } from '../shared/controls'
import { createSay } from '../shared/i18n'
import type { PageContext } from '../page'
import type { Speak } from './exercise'
import { LESSONS } from './lessons'
import { learned } from './progress'
import type { Theme } from './puzzles/puzzles'
import { PuzzleList } from './puzzles/puzzle-list'
import { addFamily } from './family'
import { addHidden } from './puzzles/puzzle-link'
import type { PuzzleDocument } from '../../generated/api'
import { TEXTS } from './learn-texts'
import { setText } from '../shared/prose'

export class Overview {
  private readonly say: Speak
  private readonly puzzles: HTMLElement
  private readonly status: HTMLElement
  private list: PuzzleList | null = null

  constructor(
    private readonly root: HTMLElement,
    private readonly context: PageContext,
    private readonly theme: Theme | null,
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
      if (!learned('lessons').has(lesson.id)) continue
      link.classList.add('is-done')
      addHidden(link, ` (${say('done')})`)
    }
    addFamily(page, context.language, say)
    const title = addElement(page, 'h2')
    title.id = 'puzzles'
    title.textContent = say('puzzles')
    for (const key of ['puzzles.intro', 'scale'] as const) addElement(page, 'p', 'note').textContent = say(key)
    this.puzzles = addElement(page, 'div', 'puzzles')
    this.status = addElement(page, 'p', 'note')
    this.status.setAttribute('role', 'status')
    this.status.textContent = say('loading')
    this.reveal()
  }

  /** Shows the puzzles, once. */
  show(puzzles: readonly PuzzleDocument[]): void {
    if (this.list) return
    this.status.remove() // the list says how many there are
    this.list = new PuzzleList(this.puzzles, this.context, this.say, puzzles, this.theme)
    if (this.theme !== null) this.root.querySelector('#puzzles')?.scrollIntoView()
    else this.reveal()
  }

  /** Scrolls to what the address names: the puzzles, or one of the other games. */
  private reveal(): void {
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }

  fail(message: string): void {
    setText(this.status, message)
    addAction(this.puzzles, this.say('retry'), 'button', this.retry)
  }

  destroy(): void {
    this.root.replaceChildren()
  }
}
