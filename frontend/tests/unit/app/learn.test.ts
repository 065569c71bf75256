import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LESSONS, LESSON_IDS, findLesson, isReached, replyTo } from '../../../src/app/learn/lessons'
import type { Lesson } from '../../../src/app/learn/lessons'
import { isRight, movesOf, nextPuzzle, positionAt, positionOf, turnsOf } from '../../../src/app/learn/puzzles'
import type { PuzzlesDocument } from '../../../src/generated/api'
import { TEXTS } from '../../../src/app/learn/texts'
import { faultOf } from '../../../src/notation'
import { isSameMove, legalMoves, outcome, successor } from '../../../src/rules'
import type { Move } from '../../../src/rules'
import { createSession, lastPosition, playMove } from '../../../src/state'
import type { Session } from '../../../src/state'

function begin(lesson: Lesson): Session {
  return createSession('HARD', 0, 0, lesson.position)
}

/** Whether some play of at most so many own turns reaches the goal. */
function canReach(lesson: Lesson, moves: readonly Move[], turns: number): boolean {
  const replay = (): Session => {
    const session = begin(lesson)
    for (const move of moves) playMove(session, move)
    return session
  }
  return legalMoves(lastPosition(replay())).some((move) => {
    const session = replay()
    const happenings = playMove(session, move)
    if (isReached(lesson, session, happenings)) return true
    const reply = turns > 1 ? replyTo(lesson, session) : null
    return reply !== null && canReach(lesson, [...moves, move, reply], turns - 1)
  })
}

describe.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))('lesson %s', (id, lesson) => {
  test('begins with a possible position that is not yet the goal', () => {
    expect(faultOf(lesson.position)).toBeNull()
    expect(outcome(lesson.position)).toBeNull()
    expect(isReached(lesson, begin(lesson), [])).toBe(false)
    for (const part of ['title', 'text', 'goal'] as const) expect(TEXTS[`${id}.${part}`]).toBeDefined()
  })

  test('can be done, in one turn where Black has no answer', () => {
    const turns = { placing: 3, opening: 2 }[id as string] ?? 1
    expect(canReach(lesson, [], turns)).toBe(true)
    if (turns > 1) expect(canReach(lesson, [], turns - 1)).toBe(false)
    else expect(lesson.replies).toEqual([])
  })
})

test('there is one lesson for each rule', () => {
  expect(LESSONS.map(({ id }) => id)).toEqual([...LESSON_IDS])
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

const FILE = new URL('../../../../src/merels/web/puzzles.json', import.meta.url)
const { puzzles } = JSON.parse(readFileSync(FILE, 'utf8')) as PuzzlesDocument

test('the right answers of all puzzles that ship are accepted, and no others', () => {
  expect(puzzles.length).toBeGreaterThan(200)
  const wrong = puzzles.filter((puzzle) => {
    const moves = movesOf(puzzle)
    let position = positionOf(puzzle)
    return moves.some((move, ply) => {
      const right = legalMoves(position).filter((each) => isRight(puzzle, ply, each))
      const isLast = puzzle.kind === 'win' && ply === moves.length - 1
      position = successor(position, move)
      return !right.some((each) => isSameMove(each, move)) || (right.length > 1 && !isLast)
    })
  })
  expect(wrong).toEqual([])
  expect(puzzles.every((puzzle) => turnsOf(puzzle) === (puzzle.line.length + 1) / 2)).toBe(true)
})

test('a win ends the game for the side that begins', () => {
  const winners = puzzles
    .filter(({ kind }) => kind === 'win')
    .map((puzzle) => [outcome(positionAt(puzzle, puzzle.line.length))?.winner, positionOf(puzzle).turn])
  expect(winners.filter(([winner, side]) => winner !== side)).toEqual([])
})

test('the next puzzle is one that is not done, from the beginning after the last', () => {
  const [one, two, three] = puzzles
  const few = [one, two, three]
  const next = (done: readonly string[], current?: (typeof puzzles)[number]): string | undefined =>
    nextPuzzle(few, new Set(done), current)?.id
  expect(next([])).toBe(one.id)
  expect(next([], one)).toBe(two.id)
  expect(next([two.id], one)).toBe(three.id)
  expect(next([], three)).toBe(one.id)
  expect(next([one.id, two.id], three)).toBeUndefined() // itself is not the next
  expect(next([one.id, two.id, three.id])).toBeUndefined()
})
