import { describe, expect, test } from 'vitest'
import { Earnings } from '../../../src/minigame/exp'
import type { Level } from '../../../src/core/players/player'
import { BLACK, WHITE } from '../../../src/core/rules/position'
import type { GameEvent } from '../../../src/core/session/session'

const step = (ply: number, changes: Partial<GameEvent> = {}): GameEvent =>
  ({ kind: 'step', ply, color: WHITE, origin: null, target: 3, flies: false, mills: 0, ...changes }) as GameEvent
const removal = (ply: number): GameEvent => ({ kind: 'removal', ply, color: WHITE, point: 5 })
const end = (winner: 0 | 1): GameEvent => ({ kind: 'end', outcome: { winner, reason: 'blocked' } })

function claim(earnings: Earnings, ...events: GameEvent[]): string {
  const awards = earnings.claim(events, WHITE, 'NORMAL')
  return awards.map(({ type, amount }) => `${type} ${amount}`).join(', ')
}

describe('earnings', () => {
  test('actions earn their EXP', () => {
    const earnings = new Earnings()
    expect(claim(earnings, step(0))).toBe('place 1')
    expect(claim(earnings, step(2, { origin: 4 }))).toBe('move 1')
    expect(claim(earnings, step(4, { mills: 7 }), removal(4))).toBe('place 1, mill 15, remove 6')
  })

  test("the computer's actions and wrong clicks earn nothing", () => {
    const earnings = new Earnings()
    expect(claim(earnings, step(1, { color: BLACK, mills: 7 }), end(BLACK))).toBe('')
    expect(claim(earnings, { kind: 'wrong', complaint: 'occupied', point: 3 })).toBe('')
  })

  test('the same turn played again earns only what is new', () => {
    const earnings = new Earnings()
    expect(claim(earnings, step(0))).toBe('place 1')
    expect(claim(earnings, step(0, { target: 9 }))).toBe('')
    expect(claim(earnings, step(0, { target: 9, mills: 7 }))).toBe('mill 15')
    expect(claim(earnings, step(0, { mills: 7 }), removal(0))).toBe('remove 6')
    expect(claim(earnings, step(0, { mills: 7 }), removal(0))).toBe('')
  })

  test.each([
    ['EASY', 80],
    ['NORMAL', 150],
    ['HARD', 260],
  ] as const)('a win on %s is worth %i, once', (level: Level, amount) => {
    const earnings = new Earnings()
    expect(earnings.claim([end(WHITE)], WHITE, level)).toEqual([{ type: 'win', amount, point: null }])
    expect(earnings.claim([end(WHITE)], WHITE, level)).toEqual([])
  })
})
