/** Puzzles: what the server sends, and how an answer is judged. */
import type { PuzzleDocument as Puzzle } from '../../generated/api'
import { formatAlgebraic, parseAlgebraic, parseFen } from '../../notation'
import { outcome, successor } from '../../rules'
import type { Move, Position } from '../../rules'

export type { Puzzle }

export const RATINGS = [1, 2, 3, 4, 5] as const

/** Where a puzzle begins. */
export function positionOf(puzzle: Puzzle): Position {
  return parseFen(puzzle.fen).position
}

/** The solution as moves. */
export function movesOf(puzzle: Puzzle): Move[] {
  return puzzle.line.map(parseAlgebraic)
}

/** How many turns the solver has in all. */
export function turnsOf(puzzle: Puzzle): number {
  return Math.ceil(puzzle.line.length / 2)
}

/** The puzzle to go on with: the next one that is not done, from the beginning after the last; null where all are. */
export function nextPuzzle(
  puzzles: readonly Puzzle[],
  done: ReadonlySet<string>,
  current: Puzzle | null = null,
): Puzzle | null {
  const index = current ? puzzles.indexOf(current) : -1
  const order = [...puzzles.slice(index + 1), ...puzzles.slice(0, Math.max(0, index))]
  return order.find(({ id }) => !done.has(id)) ?? null
}

/** The position after the first `ply` moves of the solution. */
export function positionAt(puzzle: Puzzle, ply: number): Position {
  return movesOf(puzzle).slice(0, ply).reduce(successor, positionOf(puzzle))
}

/** Whether a move at a ply of the solution is right; the last may be any that ends the game. */
export function isRight(puzzle: Puzzle, ply: number, move: Move): boolean {
  if (puzzle.line[ply] === formatAlgebraic(move)) return true
  const isLast = puzzle.kind === 'win' && ply === puzzle.line.length - 1
  if (!isLast) return false
  const position = positionAt(puzzle, ply)
  return outcome(successor(position, move))?.winner === position.turn
}
