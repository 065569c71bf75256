/**
 * Iterative deepening, the best move of the last iteration first; `merels.engine.search.threads` in
 * Python.
 */
import { isSameMove, sidesOf, successor } from '../rules/position'
import type { Move, Position } from '../rules/position'
import { NOWHERE } from './node'
import { NONE } from './ordering'
import type { Turn } from './ordering'
import { INFINITE, provedPlies } from './scores'
import { highKeyOf, lowKeyOf } from './transpositions'
import { bestLine, leaf, searchRoot, wasStopped } from './tree'

/** A move with its score and the line that it begins. */
export interface ScoredMove {
  readonly move: Move
  readonly score: number
  readonly line: readonly Move[]
}

/** The men in hand as the search takes them, the side to move first. */
export function packHands(position: Position): number {
  const { ownInHand, enemyInHand } = sidesOf(position)
  return ownInHand | (enemyInHand << 4)
}

/** The key of a position in halves, as the search makes it. */
export function packKey(position: Position): readonly [number, number] {
  const { own, enemy } = sidesOf(position)
  return [lowKeyOf(own, enemy), highKeyOf(enemy, packHands(position))]
}

/** A move as the search takes it. */
export function packTurn({ origin, target, captured }: Move): Turn {
  const from = target === null ? NOWHERE : (origin ?? NONE)
  return from | ((target ?? NONE) << 5) | ((captured ?? NONE) << 10)
}

/** The move of a packed turn. */
export function unpackTurn(turn: Turn): Move {
  const [origin, target, captured] = [turn & 31, (turn >> 5) & 31, turn >> 10].map((part) =>
    part >= NOWHERE ? null : part,
  )
  return { origin, target, captured }
}

/** Searches the moves of a root to one depth after another. */
export class Deepening {
  /** The best moves, best first, at most as many as the lines wanted. */
  found: readonly ScoredMove[] = []

  private order: readonly Move[]
  private readonly lines: number

  /** Call `prepare` before. */
  constructor(
    private readonly position: Position,
    private readonly pliesSinceRemoval: number,
    moves: readonly Move[],
    lines: number,
  ) {
    // Late turns are searched less deep, so the order matters from the start.
    const scores = new Map(moves.map((move) => [move, scoreAfter(position, move)]))
    this.order = [...moves].sort((one, two) => (scores.get(one) ?? 0) - (scores.get(two) ?? 0))
    this.lines = Math.min(lines, moves.length)
  }

  /**
   * Finds the best moves at a depth; if stopped, keeps the last iteration's for the rest. Depth 1
   * cannot be stopped, so there is always a move.
   */
  search(depth: number): void {
    const found: ScoredMove[] = []
    let left = this.order
    while (found.length < this.lines && !wasStopped()) {
      const best = this.searchBest(left, depth)
      if (!best) continue
      found.push(best)
      left = left.filter((move) => !isSameMove(move, best.move))
    }
    // What the table has learnt in between may raise a later line above an earlier one.
    found.sort(byScore)
    this.order = [...found.map(({ move }) => move), ...left]
    // What is left is no better at this depth.
    const most = found.length ? found[found.length - 1].score : INFINITE
    const earlier = this.found
      .filter((each) => left.some((move) => isSameMove(move, each.move)))
      .map(({ move, score, line }) => ({ move, score: Math.min(score, most), line }))
    this.found = [...found, ...earlier.sort(byScore)].slice(0, this.lines)
  }

  /** Whether a greater depth cannot find a quicker end. */
  isSettled(depth: number): boolean {
    return this.found.every(({ score }) => (provedPlies(score) ?? Infinity) <= depth)
  }

  /** The best of some moves, or null if no search was completed. */
  private searchBest(moves: readonly Move[], depth: number): ScoredMove | null {
    const { own, enemy } = sidesOf(this.position)
    const hands = packHands(this.position)
    const score = searchRoot(own, enemy, hands, this.pliesSinceRemoval, depth, moves.map(packTurn))
    if (score === -INFINITE) return null
    const line = bestLine().map(unpackTurn)
    return { move: line[0], score, line }
  }
}

/** The score of the position after a move, as the other side sees it. */
function scoreAfter(position: Position, move: Move): number {
  const after = successor(position, move)
  const { own, enemy } = sidesOf(after)
  return leaf(own, enemy, packHands(after), 0, 1)
}

function byScore(one: ScoredMove, two: ScoredMove): number {
  return two.score - one.score
}
