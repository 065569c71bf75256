/**
 * The random number generator of the Python package, bit for bit. Its state is a 32-bit number that
 * grows by a constant; each output is the scrambled state.
 */
const STEP = 0x9e3779b9 // odd, so the state takes all 2^32 values before it returns

/** Maps a 32-bit number to one that looks unrelated; no two share an image. */
export function scramble(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** A seed that depends on `seed` and all `words`, in order. */
export function deriveSeed(seed: number, ...words: readonly number[]): number {
  return words.reduce((state, word) => (scramble((state + STEP) | 0) ^ word) >>> 0, seed >>> 0)
}

/** A seed that differs from game to game. */
export function freshSeed(): number {
  return Math.floor(Math.random() * 2 ** 32)
}

/** A stream of numbers from 0 to 2^32 - 1, the same for the same seed. */
export function createStream(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + STEP) >>> 0
    return scramble(state)
  }
}
