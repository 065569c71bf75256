/**
 * Searches a position within limits, one iteration after another; `merels.engine.search.threads` in
 * Python, with one thread.
 */
import { legalMoves } from '../rules/position'
import type { Move, Position } from '../rules/position'
import { Deepening, packKey } from './deepening'
import type { ScoredMove } from './deepening'
import { MOST_PLIES } from './ordering'
import { AGES, clearTable, createTable } from './transpositions'
import { NEVER, countNodes, prepare, wasStopped } from './tree'

/** A game as the search sees it. */
export interface SearchedGame {
  /** All positions so far, the current one last. */
  readonly positions: readonly Position[]
  readonly pliesSinceRemoval: number
  /** How often a position occurs for a draw. */
  readonly repetitions: number
  /** How many plies without a capture are a draw. */
  readonly plyLimit: number
}

/** When a search ends: at the first limit that it reaches. */
export interface Limits {
  readonly depth?: number
  readonly nodes?: number
  readonly milliseconds?: number
}

/** What one iteration found; `nodes` counts those of the whole search so far. */
export interface Iteration {
  readonly depth: number
  readonly found: readonly ScoredMove[]
  readonly nodes: number
}

/** The greatest depth of a search. */
const DEEPEST = MOST_PLIES - 20

/** The depth that is enough for a score if time is limited and there is only one move. */
const ENOUGH = 8

let age = 0

/** Starts with an empty table of at most `megabytes`. */
export function setUp(megabytes: number): void {
  createTable(megabytes)
  age = 0
}

/** Forgets what earlier searches have learnt. */
export function forget(): void {
  clearTable()
  age = 0
}

/** Searches a game that is not over, or some of its moves; yields what each iteration finds. */
export function* search(
  game: SearchedGame,
  limits: Limits,
  lines: number,
  among?: readonly Move[],
): Generator<Iteration, void> {
  const { positions, pliesSinceRemoval, repetitions, plyLimit } = game
  const position = positions[positions.length - 1]
  const moves = among ?? legalMoves(position)
  const end = performance.now() + (limits.milliseconds ?? Infinity)
  age = (age + 1) % AGES
  prepare({
    earlier: positions.map(packKey),
    nodeLimit: limits.nodes ?? NEVER,
    isOver: () => performance.now() >= end,
    repetitions,
    plyLimit,
    flying: position.variant.flying !== 'never',
    age,
  })
  const deepening = new Deepening(position, pliesSinceRemoval, moves, lines)
  let last = Math.min(limits.depth ?? DEEPEST, DEEPEST)
  if (moves.length === 1 && limits.milliseconds !== undefined) last = Math.min(last, ENOUGH)
  for (let depth = 1; depth <= last; depth++) {
    deepening.search(depth)
    const done = wasStopped() ? depth - 1 : depth
    yield { depth: Math.max(done, 1), found: deepening.found, nodes: countNodes() }
    if (wasStopped() || deepening.isSettled(depth)) return
  }
}
