/** Finds out about the positions of a game: exact values first, then a search for the rest. */
import { parseMoves } from '../../rules/notation'
import { isSameMove } from '../../rules/position'
import { ApiError, api, isAbort } from '../api'
import { fenAt } from '../play/match/match'
import { judge, judgeExactly, judgeHere } from '../shared/grading/judge'
import type { Asked, Judgement } from '../shared/grading/judge'
import type { GameReview } from './game-review'

/** How many positions the server is asked about at a time; searches come one by one. */
const AT_ONCE = 4

/** The most judgements that are kept, some of them of earlier games. */
const MOST_KEPT = 1000

/** Judgements by FEN, so that a game need not be searched again when the page is left. */
const kept = new Map<string, Judgement>()

/** Forgets estimates, when the server may know more. */
export function forgetEstimates(): void {
  for (const [fen, { source }] of kept) if (source === 'search') kept.delete(fen)
}

/**
 * Completes a review; `learned` is called after every position. Throws when the signal aborts, and if
 * neither the server nor the page's engine is there.
 */
export async function inspect(review: GameReview, signal: AbortSignal, learned: () => void): Promise<void> {
  const { match } = review
  const note = (ply: number, fen: string, judgement: Judgement): void => {
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(fen, judgement)
    review.learn(ply, judgement)
    learned()
  }
  const left = review.stops.flatMap((stop, ply) => (stop ? [] : [ply])).filter((ply) => {
    const known = kept.get(fenAt(match, ply))
    if (known) review.learn(ply, known)
    return !known
  })
  learned()
  const askedAt = (ply: number): Asked => ({ position: match.session.positions[ply], fen: fenAt(match, ply) })
  const unknown: number[] = []
  let isThere = true
  const probeNext = async (): Promise<void> => {
    for (let ply = left.shift(); ply !== undefined; ply = left.shift()) {
      const asked = askedAt(ply)
      const known = isThere ? await askExactly(asked, signal) : null
      if (known === 'unreachable') isThere = false
      else if (known) note(ply, asked.fen, known)
      if (known === 'unreachable' || !known) unknown.push(ply)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, probeNext))
  for (const ply of unknown.sort((one, two) => one - two)) {
    const asked = askedAt(ply)
    note(ply, asked.fen, await (isThere ? judge : judgeHere)(asked, signal))
  }
  for (const ply of review.mistakes) {
    const asked = askedAt(ply - 1)
    const longer = await findLine(asked, review.stops[ply - 1], signal)
    if (longer) note(ply - 1, asked.fen, longer)
  }
}

/** A judgement with the whole way to a win that was missed; null if there is nothing to add. */
async function findLine(asked: Asked, judgement: Judgement | null, signal: AbortSignal): Promise<Judgement | null> {
  const [first, ...others] = judgement?.lines ?? []
  const isKnown = judgement?.value?.result === 'win' && judgement.source !== 'search' && first.pv.length === 1
  if (!judgement || !isKnown) return null
  const { variant } = asked.position
  try {
    const pv = parseMoves((await api.line(asked.fen, signal, variant)).moves, variant.board)
    if (!pv.length || !isSameMove(pv[0], first.move)) return null
    return { ...judgement, lines: [{ ...first, pv }, ...others] }
  } catch (error) {
    if (isAbort(error)) throw error
    return null // the first move is known
  }
}

/** What the server knows exactly; a search in the page needs no server. */
async function askExactly(asked: Asked, signal: AbortSignal): Promise<Judgement | null | 'unreachable'> {
  try {
    return await judgeExactly(asked, signal)
  } catch (error) {
    if (isAbort(error)) throw error
    if (error instanceof ApiError && error.problem.status < 500) throw error
    return 'unreachable'
  }
}
