/** Shared by lessons and puzzles: a board, a card beside it, and feedback. */
import { addElement } from '../../board/dom'
import { NAMES } from '../../rules/nine'
import type { Move } from '../../rules/position'
import type { Happening, Session } from '../../game/session'
import { createSay } from '../shared/i18n'
import type { Say } from '../shared/i18n'
import type { PageContext } from '../page'
import { SessionBoard } from '../shared/board/session-board'
import { TEXTS } from './learn-texts'
import { setText } from '../shared/prose'

export type Speak = Say<keyof typeof TEXTS>
type Mood = 'good' | 'bad' | 'plain'

/** Milliseconds before the other side replies, and before a wrong move is taken back. */
const REPLY = 650
const TAKE_BACK = 1100

export abstract class Exercise {
  protected readonly say: Speak
  protected readonly board: SessionBoard
  protected readonly boardArea: HTMLElement
  protected readonly card: HTMLElement
  protected readonly buttons: HTMLElement
  private readonly message: HTMLElement
  private timer = 0

  constructor(
    protected readonly root: HTMLElement,
    protected readonly context: PageContext,
    session: Session,
  ) {
    this.say = createSay(TEXTS, context.language)
    const columns = addElement(root, 'div', 'columns learn')
    this.boardArea = addElement(columns, 'div', 'exercise-board')
    this.card = addElement(columns, 'section', 'card exercise')
    this.board = new SessionBoard(this.boardArea, context, session, {
      happened: (happenings) => this.happened(happenings),
    })
    this.message = addElement(this.card, 'p', 'exercise-message')
    this.buttons = addElement(this.card, 'div', 'row exercise-buttons')
    this.board.update()
  }

  destroy(): void {
    clearTimeout(this.timer)
    this.board.destroy()
    this.root.replaceChildren()
  }

  /** Called after everything that may have changed the position. */
  protected updated(): void {
    // Lessons have nothing else to update.
  }

  /** Called when a turn is complete. */
  protected abstract turned(happenings: readonly Happening[], move: Move): void

  protected tell(text: string, mood: Mood = 'plain', isSaid = true): void {
    setText(this.message, text)
    this.message.dataset.mood = mood
    if (isSaid && text) this.context.announce(text)
  }

  /** Adds texts above the feedback. */
  protected addTexts(overline: string, title: string, ...texts: readonly string[]): void {
    addElement(this.card, 'p', 'note').textContent = overline
    addElement(this.card, 'h1').textContent = title
    for (const text of texts) addElement(this.card, 'p').textContent = text
    this.card.lastElementChild?.classList.add('exercise-goal')
    this.card.append(this.message, this.buttons)
  }

  /** Lets the other side reply after a moment. */
  protected answer(move: Move, after: () => void = () => undefined): void {
    this.later(REPLY, () => {
      this.board.play(move)
      after()
    })
  }

  /** Returns to a session after a moment, so that the wrong move is seen. */
  protected takeBack(session: Session): void {
    this.later(TAKE_BACK, () => this.board.show(session))
  }

  /** Cancels what was about to happen. */
  protected hold(): void {
    clearTimeout(this.timer)
    this.board.isLocked = false
  }

  protected later(delay: number, action: () => void): void {
    clearTimeout(this.timer)
    this.board.isLocked = true
    this.timer = window.setTimeout(() => {
      this.board.isLocked = false
      action()
      this.board.update()
      this.updated()
    }, delay)
  }

  private happened(happenings: readonly Happening[]): void {
    this.updated()
    const wrong = happenings.find(({ kind }) => kind === 'wrong')
    if (wrong?.kind === 'wrong') {
      const params = { point: NAMES[wrong.point] }
      this.tell(this.board.say(`wrong.${wrong.complaint}`, params), 'bad', false) // already announced
      return
    }
    const { session } = this.board
    const move = session.moves[session.moves.length - 1]
    const isTurnOver = happenings.length > 0 && session.step === null && move !== undefined
    if (isTurnOver) this.turned(happenings, move)
    else if (session.step) this.tell(this.board.say('hint.take'), 'good')
  }
}
