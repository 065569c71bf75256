import { beforeEach, describe, expect, test } from 'vitest'
import { createStream } from '../../../../src/core/players/random'
import {
  BUCKET_WORDS,
  EXACT,
  LOWER,
  boundIn,
  bucketOf,
  clearTable,
  createTable,
  depthIn,
  find,
  highKeyOf,
  lowKeyOf,
  scoreIn,
  store,
  turnIn,
} from '../../../../src/core/engine/transpositions'

beforeEach(() => createTable(1))

/** Where Python finds the bucket of a key, in numbers of 64 bits. */
function bucketInPython(low: number, high: number, buckets: number): number {
  let mixed = BigInt.asUintN(64, ((BigInt(high) << 32n) | BigInt(low >>> 0)) * -7046029254386353131n)
  mixed ^= mixed >> 29n
  mixed = BigInt.asUintN(64, mixed * -4658895280553007687n)
  return Number((mixed >> 20n) & BigInt(buckets - 1))
}

test.each([1, 32, 64])('a key is in the bucket that Python gives it, in a table of %d MB', (megabytes) => {
  createTable(megabytes)
  const next = createStream(megabytes)
  for (let i = 0; i < 2000; i++) {
    const [low, high] = [next() | 0, next() & 0x7fff_ffff]
    expect(bucketOf(low, high) / BUCKET_WORDS).toBe(bucketInPython(low, high, megabytes << 14))
  }
})

test('a key has all of a position', () => {
  const keys = [
    [1, 2, 0x12],
    [2, 1, 0x12],
    [1, 0x800002, 0x12],
    [1, 2, 0x21],
  ].map(([own, enemy, hands]) => `${lowKeyOf(own, enemy)} ${highKeyOf(enemy, hands)}`)
  expect(new Set(keys).size).toBe(4)
})

describe('an entry', () => {
  test('has what was stored, until the table is cleared', () => {
    store(7, 9, 0, 0x7abc, -29_990, 12, LOWER, 127)
    const entry = find(7, 9, 0)
    expect([turnIn(entry), scoreIn(entry), depthIn(entry), boundIn(entry)]).toEqual([0x7abc, -29_990, 12, LOWER])
    expect(find(7, 8, 0)).toBe(-1)
    clearTable()
    expect(find(7, 9, 0)).toBe(-1)
  })

  test('replaces that of the same key, else the shallowest', () => {
    for (const key of [1, 2, 3, 4]) store(key, 0, 0, 5, 100, 10 - key, EXACT, 1)
    store(1, 0, 0, 6, 200, 2, EXACT, 1)
    expect(scoreIn(find(1, 0, 0))).toBe(200)
    store(5, 0, 0, 7, 300, 1, EXACT, 1)
    expect([1, 2, 3, 4, 5].map((key) => find(key, 0, 0) >= 0)).toEqual([false, true, true, true, true])
  })

  test('of an older search goes first, even if it is deeper', () => {
    for (const key of [1, 2, 3]) store(key, 0, 0, 5, 100, 4, EXACT, 0)
    store(4, 0, 0, 5, 100, 8, EXACT, 127) // the search before the one numbered 0
    store(5, 0, 0, 7, 300, 1, EXACT, 0)
    expect([1, 2, 3, 4, 5].map((key) => find(key, 0, 0) >= 0)).toEqual([true, true, true, false, true])
  })
})
