/**
 * Asks the server about a position: exact values first, then a search for the rest. Without a server,
 * the page searches.
 */
import { formatAlgebraic, formatFen, recordAfter } from '../../../rules/notation'
import type { FenRecord } from '../../../rules/notation'
import { legalMoves, outcome } from '../../../rules/position'
import type { Move } from '../../../rules/position'
import { ApiError, api, isAbort } from '../../api'
import type { AnalysedLine, AnalysisDocument, LineDocument, ProbeDocument } from '../../../generated/api'
import { analyseHere } from '../../shared/worth/local-analysis'
import type { Person } from '../../shared/worth/people'
import { rateMoves } from './ratings'

export interface Knowledge {
  readonly probe: ProbeDocument | null
  readonly line: LineDocument | null
  readonly analysis: AnalysisDocument | null
  readonly isSearching: boolean
  /** Whether there is neither a server nor an engine in the page. */
  readonly isOffline: boolean
  /** Why the server rejected the request. */
  readonly problem: string | null
}

export const NOTHING: Knowledge = {
  probe: null,
  line: null,
  analysis: null,
  isSearching: false,
  isOffline: false,
  problem: null,
}

/** The largest number of lines the server searches at once. */
const MOST_LINES = 24
const SECONDS = 4
/** For each move beyond those lines. */
const SECONDS_AFTER = 0.25

/** Calls back whenever more is known, until the signal aborts; chances are against `person`. */
export async function inquire(
  record: FenRecord,
  person: Person,
  signal: AbortSignal,
  learned: (knowledge: Knowledge) => void,
): Promise<void> {
  if (outcome(record.position)) return
  let knowledge = NOTHING
  const add = (more: Partial<Knowledge>): void => {
    if (signal.aborted) return
    knowledge = { ...knowledge, ...more }
    learned(knowledge)
  }
  const fen = formatFen(record)
  const { variant } = record.position
  try {
    const probe = await api.probe(fen, signal, person, variant)
    const isDecided = probe.value !== null && probe.value.result !== 'draw'
    const isComplete = probe.moves.every(({ value }) => value !== null)
    add({ probe, isSearching: !isComplete })
    if (isDecided) add({ line: await api.line(fen, signal, variant) })
    if (isComplete && lacksChances(probe)) await searchForChances(record, signal, add)
    if (isComplete) return
    const lines = Math.min(MOST_LINES, legalMoves(record.position).length)
    for await (const analysis of api.analysis(fen, { lines, seconds: SECONDS }, signal, variant)) add({ analysis })
    for (const move of unrated(record, person, knowledge)) {
      const line = await lookAfter(record, move, signal)
      if (line && knowledge.analysis) {
        add({ analysis: { ...knowledge.analysis, lines: [...knowledge.analysis.lines, line] } })
      }
    }
    add({ isSearching: false })
  } catch (error) {
    if (isAbort(error)) return
    if (error instanceof ApiError) add({ problem: error.message, isSearching: false })
    else await searchHere(record, signal, add)
  }
}

/** Searches in the page; without an engine there is nothing to know. */
async function searchHere(
  record: FenRecord,
  signal: AbortSignal,
  add: (more: Partial<Knowledge>) => void,
): Promise<void> {
  try {
    await rateHere(record, signal, add)
  } catch (error) {
    if (!isAbort(error)) add({ isOffline: true, isSearching: false })
  }
}

/** Searches every move in the page. Throws `EngineError` if its engine cannot start. */
async function rateHere(
  record: FenRecord,
  signal: AbortSignal,
  add: (more: Partial<Knowledge>) => void,
): Promise<void> {
  const lines = legalMoves(record.position).length
  add({ isSearching: true })
  await analyseHere(record, { lines, seconds: SECONDS }, signal, (analysis) => add({ analysis }))
  add({ isSearching: false })
}

/** Whether there are draws to choose from, and no chances to choose by. */
function lacksChances({ moves }: ProbeDocument): boolean {
  const draws = moves.filter(({ value }) => value?.result === 'draw')
  return draws.length > 1 && draws.every(({ chance }) => typeof chance !== 'number')
}

/** Estimates chances in the page, whose engine has no tables: the server's scores all draws alike. */
async function searchForChances(
  record: FenRecord,
  signal: AbortSignal,
  add: (more: Partial<Knowledge>) => void,
): Promise<void> {
  try {
    await rateHere(record, signal, add)
  } catch (error) {
    if (isAbort(error)) throw error
    add({ isSearching: false }) // without an engine, draws stay equal
  }
}

/** The moves with neither a value nor a score. */
function unrated({ position }: FenRecord, person: Person, { probe, analysis }: Knowledge): Move[] {
  return rateMoves(position, probe, analysis, person)
    .filter(({ source }) => source === null)
    .map(({ move }) => move)
}

/** Rates a move by a short search of the position after it. */
async function lookAfter(record: FenRecord, move: Move, signal: AbortSignal): Promise<AnalysedLine | null> {
  const { variant } = record.position
  const name = formatAlgebraic(move, variant.board)
  const after = recordAfter(record, move)
  const end = outcome(after.position)
  if (end) {
    const result = end.winner === null ? 'draw' : 'win'
    return { move: name, score: 0, result, plies: end.winner === null ? null : 1, source: 'search', pv: [name] }
  }
  let last: AnalysisDocument | null = null
  const options = { lines: 1, seconds: SECONDS_AFTER }
  for await (const report of api.analysis(formatFen(after), options, signal, variant)) last = report
  const best = last?.lines[0]
  return best ? lineBefore(name, best) : null
}

/** A line one move earlier, as the other side sees it. */
export function lineBefore(move: string, { score, result, plies, source, pv }: AnalysedLine): AnalysedLine {
  const turned = result === 'win' ? 'loss' : result === 'loss' ? 'win' : result
  const distance = plies === null ? null : plies + 1
  return { move, score: -score, result: turned, plies: distance, source, pv: [move, ...pv] }
}
