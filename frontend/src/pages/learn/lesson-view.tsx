/** A lesson of the tutorial. */
import { signal } from '@preact/signals'
import type { VNode } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { GameEvent } from '../../core/session/session'
import type { PageContext } from '../../shell/services/page'
import { Button } from '../../ui/components'
import { usePage, useSay } from '../../ui/view'
import { Exercise, ExerciseView } from './exercise'
import { LESSONS, isReached, replyTo } from './lessons'
import type { Lesson } from './lessons'
import { learned, note } from './progress'

class LessonExercise extends Exercise {
  readonly isDone = signal(false)

  constructor(
    context: PageContext,
    private readonly lesson: Lesson,
  ) {
    super(context, lesson.position)
  }

  restart(): void {
    this.isDone.value = false
    this.begin(this.lesson.position)
  }

  protected turned(events: readonly GameEvent[]): void {
    const { lesson, board } = this
    if (this.isDone.value) return
    if (isReached(lesson, board.session, events)) {
      note('lessons', lesson.id)
      board.isLocked = true
      this.tell(() => this.say('reached'), 'good')
      this.isDone.value = true
      return
    }
    const reply = replyTo(lesson, board.session)
    if (reply) {
      this.tell(() => this.say('goOn'), 'good')
      this.answer(reply)
    } else {
      this.tell(() => this.say('notYet'), 'bad')
      this.takeBack(lesson.position)
    }
  }
}

export function LessonView({ lesson }: { readonly lesson: Lesson }): VNode {
  const context = usePage()
  const say = useSay('learn')
  const [exercise] = useState(() => new LessonExercise(context, lesson))
  const next = useRef<HTMLAnchorElement>(null)
  const isDone = exercise.isDone.value
  const { id } = lesson
  const number = LESSONS.indexOf(lesson) + 1
  const before = LESSONS[number - 2]
  const after = LESSONS[number]
  useLayoutEffect(() => {
    if (isDone) next.current?.focus()
  }, [isDone])
  const overline = say('lesson.of', { number, count: LESSONS.length })
  const onward = after ? `./learn?lesson=${after.id}` : './learn#puzzles'
  const buttons = (
    <>
      {before && <a class="button" href={`./learn?lesson=${before.id}`}>{say('previous')}</a>}
      <Button class="button" onClick={() => exercise.restart()}>{say('restart')}</Button>
      {learned('lessons').has(id) && ( // each lesson must be completed once
        <a class={isDone ? 'button main-button' : 'button'} ref={next} href={onward}>
          {say(after ? 'next' : 'toPuzzles')}
        </a>
      )}
      <a class="button plain-button" href="./learn">{say('overview')}</a>
    </>
  )
  const texts = [overline, say(`${id}.title`), say(`${id}.text`), say(`${id}.goal`)] as const
  return <ExerciseView exercise={exercise} texts={texts} buttons={buttons} />
}
