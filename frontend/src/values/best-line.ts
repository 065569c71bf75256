/** Why the line of best play ends where it does. */
import { isSame, outcome, successor } from '../core/rules/position'
import type { Outcome, Position } from '../core/rules/position'
import type { Evaluation } from './evaluation'

/** How many moves of best play are followed in static tables, of which each costs a few kilobytes. */
export const LONGEST_WALK = 8

/** Why a line ends. */
export type Stop =
  | { readonly kind: 'end'; readonly outcome: Outcome }
  | { readonly kind: 'repetition' | 'draw' | 'tables' | 'more' | 'search' }

/** Why the best line ends; null if that is unknown, or the game is over. */
export function stopOf(position: Position, { play, value, source }: Evaluation): Stop | null {
  if (outcome(position)) return null
  const positions = [position]
  for (const move of play ?? []) positions.push(successor(positions[positions.length - 1], move))
  const last = positions[positions.length - 1]
  const end = outcome(last)
  if (end) return { kind: 'end', outcome: end }
  if (positions.slice(0, -1).some((earlier) => isSame(earlier, last))) return { kind: 'repetition' }
  if (value?.result === 'draw' && source !== 'search') return { kind: 'draw' }
  if (source === 'search') return play && { kind: 'search' }
  return play && { kind: play.length === LONGEST_WALK ? 'more' : 'tables' }
}
