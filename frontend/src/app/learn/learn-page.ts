/** The Learn page: a tutorial and puzzles, chosen by the address. */
import { addElement } from '../../board/dom'
import { isAbort } from '../api'
import { addLink } from '../shared/controls'
import { createSay } from '../shared/i18n'
import type { Mount, MountedPage, PageContext } from '../page'
import type { Speak } from './exercise'
import { LessonView } from './lesson-view'
import { findLesson } from './lessons'
import { choosePuzzle } from './puzzles/choosing'
import { Overview } from './overview'
import { learned } from './progress'
import { solverRating, triedPuzzles } from './puzzles/rating'
import { PuzzleView } from './puzzles/puzzle-view'
import { fetchPuzzles, themeOf, withTheme } from './puzzles/puzzles'
import type { Theme } from './puzzles/puzzles'
import type { PuzzleDocument } from '../../generated/api'
import { TEXTS } from './learn-texts'
import './learn.css'

interface Shown {
  destroy(): void
}

class LearnPage implements MountedPage {
  private readonly say: Speak
  private shown: Shown | null = null
  private puzzles: readonly PuzzleDocument[] | null = null

  constructor(
    private readonly root: HTMLElement,
    private readonly context: PageContext,
  ) {
    this.say = createSay(TEXTS, context.language)
    this.open(context.url)
  }

  navigated(url: URL): void {
    const hadFocus = this.root.contains(document.activeElement)
    this.open(url)
    scrollTo(0, 0)
    if (hadFocus) this.root.focus({ preventScroll: true }) // the focused element is gone
  }

  unmount(): void {
    this.shown?.destroy()
    this.root.replaceChildren()
  }

  private open(url: URL): void {
    this.shown?.destroy()
    this.shown = null
    const lesson = findLesson(url.searchParams.get('lesson'))
    const id = url.searchParams.get('puzzle')
    if (lesson) this.shown = new LessonView(this.root, this.context, lesson)
    else if (id === null) this.openOverview(url)
    else void this.openPuzzle(id, themeOf(url.searchParams.get('theme')))
  }

  private openOverview(url: URL): void {
    const overview = new Overview(this.root, this.context, themeOf(url.searchParams.get('theme')), () => this.open(url))
    this.shown = overview
    void this.load().then(
      (puzzles) => this.shown === overview && overview.show(puzzles),
      (error: unknown) => {
        if (!isAbort(error) && this.shown === overview) overview.fail(this.say('puzzles.offline'))
      },
    )
  }

  private async openPuzzle(id: string, theme: Theme | null): Promise<void> {
    const waiting = this.showText(this.say('loading'))
    try {
      const puzzles = await this.load()
      if (this.shown !== waiting) return
      waiting.destroy()
      const puzzle = puzzles.find((each) => each.id === id)
      this.shown = puzzle
        ? new PuzzleView(this.root, this.context, puzzle, theme, () =>
            choosePuzzle(withTheme(puzzles, theme), solverRating(), learned('puzzles'), triedPuzzles(), puzzle),
          )
        : this.showText(this.say('puzzle.missing', { id }), true)
    } catch (error) {
      if (isAbort(error) || this.shown !== waiting) return
      waiting.destroy()
      this.showText(this.say('puzzles.offline'), true)
    }
  }

  /** Shows a message, with a link to the overview if it is final. */
  private showText(text: string, isFinal = false): Shown {
    const card = addElement(this.root, 'section', 'card message')
    addElement(card, 'h1').textContent = text
    if (isFinal) addLink(card, this.say('overview'), '/learn', 'button main-button')
    this.shown = { destroy: () => card.remove() }
    return this.shown
  }

  private async load(): Promise<readonly PuzzleDocument[]> {
    this.puzzles ??= await fetchPuzzles(this.context.signal)
    return this.puzzles
  }
}

export const mount: Mount = (root, context) => new LearnPage(root, context)
