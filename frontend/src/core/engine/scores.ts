/** What scores mean: hundredths of a man for the side to move, or a win or loss so many plies away. */

/** The score of a win, less one for each ply until then. */
export const WIN = 30_000
/** Scores from here on are wins, searched to the end. */
export const PROVED = WIN - 1000
export const INFINITE = 32_000

/** How many plies away the end is that a score proves; null if it proves none. */
export function provedPlies(score: number): number | null {
  return Math.abs(score) < PROVED ? null : WIN - Math.abs(score)
}

/** A score as the table stores it: wins count from the position, not the root. */
export function countFromHere(score: number, ply: number): number {
  if (score > PROVED) return score + ply
  return score < -PROVED ? score - ply : score
}

/** A score of the table as the search takes it: wins count from the root. */
export function countFromRoot(score: number, ply: number): number {
  if (score > PROVED) return score - ply
  return score < -PROVED ? score + ply : score
}
