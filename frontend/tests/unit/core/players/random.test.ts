import { expect, test } from 'vitest'
import { createStream, deriveSeed, scramble } from '../../../../src/core/players/random'
import vectors from '../../../vectors/random.json'

test('scrambled words are those of Python', () => {
  for (const [word, scrambled] of vectors.scramble) expect(scramble(word)).toBe(scrambled)
})

test('derived seeds are those of Python', () => {
  for (const [seed, words, derived] of vectors.derive as [number, number[], number][]) {
    expect(deriveSeed(seed, ...words)).toBe(derived)
  }
})

test('the first numbers of streams are those of Python', () => {
  for (const [seed, numbers] of vectors.streams as [number, number[]][]) {
    const next = createStream(seed)
    expect(numbers.map(() => next())).toEqual(numbers)
  }
})
