/** Finds out about a game under review; loaded once there is a game. */
import { recordAt } from '../../core/match/match'
import type { Reach } from '../../shell/services/server'
import { evaluate } from '../../values/evaluate'
import type { Question } from '../../values/evaluate'
import type { GameReview } from './game-review'

/** How many positions the server is asked about at a time; searches come one by one. */
const AT_ONCE = 4

/**
 * Completes a review: looks up what is known exactly, then searches for the rest. Throws when `leaving` aborts, and if
 * neither the server nor the page's engine is there.
 */
export async function inspect(review: GameReview, server: Reach, leaving: AbortSignal): Promise<void> {
  const look = async (ply: number, wanted: Question['wanted']): Promise<void> => {
    const evaluation = await evaluate(recordAt(review.match, ply), { wanted, server }, leaving)
    if (evaluation.best) review.learn(ply, evaluation)
  }
  const unknown = (): number[] => review.stops.flatMap((stop, ply) => (stop ? [] : [ply]))
  const left = unknown()
  const lookNext = async (): Promise<void> => {
    for (let ply = left.shift(); ply !== undefined; ply = left.shift()) await look(ply, 'exact')
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lookNext))
  for (const ply of unknown()) await look(ply, 'best')
  for (const ply of review.mistakes) if (isMissedWin(review.stops[ply - 1])) await look(ply - 1, 'line')
}

/** Whether a position was won exactly, so that there is a whole way to the win. */
function isMissedWin(stop: GameReview['stops'][number]): boolean {
  return stop?.value?.result === 'win' && stop.source !== 'search'
}
