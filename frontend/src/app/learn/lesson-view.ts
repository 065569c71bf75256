/** A lesson of the tutorial. */
import type { Happening } from '../../game/session'
import type { PageContext } from '../page'
import { addAction, addLink } from '../shared/controls'
import { sessionFor } from '../shared/board/session-board'
import { Exercise } from './exercise'
import { LESSONS, isReached, replyTo } from './lessons'
import type { Lesson } from './lessons'
import { learned, note } from './progress'

export class LessonView extends Exercise {
  private readonly next: HTMLAnchorElement
  private isDone = false

  constructor(
    root: HTMLElement,
    context: PageContext,
    private readonly lesson: Lesson,
  ) {
    super(root, context, sessionFor(lesson.position))
    const { say } = this
    const number = LESSONS.indexOf(lesson) + 1
    this.addTexts(
      say('lesson.of', { number, count: LESSONS.length }),
      say(`${lesson.id}.title`),
      say(`${lesson.id}.text`),
      say(`${lesson.id}.goal`),
    )
    const before = LESSONS[number - 2]
    const after = LESSONS[number]
    if (before) addLink(this.buttons, say('previous'), `/learn?lesson=${before.id}`, 'button')
    addAction(this.buttons, say('restart'), 'button', () => this.restart())
    const address = after ? `/learn?lesson=${after.id}` : '/learn#puzzles'
    this.next = addLink(this.buttons, say(after ? 'next' : 'toPuzzles'), address, 'button')
    this.next.hidden = !learned('lessons').has(lesson.id) // each lesson must be completed once
    addLink(this.buttons, say('overview'), '/learn', 'button plain-button')
  }

  protected turned(happenings: readonly Happening[]): void {
    const { lesson, say } = this
    const { session } = this.board
    if (this.isDone) return
    if (isReached(lesson, session, happenings)) {
      this.isDone = true
      note('lessons', lesson.id)
      this.board.isLocked = true
      this.next.classList.add('main-button')
      this.next.hidden = false
      this.tell(say('reached'), 'good')
      this.next.focus()
      return
    }
    const reply = replyTo(lesson, session)
    if (reply) {
      this.tell(say('goOn'), 'good')
      this.answer(reply)
    } else {
      this.tell(say('notYet'), 'bad')
      this.takeBack(sessionFor(lesson.position))
    }
  }

  private restart(): void {
    this.hold()
    this.isDone = false
    this.next.classList.remove('main-button')
    this.tell('')
    this.board.show(sessionFor(this.lesson.position))
  }
}
