import { describe, expect, test } from 'vitest'
import { CommandQueue } from '../../../src/online/commands'
import { gameDocument } from './documents'

const MOVE = { type: 'move', move: 'd6' } as const

function queued(...actions: Parameters<CommandQueue['add']>[0][]): CommandQueue {
  const queue = new CommandQueue()
  for (const action of actions) queue.add(action, gameDocument())
  return queue
}

describe('commands', () => {
  test('go out one at a time, each with the number of the next event', () => {
    const queue = queued({ type: 'say', phrase: 'hello' }, MOVE)
    expect(queue.next(gameDocument())).toEqual({ type: 'say', phrase: 'hello', seq: 2 })
    expect(queue.next(gameDocument())).toBeNull() // the first has no answer yet
    queue.acknowledge(2)
    expect(queue.next(gameDocument())).toEqual({ ...MOVE, seq: 3 }) // though its document is still on its way
    queue.acknowledge(3)
    expect(queue.next(gameDocument({ seq: 3 }))).toBeNull()
  })

  test('are sent again as they were after a lost connection', () => {
    const queue = queued(MOVE)
    const sent = queue.next(gameDocument())
    expect(queue.unanswered).toEqual(sent)
    queue.acknowledge(2)
    expect(queue.unanswered).toBeNull()
  })

  test('get the next number if something else happened first', () => {
    const queue = queued(MOVE)
    queue.next(gameDocument())
    const after = gameDocument({ seq: 2, says: [{ color: 'black', phrase: 'hello', seq: 2 }] })
    expect(queue.refuse(2, true, after)).toBeNull()
    expect(queue.next(after)).toEqual({ ...MOVE, seq: 3 })
  })

  test.each([
    ['a move of a position that is gone', MOVE, { moves: ['a1', 'a4'] }],
    ['a move after the end', MOVE, { state: 'finished' }],
    ['an answer to an offer that is gone', { type: 'accept', what: 'draw' }, {}],
    ['a takeback of an older move', { type: 'takeback' }, { moves: ['a1'] }],
    ['a resignation after the end', { type: 'resign' }, { state: 'finished' }],
    ['a rematch that exists', { type: 'rematch' }, { state: 'finished', rematch_id: 'x' }],
  ] as const)('that no longer make sense are dropped: %s', (_, action, changes) => {
    const queue = queued(action)
    expect(queue.next(gameDocument(changes))).toBeNull()
    expect(queue.has(action.type)).toBe(false)
  })

  test('that are refused for good come back to whoever asked', () => {
    const queue = queued(MOVE)
    queue.next(gameDocument())
    expect(queue.refuse(9, false, gameDocument())).toBeNull() // of another command
    expect(queue.refuse(2, false, gameDocument())).toEqual(MOVE)
    expect(queue.has('move')).toBe(false)
  })
})
