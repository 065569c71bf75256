/** Puzzles: the server's data, and checking answers. */
import type { PuzzleDocument } from '../../generated/api'
import { formatAlgebraic, parseAlgebraic, parseFen } from '../../rules/notation'
import { outcome, successor } from '../../rules/position'
import type { Move, Position } from '../../rules/position'

export const RATINGS = [1, 2, 3, 4, 5] as const

/** The position of a puzzle. */
export function positionOf(puzzle: PuzzleDocument): Position {
  return parseFen(puzzle.fen).position
}

/** The solution as moves. */
export function movesOf(puzzle: PuzzleDocument): Move[] {
  return puzzle.line.map(parseAlgebraic)
}

/** The number of moves the solver makes. */
export function turnsOf(puzzle: PuzzleDocument): number {
  return Math.ceil(puzzle.line.length / 2)
}

/** The next unsolved puzzle, starting over after the last one; null if all are solved. */
export function nextPuzzle(
  puzzles: readonly PuzzleDocument[],
  done: ReadonlySet<string>,
  current: PuzzleDocument | null = null,
): PuzzleDocument | null {
  const index = current ? puzzles.indexOf(current) : -1
  const order = [...puzzles.slice(index + 1), ...puzzles.slice(0, Math.max(0, index))]
  return order.find(({ id }) => !done.has(id)) ?? null
}

/** The position after the first `ply` moves of the solution. */
export function positionAt(puzzle: PuzzleDocument, ply: number): Position {
  return movesOf(puzzle).slice(0, ply).reduce(successor, positionOf(puzzle))
}

/** Whether a move is right at a ply of the solution; any winning move will do at the end. */
export function isRight(puzzle: PuzzleDocument, ply: number, move: Move): boolean {
  if (puzzle.line[ply] === formatAlgebraic(move)) return true
  const isLast = puzzle.kind === 'win' && ply === puzzle.line.length - 1
  if (!isLast) return false
  const position = positionAt(puzzle, ply)
  return outcome(successor(position, move))?.winner === position.turn
}
