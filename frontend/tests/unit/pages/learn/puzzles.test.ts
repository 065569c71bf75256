import { expect, test } from 'vitest'
import {
  THEMES, addressOf, isRight, movesOf, positionAt, positionOf, taskOf, themeOf, turnsLeft, turnsOf, withTheme,
} from '../../../../src/pages/learn/puzzles'
import { PUZZLES as puzzles } from './shipped-puzzles'
import { isSameMove, legalMoves, outcome, successor } from '../../../../src/core/rules/position'
import { learn } from '../../../../src/texts/en'

test('only the right answers of the puzzles that ship are accepted', () => {
  expect(puzzles.length).toBeGreaterThanOrEqual(1000)
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
    .filter((puzzle) => taskOf(puzzle) === 'win')
    .map((puzzle) => [outcome(positionAt(puzzle, puzzle.line.length))?.winner, positionOf(puzzle).turn])
  expect(winners.filter(([winner, side]) => winner !== side)).toEqual([])
})

test('a line that stops before the end asks for the only moves that win, and says how many are left', () => {
  const found = puzzles.filter((puzzle) => taskOf(puzzle) === 'find')
  expect(found.length).toBeGreaterThan(100)
  expect(found.filter((puzzle) => outcome(positionAt(puzzle, puzzle.line.length)))).toEqual([])
  const [puzzle] = found
  expect(turnsLeft({ ...puzzle, line: ['d6'], plies: 11 })).toBe(5)
})

test('themes have names, and stay in the address', () => {
  expect(THEMES.every((theme) => `theme.${theme}` in learn)).toBe(true)
  expect(new Set(puzzles.flatMap(({ themes }) => themes))).toEqual(new Set(THEMES))
  const [first] = withTheme(puzzles, 'double mill')
  expect(first.themes).toContain('double mill')
  const address = new URL(addressOf(first, 'double mill'), 'http://localhost')
  expect(address.searchParams.get('puzzle')).toBe(first.id)
  expect(themeOf(address.searchParams.get('theme'))).toBe('double mill')
  expect(themeOf('nonsense')).toBeNull()
  expect(withTheme(puzzles, null)).toBe(puzzles)
})
