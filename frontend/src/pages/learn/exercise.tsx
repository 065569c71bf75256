/** Shared by lessons and puzzles: a board, a card beside it, and feedback. */
import { signal } from '@preact/signals'
import type { ComponentChildren, VNode } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { NAMES } from '../../core/rules/nine'
import type { Move, Position } from '../../core/rules/position'
import { lastPosition } from '../../core/session/session'
import type { GameEvent, Session } from '../../core/session/session'
import type { PageContext } from '../../shell/services/page'
import { createSay } from '../../texts/texts'
import type { Say } from '../../texts/texts'
import { SessionBoard, exerciseFrom } from '../../ui/session-board'
import { usePage } from '../../ui/view'

/** Milliseconds before the other side replies, and before a wrong move is taken back. */
const REPLY = 650
const TAKE_BACK = 1100

interface Message {
  /** What it says, in the language of now. */
  text(): string
  readonly mood: 'good' | 'bad' | 'plain'
}

const NOTHING: Message = { text: () => '', mood: 'plain' }

/** What happens on the board, and what is said about it. */
export abstract class Exercise {
  readonly message = signal(NOTHING)
  readonly board: SessionBoard
  /** The position on the board. */
  readonly position
  private timer = 0

  constructor(
    protected readonly context: PageContext,
    start: Position,
  ) {
    this.position = signal(start)
    this.board = new SessionBoard(document.createElement('div'), context, exerciseFrom(start), {
      happened: (events) => this.happened(events),
    })
  }

  destroy(): void {
    clearTimeout(this.timer)
    this.board.destroy()
  }

  /** Called when a turn is complete. */
  protected abstract turned(events: readonly GameEvent[], move: Move): void

  protected get say(): Say<'learn'> {
    return createSay(this.context.speech, 'learn')
  }

  protected tell(text: () => string, mood: Message['mood'] = 'plain', isSaid = true): void {
    this.message.value = { text, mood }
    if (isSaid) this.context.announce(text())
  }

  /** Starts at a position again: nothing is about to happen, and nothing is said. */
  protected begin(position: Position): void {
    clearTimeout(this.timer)
    this.board.isLocked = false
    this.message.value = NOTHING
    this.show(exerciseFrom(position))
  }

  private show(session: Session): void {
    this.board.show(session)
    this.position.value = lastPosition(session)
  }

  /** Lets the other side reply after a moment. */
  protected answer(move: Move, after: () => void = () => undefined): void {
    this.later(REPLY, () => {
      this.board.play(move)
      after()
    })
  }

  /** Returns to a position after a moment, so that the wrong move is seen. */
  protected takeBack(position: Position): void {
    this.later(TAKE_BACK, () => this.show(exerciseFrom(position)))
  }

  protected later(delay: number, action: () => void): void {
    clearTimeout(this.timer)
    this.board.isLocked = true
    this.timer = window.setTimeout(() => {
      this.board.isLocked = false
      action()
      this.board.update()
      this.position.value = lastPosition(this.board.session)
    }, delay)
  }

  private happened(events: readonly GameEvent[]): void {
    const { board } = this
    const { session } = board
    this.position.value = lastPosition(session)
    const wrong = events.find(({ kind }) => kind === 'wrong')
    if (wrong?.kind === 'wrong') {
      const params = { point: NAMES[wrong.point] }
      this.tell(() => board.say(`wrong.${wrong.complaint}`, params), 'bad', false) // already announced
      return
    }
    const move = session.moves[session.moves.length - 1]
    const isTurnOver = events.length > 0 && session.step === null && move !== undefined
    if (isTurnOver) this.turned(events, move)
    else if (session.step) this.tell(() => board.say('hint.take'), 'good')
  }
}

interface ExerciseProps {
  readonly exercise: Exercise
  /** What it is, its title, and what it says; the last text is the goal. */
  readonly texts: readonly [overline: string, title: string, ...texts: string[]]
  readonly buttons: ComponentChildren
  /** What is above and below the board. */
  readonly sides?: readonly [VNode, VNode]
  /** What follows the buttons. */
  readonly children?: ComponentChildren
}

export function ExerciseView({ exercise, texts, buttons, sides, children }: ExerciseProps): VNode {
  const { speech } = usePage()
  const area = useRef<HTMLDivElement>(null)
  const { message, board } = exercise
  const [overline, title, ...paragraphs] = texts
  useLayoutEffect(() => {
    area.current?.insertBefore(board.stage.element, area.current.lastChild)
    return () => exercise.destroy()
  }, [])
  useLayoutEffect(() => board.update(), [speech])
  return (
    <div class="columns learn">
      <div class="exercise-board" ref={area}>{sides}</div>
      <section class="card exercise">
        <p class="note">{overline}</p>
        <h1>{title}</h1>
        {paragraphs.map((text, index) => <p class={index === paragraphs.length - 1 ? 'exercise-goal' : ''}>{text}</p>)}
        <p class="exercise-message" data-mood={message.value.mood}>{message.value.text()}</p>
        <div class="row exercise-buttons">{buttons}</div>
        {children}
      </section>
    </div>
  )
}
