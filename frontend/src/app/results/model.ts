/** The document of `merels.results()`, and figures made from it. */
import type { PlacedResults, ResultsDocument, TableResults } from '../../generated/api'

export type { LongestGame, Opening, OpeningReply, TableResults, ValueDocument as Value } from '../../generated/api'

export type Results = ResultsDocument
export type Counts = Pick<PlacedResults, 'positions' | 'wins' | 'draws' | 'losses' | 'longest_win' | 'longest_loss'>

/** Wins, draws and losses as parts of 1. */
export function sharesOf({ positions, wins, draws, losses }: Counts): readonly [number, number, number] {
  if (!positions) return [0, 0, 0]
  return [wins / positions, draws / positions, losses / positions]
}

/** Positions and tables of all phases. */
export function totals({ phases }: Results): { positions: number; tables: number; draws: number; bytes: number } {
  const { moving, placing } = phases
  return {
    positions: moving.positions + placing.positions,
    tables: moving.tables + placing.tables,
    draws: moving.draws + placing.draws,
    bytes: moving.bytes + placing.bytes,
  }
}

/** A point of a curve: positions that are decided after so many plies. */
export interface Decided {
  readonly plies: number
  readonly positions: number
}

/** How many positions are won, and how many lost, after each number of plies. */
export function decidedBy(histogram: readonly number[]): { wins: Decided[]; losses: Decided[] } {
  const points = histogram.map((positions, score) => ({ plies: score - 1, positions }))
  const decided = points.filter(({ plies, positions }) => plies >= 0 && positions > 0)
  return {
    wins: decided.filter(({ plies }) => plies % 2 === 1),
    losses: decided.filter(({ plies }) => plies % 2 === 0),
  }
}

/** The moving tables by own and enemy's men. */
export function movingTables({ tables }: Results): ReadonlyMap<string, TableResults> {
  const moving = tables.filter((table) => table.own_in_hand + table.enemy_in_hand === 0)
  return new Map(moving.map((table) => [`${table.own}-${table.enemy}`, table]))
}

/** The address of a FEN in Explore. */
export function exploreAddress(fen: string): string {
  return `/explore?fen=${fen.replaceAll(' ', '_')}`
}
