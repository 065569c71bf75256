/** The line of best play, and why it ends where it does. */
import { parseMoves } from '../../../rules/notation'
import { isSame, outcome, successor } from '../../../rules/position'
import type { Outcome, Position } from '../../../rules/position'
import type { Knowledge } from './knowledge'

/** The line of best play as far as it is known, exact or from a search. */
export function bestLine({ line, analysis, probe }: Knowledge): readonly string[] {
  if (line?.moves.length) return line.moves
  if (probe?.value) return []
  return analysis?.lines[0]?.pv ?? []
}

/** Why a line ends. */
export type Stop =
  | { readonly kind: 'end'; readonly outcome: Outcome }
  | { readonly kind: 'repetition' | 'draw' | 'tables' | 'search' }

/** Why the best line ends; null if that is unknown, or the game is over. */
export function stopOf(position: Position, knowledge: Knowledge): Stop | null {
  const { probe, line } = knowledge
  if (outcome(position)) return null
  const moves = bestLine(knowledge)
  const positions = [position]
  for (const move of parseMoves(moves, position.variant.board)) {
    positions.push(successor(positions[positions.length - 1], move))
  }
  const last = positions[positions.length - 1]
  const end = outcome(last)
  if (end) return { kind: 'end', outcome: end }
  if (positions.slice(0, -1).some((earlier) => isSame(earlier, last))) return { kind: 'repetition' }
  if (probe?.value?.result === 'draw') return { kind: 'draw' }
  if (probe?.value) return line ? { kind: 'tables' } : null
  return moves.length ? { kind: 'search' } : null
}
