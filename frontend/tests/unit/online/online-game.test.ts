import { describe, expect, test } from 'vitest'
import { NAMES } from '../../../src/core/rules/nine'
import { OnlineGame, matchOf } from '../../../src/online/online-game'
import { matchOutcome } from '../../../src/core/match/match'
import type { GameDocument } from '../../../src/generated/api'
import { gameDocument } from './documents'

const point = (name: string): number => NAMES.indexOf(name)
const open = (changes: Partial<GameDocument> = {}): OnlineGame => new OnlineGame(gameDocument(changes), 0)
const shown = ({ match }: OnlineGame): number => match.session.moves.length

describe('documents of the server', () => {
  test('bring the moves of the other side', () => {
    const online = open({ moves: ['d6'] })
    const events = online.receive(gameDocument({ moves: ['d6', 'f4'] }), 7)
    expect(events).toMatchObject([{ kind: 'step', color: 1, target: point('f4') }])
    expect([online.isOwnTurn, online.arrived, shown(online)]).toEqual([true, 7, 2])
  })

  test('that are old change nothing', () => {
    const online = open({ moves: ['d6', 'f4'] })
    expect(online.receive(gameDocument({ moves: ['d6'] }), 7)).toEqual([])
    expect([online.arrived, shown(online)]).toEqual([0, 2])
  })

  test('show the board anew after a takeback, and after many moves at once', () => {
    const online = open({ moves: ['d6', 'f4'] })
    expect(online.receive(gameDocument({ moves: ['d6'], seq: 5 }), 1)).toBeNull()
    expect(shown(online)).toBe(1)
    expect(online.receive(gameDocument({ moves: ['d6', 'f4', 'f6', 'b4'], seq: 8 }), 2)).toBeNull()
    expect(shown(online)).toBe(4)
  })
})

describe('a move of our own', () => {
  test('is on the board at once, and pending until it is confirmed', () => {
    const online = open()
    online.choose(point('d6'))
    expect([online.unconfirmed, online.isOwnTurn, shown(online)]).toEqual(['d6', false, 1])
    expect(online.receive(gameDocument({ seq: 2 }), 1)).toEqual([]) // a phrase came first
    expect([online.unconfirmed, shown(online)]).toEqual(['d6', 1])
    expect(online.receive(gameDocument({ moves: ['d6'], seq: 3 }), 2)).toEqual([])
    expect([online.unconfirmed, shown(online)]).toEqual([null, 1])
  })

  test('is withdrawn if it is refused', () => {
    const online = open()
    online.choose(point('d6'))
    online.withdraw()
    expect([online.unconfirmed, online.isOwnTurn, shown(online)]).toEqual([null, true, 0])
  })

  test('gives way if the game has ended', () => {
    const online = open()
    online.choose(point('d6'))
    const over = gameDocument({ seq: 2, state: 'finished', outcome: { winner: 'black', reason: 'time' } })
    expect(online.receive(over, 1)).toBeNull()
    expect([shown(online), matchOutcome(online.match)]).toEqual([0, { winner: 1, reason: 'time' }])
  })

  test('that closes a mill waits for its capture', () => {
    const online = open({ moves: ['d6', 'f4', 'f6', 'b4'] })
    online.choose(point('b6'))
    expect(online.unconfirmed).toBeNull()
    online.choose(point('b4'))
    expect(online.unconfirmed).toBe('b6xb4')
  })
})

test.each([
  [{ winner: 'white', reason: 'resignation' }, { winner: 0, reason: 'resignation' }],
  [{ winner: 'black', reason: 'time' }, { winner: 1, reason: 'time' }],
  [{ winner: null, reason: 'agreement' }, { winner: null, reason: 'record' }],
  [{ winner: 'white', reason: 'abandoned' }, { winner: 0, reason: 'record' }],
  [{ winner: null, reason: 'aborted' }, null],
] as const)('Review knows the end %o', (outcome, expected) => {
  expect(matchOutcome(matchOf(gameDocument({ moves: ['d6'], state: 'finished', outcome })))).toEqual(expected)
})
