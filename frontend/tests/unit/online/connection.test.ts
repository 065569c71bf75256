import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Connection } from '../../../src/online/connection'
import { FakeWire } from './fake-wire'

let wires: FakeWire[] = []
let heard: unknown[] = []
let openings = 0
let isVisible = true
const last = (): FakeWire => wires[wires.length - 1]

function connect(): Connection {
  const wire = (): FakeWire => {
    wires.push(new FakeWire())
    return last()
  }
  const user = {
    greeting: () => 'hello',
    heard: (message: unknown) => heard.push(message),
    opened: () => openings++,
    changed: () => undefined,
  }
  return new Connection(wire, user, () => isVisible)
}

beforeEach(() => {
  vi.useFakeTimers()
  wires = []
  heard = []
  openings = 0
  isVisible = true
})
afterEach(() => vi.useRealTimers())

test('a connection greets, passes messages on, and answers pings', () => {
  const connection = connect()
  expect(connection.isReady).toBe(false)
  last().accept({ type: 'state' })
  expect([connection.status, openings]).toEqual(['open', 1])
  last().say({ type: 'ping', t: 7 })
  connection.send({ seq: 1 })
  expect(last().sent).toEqual(['hello', '{"type":"pong","t":7}', '{"seq":1}'])
  expect(heard).toEqual([{ type: 'state' }])
})

test('a lost connection is back within a second of the server', () => {
  const connection = connect()
  last().accept({ type: 'state' })
  for (let attempt = 0; attempt < 20; attempt++) {
    last().happen('close')
    expect(connection.status).toBe('lost')
    vi.advanceTimersByTime(1000)
    expect(wires).toHaveLength(attempt + 2)
  }
  last().accept({ type: 'state' })
  expect([connection.status, openings]).toEqual(['open', 2])
})

test('a hidden page does not try all the time', () => {
  connect()
  isVisible = false
  last().happen('close')
  vi.advanceTimersByTime(9000)
  expect(wires).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  expect(wires).toHaveLength(2)
})

test('a page that comes back takes a new socket at once, and ignores the old one', () => {
  const connection = connect()
  last().accept({ type: 'state' })
  const [old] = wires
  connection.renew()
  expect(old.isClosed).toBe(true)
  expect(connection.isReady).toBe(false)
  old.say({ type: 'state', old: true })
  old.happen('close')
  last().accept({ type: 'state' })
  expect([wires.length, heard.length, openings]).toEqual([2, 2, 2])
})

test('silence and a socket that does not open count as lost', () => {
  const connection = connect()
  vi.advanceTimersByTime(5000)
  expect(connection.status).toBe('lost')
  vi.advanceTimersByTime(300)
  last().accept({ type: 'state' })
  vi.advanceTimersByTime(21_000)
  expect(connection.status).toBe('open')
  vi.advanceTimersByTime(1000)
  expect(connection.status).toBe('lost')
})

test('a stopped connection stays closed', () => {
  const connection = connect()
  last().accept({ type: 'state' })
  connection.stop()
  expect(last().isClosed).toBe(true)
  connection.renew()
  vi.advanceTimersByTime(60_000)
  expect(wires).toHaveLength(1)
})
