/** The types of `merels.results()`, and figures derived from it. */
import type { PlacedResults, ResultsDocument, TableResults } from '../../generated/api'

export type Counts = Pick<PlacedResults, 'positions' | 'wins' | 'draws' | 'losses' | 'longest_win' | 'longest_loss'>

/** The shares of wins, draws and losses, which add up to 1. */
export function sharesOf({ positions, wins, draws, losses }: Counts): readonly [number, number, number] {
  if (!positions) return [0, 0, 0]
  return [wins / positions, draws / positions, losses / positions]
}

/** Totals over all phases. */
export function totals({ phases }: ResultsDocument): { positions: number; tables: number; draws: number } {
  const { moving, placing } = phases
  return {
    positions: moving.positions + placing.positions,
    tables: moving.tables + placing.tables,
    draws: moving.draws + placing.draws,
  }
}

/** The name of a table without its variant: `ten/10-3` is `10-3`. */
export function shortName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).split('.')[0]
}

/** A point of a curve: the number of positions decided in a number of plies. */
export interface Decided {
  readonly plies: number
  readonly positions: number
}

/** The numbers of won and lost positions by plies to the end. */
export function decidedBy(histogram: readonly number[]): { wins: Decided[]; losses: Decided[] } {
  const points = histogram.map((positions, score) => ({ plies: score - 1, positions }))
  const decided = points.filter(({ plies, positions }) => plies >= 0 && positions > 0)
  return {
    wins: decided.filter(({ plies }) => plies % 2 === 1),
    losses: decided.filter(({ plies }) => plies % 2 === 0),
  }
}

/** The moving tables by own and enemy men. */
export function movingTables({ tables }: ResultsDocument): ReadonlyMap<string, TableResults> {
  const moving = tables.filter((table) => table.own_in_hand + table.enemy_in_hand === 0)
  return new Map(moving.map((table) => [`${table.own}-${table.enemy}`, table]))
}
