import { describe, expect, test } from 'vitest'
import { assignSides, beyond, movesOf, nextOf, sessionOf } from '../../../src/widget/model'
import type { Model, State } from '../../../src/widget/model'
import { BLACK } from '../../../src/core/rules/position'
import { isPersonToMove } from '../../../src/core/session/session'
import { formatFen, startOf } from '../../../src/core/rules/notation'
import { VARIANTS } from '../../../src/core/rules/variants'

function modelOf(changes: Partial<State> = {}): Model {
  const state: State = {
    variant: 'nine',
    start: formatFen(startOf(VARIANTS.nine)),
    moves: [],
    line: [],
    values: { ply: -1, moves: [] },
    sides: 'both',
    drawn: '',
    theme: 'auto',
    size: 420,
    ...changes,
  }
  const ignore = (): void => {}
  return { get: (key) => state[key], set: ignore, save_changes: ignore, on: ignore, off: ignore }
}

describe('a session from the shared state', () => {
  test('has all moves played', () => {
    const moves = ['d6', 'f4', 'd7', 'b4', 'd5xf4']
    const session = sessionOf(modelOf({ moves }))
    expect(movesOf(session)).toEqual(moves)
    expect(session.positions.at(-1)?.turn).toBe(BLACK)
  })

  test('knows every variant that ships, and no other', () => {
    for (const [name, variant] of Object.entries(VARIANTS)) {
      const session = sessionOf(modelOf({ variant: name, start: formatFen(startOf(variant)) }))
      expect(session.positions[0].variant).toBe(variant)
    }
    expect(() => sessionOf(modelOf({ variant: 'chess' }))).toThrow('"chess" is not a variant')
  })

  test.each([
    ['both', '', true],
    ['white', '', true],
    ['black', '', false],
    ['none', '', false],
    ['both', 'repetition', false],
  ] as const)('of %s sides, drawn "%s"', (sides, drawn, isOurs) => {
    const model = modelOf({ sides, drawn })
    const session = sessionOf(model)
    assignSides(session, model)
    expect(isPersonToMove(session)).toBe(isOurs) // White is to move
  })
})

test('the line leads on only from its own moves', () => {
  const line = ['d6', 'f4', 'd2']
  expect(nextOf(modelOf({ line }))).toBe('d6')
  expect(nextOf(modelOf({ line, moves: ['d6', 'f4'] }))).toBe('d2')
  expect(nextOf(modelOf({ line, moves: line }))).toBeNull()
  expect(nextOf(modelOf({ line, moves: ['a1'] }))).toBeNull()
  expect(beyond(['a', 'b'], ['a', 'b', 'c'])).toBeNull()
})
