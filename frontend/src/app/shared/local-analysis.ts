/** Searches in the page, for when there is no server; the answers are as the server gives them. */
import type { ScoredMove } from '../../engine/deepening'
import { provedPlies } from '../../engine/scores'
import type { AnalysedLine, AnalysisDocument } from '../../generated/api'
import { formatAlgebraic } from '../../rules/notation'
import type { FenRecord } from '../../rules/notation'
import { Engine, describeGame } from '../engine'

const engine = new Engine()

/**
 * Searches a position in which the game is not over; `report` is called with deeper and deeper
 * analyses. Returns the last one. Throws when the signal aborts, and `EngineError`.
 */
export async function analyseHere(
  { position, pliesSinceRemoval }: FenRecord,
  { lines, seconds }: { readonly lines: number; readonly seconds: number },
  signal: AbortSignal,
  report: (analysis: AnalysisDocument) => void = () => undefined,
): Promise<AnalysisDocument> {
  const begun = performance.now()
  let last: AnalysisDocument = { depth: 0, nodes: 0, seconds: 0, lines: [] }
  const game = describeGame([position], pliesSinceRemoval)
  const request = { game, limits: { milliseconds: 1000 * seconds }, lines }
  await engine.search(request, signal, ({ depth, nodes, found }) => {
    last = { depth, nodes, seconds: (performance.now() - begun) / 1000, lines: found.map(describeLine) }
    report(last)
  })
  return last
}

function describeLine({ move, score, line }: ScoredMove): AnalysedLine {
  const plies = provedPlies(score)
  const result = plies === null ? null : score > 0 ? 'win' : 'loss'
  return { move: formatAlgebraic(move), score, result, plies, source: 'search', pv: line.map(formatAlgebraic) }
}
