import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { LENGTH, setWeights } from '../../../../../src/core/engine/evaluation/evaluation'
import { readWeights, unpackWeights } from '../../../../../src/core/engine/evaluation/weights'
import { FILE } from '../shipped-weights'

test('the file that ships can be read as the page gets it', async () => {
  const weights = await readWeights(new Response(readFileSync(FILE)))
  expect(weights).toHaveLength(LENGTH)
  expect(weights.some((weight) => weight < 0)).toBe(true)
  const expected = unpackWeights(inflateSync(readFileSync(FILE)))
  expect(Buffer.from(weights.buffer).equals(Buffer.from(expected.buffer))).toBe(true)
})

test('an answer without weights is an error', async () => {
  await expect(readWeights(new Response('', { status: 404 }))).rejects.toThrow('404')
  await expect(readWeights(new Response('not compressed'))).rejects.toThrow()
})

test('a file of another length is an error', () => {
  expect(() => setWeights(unpackWeights(new Uint8Array(20)))).toThrow(/weights, not 10$/)
})
