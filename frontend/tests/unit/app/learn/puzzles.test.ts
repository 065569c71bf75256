import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isRight, movesOf, nextPuzzle, positionAt, positionOf, turnsOf } from '../../../../src/app/learn/puzzles'
import type { PuzzlesDocument } from '../../../../src/generated/api'
import { isSameMove, legalMoves, outcome, successor } from '../../../../src/rules/position'

const FILE = new URL('../../../../../src/merels/web/api/puzzles.json', import.meta.url)
const { puzzles } = JSON.parse(readFileSync(FILE, 'utf8')) as PuzzlesDocument

test('only the right answers of the puzzles that ship are accepted', () => {
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

test('the next puzzle is the next unsolved one, starting over after the last', () => {
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
