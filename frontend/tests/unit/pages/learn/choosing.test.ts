import { expect, test } from 'vitest'
import { choosePuzzle, dailyPuzzle } from '../../../../src/pages/learn/choosing'
import type { PuzzleDocument } from '../../../../src/generated/api'
import { PUZZLES } from './shipped-puzzles'

const [first] = PUZZLES
const make = (id: string, strength: number): PuzzleDocument => ({ ...first, id, strength })
const few = [make('1', 400), make('2', 900), make('3', 1100), make('4', 2000)]
const choose = (rating: number, solved: string[] = [], tried: string[] = [], current?: PuzzleDocument): string | undefined =>
  choosePuzzle(few, rating, new Set(solved), new Set(tried), current)?.id

test('the next puzzle is the one nearest to your rating that you have not tried', () => {
  expect(choose(300)).toBe('1')
  expect(choose(990)).toBe('2')
  expect(choose(1010)).toBe('3')
  expect(choose(990, ['2'])).toBe('3')
  expect(choose(990, [], ['2', '3'])).toBe('1')
  expect(choose(3000, [], [], few[3])).toBe('3') // itself is not the next
})

test('then come those that were tried in vain, then none', () => {
  const all = few.map(({ id }) => id)
  expect(choose(1000, ['1', '3', '4'], all)).toBe('2')
  expect(choose(1000, ['1', '3', '4'], all, few[1])).toBeUndefined()
  expect(choose(1000, all)).toBeUndefined()
})

test('the puzzle of the day depends on the date alone', () => {
  const on = (day: number, hour = 12): string | undefined => dailyPuzzle(PUZZLES, new Date(2027, 0, day, hour))?.id
  expect(on(1, 0)).toBe(on(1, 23))
  expect(dailyPuzzle([...PUZZLES].reverse(), new Date(2027, 0, 1))?.id).toBe(on(1))
  const month = Array.from({ length: 300 }, (_, day) => on(day + 1))
  expect(new Set(month).size).toBe(300) // no day repeats another
  expect(dailyPuzzle([], new Date())).toBeNull()
})

test('the puzzle of the day is for most people', () => {
  for (let day = 1; day < 60; day += 1) {
    const strength = dailyPuzzle(PUZZLES, new Date(2027, 0, day))?.strength ?? 0
    expect(strength).toBeGreaterThanOrEqual(550)
    expect(strength).toBeLessThanOrEqual(820)
  }
})
