/**
 * What a position is worth, and each of its moves: the one question that all pages ask.
 *
 * The sources, in this order: the rules, which know the end of a game; what was found out before; the book of a static
 * site; static tables, first those on this device, which have all that results know; the server, with tables, book and
 * results, then with its search; and this device, whose engine searches. `askPatiently` says how long a busy or slow
 * server is waited for. If static tables do not answer, the evaluation says why, and the next source is asked. Chances
 * of draws are the server's, or a search's: files have none.
 */
import { formatAlgebraic, formatFen, parseAlgebraic, recordAfter } from '../core/rules/notation'
import type { FenRecord } from '../core/rules/notation'
import { offers } from '../core/rules/features'
import { naming } from '../core/rules/nine'
import { legalMoves, outcome } from '../core/rules/position'
import type { Move } from '../core/rules/position'
import type { Person } from '../core/players/people'
import { ApiError, follow, request } from '../shell/services/api'
import { chosenPerson } from '../shell/services/chosen-person'
import { askPatiently, isServersFault } from '../shell/services/server'
import type { Reach } from '../shell/services/server'
import type { AnalysedLine, AnalysisDocument, ProbeDocument } from '../generated/api'
import { LONGEST_WALK } from './best-line'
import { COMPARED, NO_DOCUMENTS, evaluationOf, knowsBest } from './documents'
import type { Documents } from './documents'
import { ended } from './evaluation'
import type { Evaluation } from './evaluation'
import { TablesTrouble } from './exact/protocol'
import { probeFiles } from './exact/site-tables'
import { analyseHere } from './local-analysis'

export interface Question {
  /**
   * How much is wanted: what is known without a search (`exact`), also with the whole way to the end (`line`); the best
   * moves, by a short search if they are not known (`best`); or every move, by a longer one (`all`).
   */
  readonly wanted: 'exact' | 'line' | 'best' | 'all'
  readonly server: Reach
  /** Whom chances are against; the player that the visitor has chosen. */
  readonly person?: Person
}

/** For questions to this device alone. */
export const NO_SERVER: Reach = { isReachable: false, site: null, tables: '', look: () => Promise.resolve(false) }

/** The largest number of lines the server searches at once. */
const MOST_LINES = 24
/** How long a search takes, in seconds: for the best moves, for all of them, and for each beyond those lines. */
const SECONDS = { best: 0.6, all: 4, after: 0.25 }

/** The most evaluations that are kept. */
const MOST_KEPT = 1000

interface Kept {
  readonly evaluation: Evaluation
  readonly wanted: Question['wanted']
  /** The server's tables at that time; null if this device has searched. */
  readonly tables: string | null
}

const kept = new Map<string, Kept>()

/** Forgets everything, for tests. */
export function forgetEvaluations(): void {
  kept.clear()
}

/**
 * Evaluates a position; `learned` is called whenever more is known. Throws when the signal aborts, `ApiError` if the
 * server rejects the question or stays busy, and `EngineError` if there is neither a server nor an engine.
 */
export async function evaluate(
  record: FenRecord,
  question: Question,
  signal: AbortSignal,
  learned?: (evaluation: Evaluation) => void,
): Promise<Evaluation> {
  const { position } = record
  const end = outcome(position)
  if (end) return ended(end.winner, position.turn)
  const { server, wanted, person = chosenPerson() } = question
  const key = `${position.variant.name} ${person} ${formatFen(record)}`
  const known = kept.get(key)
  if (known && suffices(known, question)) return known.evaluation
  const inquiry = new Inquiry(record, { wanted, server, person }, signal, learned)
  const evaluation = await inquiry.answer()
  const isLasting = evaluation.trouble === null || evaluation.trouble === 'missing' // another one may pass
  if (evaluation.best && isLasting) {
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, { evaluation, wanted, tables: inquiry.isOfDevice ? null : server.tables })
  }
  return evaluation
}

/** Whether what is kept answers a question. While there is no server, nothing better can be had. */
function suffices(known: Kept, { wanted, server }: Question): boolean {
  if (wanted === 'all' && known.wanted !== 'all') return false
  if (wanted === 'line' && known.evaluation.play === null) return false
  return server.isReachable === false || known.tables === server.tables
}

class Inquiry {
  /** Whether this device has searched in place of the server. */
  isOfDevice = false
  private documents: Documents = NO_DOCUMENTS
  private progress: Evaluation['progress'] = 'asking'

  constructor(
    private readonly record: FenRecord,
    private readonly question: Required<Question>,
    private readonly signal: AbortSignal,
    private readonly learned: ((evaluation: Evaluation) => void) | undefined,
  ) {}

  async answer(): Promise<Evaluation> {
    try {
      if (!(await this.askFiles())) await this.askServer()
    } catch (error) {
      this.signal.throwIfAborted()
      if (!isServersFault(error)) throw error
      this.isOfDevice = true
      if (this.isSearch) await this.searchHere(error)
    }
    this.progress = 'done'
    return this.evaluation
  }

  private get isSearch(): boolean {
    return this.question.wanted === 'best' || this.question.wanted === 'all'
  }

  private get effort(): { lines: number; seconds: number } {
    if (this.question.wanted !== 'all') return { lines: COMPARED, seconds: SECONDS.best }
    return { lines: legalMoves(this.record.position).length, seconds: SECONDS.all }
  }

  private get evaluation(): Evaluation {
    return evaluationOf(this.record.position, this.documents, this.question.person, this.progress)
  }

  private add(documents: Partial<Documents>, progress = this.progress): void {
    if (this.signal.aborted) return
    this.documents = { ...this.documents, ...documents }
    this.progress = progress
    this.learned?.(this.evaluation)
  }

  /** Asks book and tables, static files; returns whether they answered. */
  private async askFiles(): Promise<boolean> {
    const { record, question: { server, wanted }, signal } = this
    if (server.isReachable === null) await server.look() // the site may not be known yet
    signal.throwIfAborted()
    try {
      const probe = await probeFiles(record, server, signal)
      if (probe) this.add({ probe }, 'done')
      else if (server.site?.server === false) this.add({ trouble: 'missing' })
    } catch (error) {
      if (!(error instanceof TablesTrouble)) throw error
      this.add({ trouble: error.trouble.kind })
    }
    const { probe } = this.documents
    if (!probe) return false
    const isDecided = probe.value?.result !== 'draw'
    if (isDecided && (wanted === 'line' || wanted === 'all')) await this.walk()
    else if (wanted === 'all' && lacksChances(probe)) await this.askForChances(probe)
    return true
  }

  /** Asks the server, if there is one, for the chances of draws that files have given; else searches. */
  private async askForChances(probe: ProbeDocument): Promise<void> {
    const asked = await this.probeServer().catch(() => null)
    this.signal.throwIfAborted()
    const { chance = null, opponent_chance = null } = asked ?? {}
    const byMove = new Map(asked?.moves.map((each) => [each.move, each]))
    const moves = probe.moves.map((each) => ({ ...byMove.get(each.move), ...each }))
    const known = { ...probe, chance, opponent_chance, moves }
    this.add({ probe: known })
    if (lacksChances(known)) await this.searchHere()
  }

  /** Follows best play for a few moves: each takes another look into the tables. */
  private async walk(): Promise<void> {
    const moves: string[] = []
    let { record } = this
    let { probe } = this.documents
    while (probe?.moves.length && moves.length < LONGEST_WALK) {
      moves.push(probe.moves[0].move)
      record = recordAfter(record, parseAlgebraic(probe.moves[0].move, record.position.variant.board))
      this.add({ line: { moves: [...moves], value: this.documents.probe?.value ?? null } })
      if (outcome(record.position)) return
      probe = await probeFiles(record, this.question.server, this.signal).catch(() => null)
      this.signal.throwIfAborted()
    }
  }

  private async askServer(): Promise<void> {
    const { wanted } = this.question
    const fen = formatFen(this.record)
    const probe = await this.probeServer()
    const isEnough = wanted === 'all' ? probe.moves.every(({ value }) => value !== null) : knowsBest(probe)
    const isSearch = this.isSearch && !isEnough
    this.add({ probe }, isSearch ? 'searching' : 'done')
    const isDecided = probe.value !== null && probe.value.result !== 'draw'
    if (isDecided && (wanted === 'line' || wanted === 'all')) await this.askForLine(fen)
    if (isSearch) await this.search(fen)
    // The server's search scores all draws alike; the engine of this device has no tables.
    else if (wanted === 'all' && lacksChances(probe)) await this.searchHere()
  }

  /** What the server's tables, book and results say. */
  private probeServer(): Promise<ProbeDocument> {
    const { record, question: { person } } = this
    const { variant } = record.position
    const chances = offers(variant, 'chances') ? person : null
    const query = { fen: formatFen(record), chances, ...naming(variant) }
    return this.ask((signal) => request('GET /probe', { query, signal }))
  }

  /** Asks for best play; without it the best move is known. */
  private async askForLine(fen: string): Promise<void> {
    const query = { fen, ...naming(this.record.position.variant) }
    const line = await this.ask((signal) => request('GET /line', { query, signal })).catch(() => null)
    this.signal.throwIfAborted()
    if (line) this.add({ line })
  }

  private async search(fen: string): Promise<void> {
    const { lines, seconds } = this.effort
    await this.analyse(fen, Math.min(MOST_LINES, lines), seconds, (analysis) => this.add({ analysis }))
    if (this.question.wanted !== 'all') return
    for (const { move, source } of this.evaluation.moves) {
      const line = source === null ? await this.lookAfter(move) : null
      const { analysis } = this.documents
      if (line && analysis) this.add({ analysis: { ...analysis, lines: [...analysis.lines, line] } })
    }
  }

  /** Rates a move by a short search of the position after it. */
  private async lookAfter(move: Move): Promise<AnalysedLine | null> {
    const after = recordAfter(this.record, move)
    const name = formatAlgebraic(move, after.position.variant.board)
    const end = outcome(after.position)
    if (end) {
      const result = end.winner === null ? 'draw' : 'win'
      return { move: name, score: 0, result, plies: end.winner === null ? null : 1, source: 'search', pv: [name] }
    }
    let best: AnalysedLine | undefined
    await this.analyse(formatFen(after), 1, SECONDS.after, ({ lines }) => {
      best = lines[0]
    })
    const isAgain = after.position.turn === this.record.position.turn
    return best ? lineBefore(name, best, isAgain) : null
  }

  private analyse(fen: string, lines: number, seconds: number, report: (analysis: AnalysisDocument) => void): Promise<void> {
    const query = { fen, lines, seconds, ...naming(this.record.position.variant) }
    return this.ask(async (signal) => {
      for await (const analysis of follow('GET /analysis', { query, signal })) report(analysis)
    })
  }

  private ask<Answer>(send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    return askPatiently(this.question.server, this.signal, send)
  }

  /** Searches on this device. Without an engine what is known stays; nothing is known if there was a reason to ask. */
  private async searchHere(reason?: unknown): Promise<void> {
    this.add({}, 'searching')
    try {
      await analyseHere(this.record, this.effort, this.signal, (analysis) => this.add({ analysis }))
    } catch (error) {
      this.signal.throwIfAborted()
      if (!this.documents.probe?.value) throw reason instanceof ApiError ? reason : error
    }
  }
}

/** Whether there are draws to choose from, and no chances to choose by. */
function lacksChances({ moves }: ProbeDocument): boolean {
  const draws = moves.filter(({ value }) => value?.result === 'draw')
  return draws.length > 1 && draws.every(({ chance }) => typeof chance !== 'number')
}

/** A line one move earlier, as the side that moved sees it: the other side, unless it is to move again. */
export function lineBefore(move: string, line: AnalysedLine, isAgain = false): AnalysedLine {
  const { score, result, plies, source, pv } = line
  if (isAgain) return { ...line, move, plies: plies === null ? null : plies + 1, pv: [move, ...pv] }
  const turned = result === 'win' ? 'loss' : result === 'loss' ? 'win' : result
  const distance = plies === null ? null : plies + 1
  return { move, score: -score, result: turned, plies: distance, source, pv: [move, ...pv] }
}
