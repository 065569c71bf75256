import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GameLink } from '../../../src/online/game-link'
import type { GameDocument } from '../../../src/generated/api'
import { gameDocument } from './documents'
import { FakeWire } from './fake-wire'

const MOVE = { type: 'move', move: 'd6' } as const

let wires: FakeWire[]
let told: string[]
let link: GameLink
const last = (): FakeWire => wires[wires.length - 1]
/** The commands sent over a socket, after its greeting. */
const commands = (wire: FakeWire): unknown[] => wire.sent.slice(1).map((text) => JSON.parse(text) as unknown)

beforeEach(() => {
  vi.useFakeTimers()
  wires = []
  told = []
  const connect = (): FakeWire => {
    wires.push(new FakeWire())
    return last()
  }
  const user = {
    received: (game: GameDocument) => game,
    refused: (_: unknown, detail: string) => told.push(`refused ${detail}`),
    lost: () => told.push('lost'),
    resumed: () => told.push('resumed'),
    changed: () => undefined,
  }
  link = new GameLink(connect, () => 'secret', gameDocument(), user, () => true)
  last().accept({ type: 'state', game: gameDocument() })
})
afterEach(() => {
  link.stop()
  vi.useRealTimers()
})

test('a command without an answer is sent again as it was, and once more means nothing', () => {
  link.ask(MOVE)
  expect(last().sent[0]).toBe('{"type":"hello","secret":"secret"}')
  expect(commands(last())).toEqual([{ ...MOVE, seq: 2 }])
  last().happen('close')
  link.ask({ type: 'say', phrase: 'oops' })
  vi.advanceTimersByTime(1000)
  last().accept({ type: 'state', game: gameDocument() })
  expect(commands(last())).toEqual([{ ...MOVE, seq: 2 }]) // the phrase waits for its turn
  last().say({ type: 'ack', seq: 2 })
  expect(commands(last())).toEqual([{ ...MOVE, seq: 2 }, { type: 'say', phrase: 'oops', seq: 3 }])
  expect(told).toEqual(['lost', 'resumed'])
})

test('what is asked without a connection waits for one', () => {
  last().happen('close')
  link.ask(MOVE)
  expect(link.isAsking('move')).toBe(true)
  vi.advanceTimersByTime(1000)
  last().accept({ type: 'state', game: gameDocument() })
  expect(commands(last())).toEqual([{ ...MOVE, seq: 2 }])
})

test('a refusal is reported, unless the command is sent again', () => {
  link.ask(MOVE)
  last().say({ type: 'refused', seq: 2, reason: 'stale', detail: 'old', game: gameDocument({ seq: 2 }) })
  expect(commands(last())).toEqual([{ ...MOVE, seq: 2 }, { ...MOVE, seq: 3 }])
  last().say({ type: 'refused', seq: 3, reason: 'illegal', detail: 'no such move', game: gameDocument({ seq: 2 }) })
  expect(told).toEqual(['refused no such move'])
  expect(link.isAsking('move')).toBe(false)
})
