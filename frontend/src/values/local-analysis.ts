/** Searches in the page, for when there is no server; the answers are as the server gives them. */
import type { ScoredMove } from '../core/engine/deepening'
import { provedPlies } from '../core/engine/scores'
import type { AnalysedLine, AnalysisDocument } from '../generated/api'
import type { Geometry } from '../core/rules/geometry'
import { formatAlgebraic, formatMoves } from '../core/rules/notation'
import type { FenRecord } from '../core/rules/notation'
import { Engine, EngineError, describeGame } from '../core/engine/engine'
import { offers } from '../core/rules/features'

const engine = new Engine()

/**
 * Searches a position in which the game is not over; `report` is called with deeper and deeper analyses. Returns the last one. Throws when the signal aborts, and `EngineError`.
 */
export async function analyseHere(
  { position, pliesSinceRemoval }: FenRecord,
  { lines, seconds }: { readonly lines: number; readonly seconds: number },
  signal: AbortSignal,
  report: (analysis: AnalysisDocument) => void = () => undefined,
): Promise<AnalysisDocument> {
  if (!offers(position.variant, 'engine')) throw new EngineError('the engine in the page does not play this variant')
  const begun = performance.now()
  let last: AnalysisDocument = { depth: 0, nodes: 0, seconds: 0, lines: [] }
  const game = describeGame([position], pliesSinceRemoval)
  const request = { game, limits: { milliseconds: 1000 * seconds }, lines }
  const { board } = position.variant
  await engine.search(request, signal, ({ depth, nodes, found }) => {
    const described = found.map((each) => describeLine(each, board))
    last = { depth, nodes, seconds: (performance.now() - begun) / 1000, lines: described }
    report(last)
  })
  return last
}

function describeLine({ move, score, line }: ScoredMove, board: Geometry): AnalysedLine {
  const plies = provedPlies(score)
  const result = plies === null ? null : score > 0 ? 'win' : 'loss'
  return { move: formatAlgebraic(move, board), score, result, plies, source: 'search', pv: formatMoves(line, board) }
}
