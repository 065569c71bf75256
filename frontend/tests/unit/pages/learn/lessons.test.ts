import { describe, expect, test } from 'vitest'
import { LESSONS, findLesson, isReached, replyTo } from '../../../../src/pages/learn/lessons'
import type { Lesson } from '../../../../src/pages/learn/lessons'
import { faultOf } from '../../../../src/core/rules/notation'
import { isSameMove, legalMoves, outcome } from '../../../../src/core/rules/position'
import type { Move } from '../../../../src/core/rules/position'
import { lastPosition, playMove } from '../../../../src/core/session/session'
import { exerciseFrom } from '../../../../src/ui/session-board'
import type { Session } from '../../../../src/core/session/session'
import { learn } from '../../../../src/texts/en'

function begin(lesson: Lesson): Session {
  return exerciseFrom(lesson.position)
}

/** Whether some sequence of at most this many turns reaches the goal. */
function canReach(lesson: Lesson, moves: readonly Move[], turns: number): boolean {
  const replay = (): Session => {
    const session = begin(lesson)
    for (const move of moves) playMove(session, move)
    return session
  }
  return legalMoves(lastPosition(replay())).some((move) => {
    const session = replay()
    const events = playMove(session, move)
    if (isReached(lesson, session, events)) return true
    const reply = turns > 1 ? replyTo(lesson, session) : null
    return reply !== null && canReach(lesson, [...moves, move, reply], turns - 1)
  })
}

describe.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))('lesson %s', (id, lesson) => {
  test('begins with a possible position that is not yet the goal', () => {
    expect(faultOf(lesson.position)).toBeNull()
    expect(outcome(lesson.position)).toBeNull()
    expect(isReached(lesson, begin(lesson), [])).toBe(false)
    for (const part of ['title', 'text', 'goal'] as const) expect(learn[`${id}.${part}`]).toBeDefined()
  })

  test('can be done, in one turn if Black has no answer', () => {
    const turns = { placing: 3, opening: 2 }[id as string] ?? 1
    expect(canReach(lesson, [], turns)).toBe(true)
    if (turns > 1) expect(canReach(lesson, [], turns - 1)).toBe(false)
    else expect(lesson.replies).toBeUndefined()
  })
})

test('there is one lesson for each rule', () => {
  const rules = ['placing', 'mills', 'removal', 'moving', 'opening', 'flying', 'blocked']
  expect(LESSONS.map(({ id }) => id)).toEqual(rules)
  expect(findLesson('flying')?.position.white).toBeGreaterThan(0)
  expect(findLesson('swimming')).toBeNull()
  expect(findLesson(null)).toBeNull()
})

test('Black always has an answer while placing', () => {
  const lesson = LESSONS[0]
  for (const move of legalMoves(lesson.position)) {
    const session = begin(lesson)
    playMove(session, move)
    const reply = replyTo(lesson, session)
    expect(reply && legalMoves(lastPosition(session)).some((each) => isSameMove(each, reply))).toBe(true)
  }
})
