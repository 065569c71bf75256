/** Asks the server what it knows of a position: exact values first, a search where they do not reach. */
import { legalMoves, outcome } from '../../rules'
import type { FenRecord } from '../../notation'
import { ApiError, api, isAbort } from '../api'
import type { AnalysisReport, LineReport, ProbeReport } from '../api'
import { fenOf } from './model'

export interface Knowledge {
  readonly probe: ProbeReport | null
  readonly line: LineReport | null
  readonly analysis: AnalysisReport | null
  readonly isSearching: boolean
  readonly isOffline: boolean
  /** What the server refused, and why. */
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

/** The most lines that the server searches at once. */
const MOST_LINES = 24
const SECONDS = 4

/** Calls back whenever more is known, until the signal aborts. */
export async function inquire(
  record: FenRecord,
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
  const fen = fenOf(record)
  try {
    const probe = await api.probe(fen, signal)
    const isDecided = probe.value !== null && probe.value.result !== 'draw'
    const isComplete = probe.moves.every(({ value }) => value !== null)
    add({ probe, isSearching: !isComplete })
    if (isDecided) add({ line: await api.line(fen, signal) })
    if (isComplete) return
    const lines = Math.min(MOST_LINES, legalMoves(record.position).length)
    for await (const analysis of api.analysis(fen, { lines, seconds: SECONDS }, signal)) add({ analysis })
    add({ isSearching: false })
  } catch (error) {
    if (isAbort(error)) return
    if (error instanceof ApiError) add({ problem: error.message, isSearching: false })
    else add({ isOffline: true, isSearching: false })
  }
}
