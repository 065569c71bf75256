import { expect, test } from 'vitest'
import { daysAndHours, firstMoveLeft, isRunning, timeLeft } from '../../../src/online/server-clock'
import type { GameDocument } from '../../../src/generated/api'
import { gameDocument } from './documents'

const CLOCKS = { white_ms: 60_000, black_ms: 30_000, running: true, at_ms: 5 }

/** A document that arrived at 1000 by this machine's clock. */
const timed = (changes: Partial<GameDocument>): { game: GameDocument; arrived: number } => ({
  game: gameDocument(changes),
  arrived: 1000,
})

test('the clock of the side to move counts down from the arrival', () => {
  const running = timed({ clocks: CLOCKS })
  expect(timeLeft(running, 'white', 1000)).toBe(60_000)
  expect(timeLeft(running, 'white', 3500)).toBe(57_500)
  expect(timeLeft(running, 'black', 3500)).toBe(30_000)
  expect(timeLeft(running, 'white', 99_000)).toBe(0)
})

test('clocks stand before they are started, and after the end', () => {
  for (const changes of [{ clocks: { ...CLOCKS, running: false } }, { clocks: CLOCKS, state: 'finished' as const }]) {
    expect(timeLeft(timed(changes), 'white', 9000)).toBe(60_000)
    expect(isRunning(gameDocument(changes), 'white')).toBe(false)
  }
})

test('days are those of the side to move', () => {
  const days = timed({ deadline: 1_000_000 + 86_400_000 })
  expect(timeLeft(days, 'white', 4000)).toBe(86_397_000)
  expect(timeLeft(days, 'black', 4000)).toBeNull()
  expect(daysAndHours(2 * 86_400_000 + 3 * 3_600_000 + 5)).toEqual({ days: 2, hours: 3 })
  expect(timeLeft(timed({}), 'white', 4000)).toBeNull()
})

test('the first move is due within a time of its own', () => {
  const first = timed({ clocks: { ...CLOCKS, running: false }, deadline: 1_030_000 })
  expect(firstMoveLeft(first, 3000)).toBe(28_000)
  expect(firstMoveLeft(timed({ clocks: CLOCKS, deadline: 1_030_000 }), 3000)).toBeNull()
})
