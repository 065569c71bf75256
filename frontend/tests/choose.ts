import { chooseInSlices } from '../src/player/player'
import type { Level } from '../src/player/player'
import type { Move, Position } from '../src/rules/position'

/** Chooses a move without pausing. */
export function choose(history: readonly Position[], level: Level, seed: number): Move {
  const slices = chooseInSlices(history, level, seed)
  let slice = slices.next()
  while (!slice.done) slice = slices.next()
  return slice.value
}
