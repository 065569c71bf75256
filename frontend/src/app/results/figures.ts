/** The types of `merels.results()`, and figures derived from it. */

export interface Counts {
  readonly positions: number
  readonly wins: number
  readonly draws: number
  readonly losses: number
  readonly longest_win: number | null
  readonly longest_loss: number | null
}

export interface PhaseResults extends Counts {
  readonly tables: number
  readonly missing: readonly string[]
  readonly bytes: number
  /** Positions by stored value: 0 is a draw; else plies to the end + 1, even for wins, odd for losses. */
  readonly histogram: readonly number[]
}

export interface TableResults extends Counts {
  readonly name: string
  readonly men_placed: number
  readonly own: number
  readonly enemy: number
  readonly own_in_hand: number
  readonly enemy_in_hand: number
  readonly longest_win_fen: string | null
  readonly longest_loss_fen: string | null
}

export interface Value {
  readonly result: 'win' | 'draw' | 'loss'
  readonly plies: number | null
}

export interface OpeningReply extends Value {
  readonly move: string
  readonly equal: readonly string[]
}

export interface Opening extends OpeningReply {
  readonly replies: readonly OpeningReply[]
}

export interface LongestGame extends Value {
  readonly table: string
  readonly fen: string
  readonly moves: readonly string[] | null
}

export interface Results {
  readonly variant: { readonly men: number; readonly flying: boolean }
  readonly empty_board: Value | null
  readonly phases: { readonly moving: PhaseResults; readonly placing: PhaseResults }
  readonly men_placed: readonly (Counts & { readonly men_placed: number })[]
  readonly openings: readonly Opening[] | null
  readonly longest_game: LongestGame | null
  readonly tables: readonly TableResults[]
}

/** The shares of wins, draws and losses, which add up to 1. */
export function sharesOf({ positions, wins, draws, losses }: Counts): readonly [number, number, number] {
  if (!positions) return [0, 0, 0]
  return [wins / positions, draws / positions, losses / positions]
}

/** Totals over all phases. */
export function totals({ phases }: Results): { positions: number; tables: number; draws: number; bytes: number } {
  const { moving, placing } = phases
  return {
    positions: moving.positions + placing.positions,
    tables: moving.tables + placing.tables,
    draws: moving.draws + placing.draws,
    bytes: moving.bytes + placing.bytes,
  }
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
export function movingTables({ tables }: Results): ReadonlyMap<string, TableResults> {
  const moving = tables.filter((table) => table.own_in_hand + table.enemy_in_hand === 0)
  return new Map(moving.map((table) => [`${table.own}-${table.enemy}`, table]))
}
