/**
 * Perfect by static files, book and tables: it never gives a result away, wins as soon as it can and loses as late as it can.
 *
 * Among moves of equal value, such as draws, the page's engine chooses: it searches these moves alone, a fixed number of
 * positions. That costs no request: all that is fetched are the values of the moves, as in Explore. In games that the
 * engine does not know, the level Hard chooses among them.
 */
import { recordAt, variantOf } from '../../core/match/match'
import type { Match } from '../../core/match/match'
import { chooseInSlices } from '../../core/players/player'
import { inSlices } from '../../core/players/thinking'
import { offers } from '../../core/rules/features'
import { parseAlgebraic } from '../../core/rules/notation'
import { isSameMove } from '../../core/rules/position'
import type { Move } from '../../core/rules/position'
import type { ProbeDocument } from '../../generated/api'
import type { Reach } from '../../shell/services/server'
import { TablesTrouble } from '../../values/exact/protocol'
import { probeFiles } from '../../values/exact/site-tables'
import { playAsExpert, searchAmong } from './expert'

/** Positions that the search looks at: half a second or so on a desktop computer. */
const NODES = 1_000_000

/** Its move. Where a table is missing it plays as the strongest level in the page; rejects with `TablesTrouble` otherwise. */
export async function playPerfectly(match: Match, server: Pick<Reach, 'site'>, signal: AbortSignal): Promise<Move> {
  const probe = await probeFiles(recordAt(match), server, signal).catch((error: unknown) => {
    if (error instanceof TablesTrouble && error.trouble.kind === 'missing') return null
    throw error
  })
  if (probe) return choose(match, bestOf(probe, match), signal)
  const move = offers(variantOf(match), 'engine') ? await playAsExpert(match, signal) : null
  return move ?? chooseAsHard(match, signal)
}

/** The moves of the greatest value, to the ply where distances are known. */
function bestOf({ moves }: ProbeDocument, match: Match): Move[] {
  const [{ value: best }] = moves
  const equal = moves.filter(({ value }) => value?.result === best?.result && value?.plies === best?.plies)
  return equal.map(({ move }) => parseAlgebraic(move, variantOf(match).board))
}

async function choose(match: Match, moves: readonly Move[], signal: AbortSignal): Promise<Move> {
  if (moves.length === 1) return moves[0]
  const move = offers(variantOf(match), 'engine') ? await searchAmong(match, moves, NODES, signal) : null
  return move ?? chooseAsHard(match, signal, moves)
}

function chooseAsHard({ session, setup }: Match, signal: AbortSignal, moves?: readonly Move[]): Promise<Move> {
  const isAllowed = moves && ((move: Move): boolean => moves.some((each) => isSameMove(each, move)))
  return inSlices(chooseInSlices([...session.positions], 'HARD', setup.seed, isAllowed), signal)
}
