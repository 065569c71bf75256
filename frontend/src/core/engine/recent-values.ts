/**
 * Values of positions that were evaluated lately.
 *
 * A search comes back to many of them at the ends of other lines; looking a value up takes a tenth of
 * the time of the evaluation. Searches get a seventh faster, and find the same.
 */
import type { Mask } from '../rules/geometry'
import { evaluate } from './evaluation/evaluation'
import { highKeyOf, lowKeyOf } from './transpositions'

const BITS = 17
const ENTRY_WORDS = 3

/** For each entry both halves of the key, and the value. */
const entries = new Int32Array(ENTRY_WORDS << BITS)

/** Forgets all values: those of a game with flying are others than without. */
export function forgetValues(): void {
  entries.fill(0) // no position that is evaluated has the key 0
}

/** What `evaluate` returns. */
export function valueOf(own: Mask, enemy: Mask, hands: number, flying: boolean): number {
  const low = lowKeyOf(own, enemy)
  const high = highKeyOf(enemy, hands)
  const entry = ((Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> (32 - BITS)) * ENTRY_WORDS
  if (entries[entry] === low && entries[entry + 1] === high) return entries[entry + 2]
  const value = evaluate(own, enemy, hands & 15, hands >> 4, flying)
  entries[entry] = low
  entries[entry + 1] = high
  entries[entry + 2] = value
  return value
}
