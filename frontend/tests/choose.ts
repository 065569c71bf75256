import { chooseInSlices } from '../src/core/players/player'
import type { Level } from '../src/core/players/player'
import type { Move, Position } from '../src/core/rules/position'

/** Chooses a move without pausing. */
export function choose(history: readonly Position[], level: Level, seed: number): Move {
  const slices = chooseInSlices(history, level, seed)
  let slice = slices.next()
  while (!slice.done) slice = slices.next()
  return slice.value
}
