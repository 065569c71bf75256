/**
 * The server's API, version 1: `/api/v1` of `merels serve`.
 *
 * Every call takes an `AbortSignal`. Three things can go wrong, and they are told apart: the caller
 * aborted (`isAbort`; that is no failure and nothing is shown), the server refused with a problem
 * document (`ApiError`), or there is no server (`UnreachableError`).
 */
import { readEvents } from './events'

export const ROOT = '/api/v1'

export type Side = 'white' | 'black'
export type Source = 'table' | 'book' | 'search'

/** An exact value for a side: plies to the end, null for a draw. */
export interface ExactValue {
  readonly result: 'win' | 'draw' | 'loss'
  readonly plies: number | null
}

export interface PositionReport {
  readonly fen: string
  readonly turn: Side
  readonly phase: string
  readonly action: string
  readonly legal: readonly { readonly move: string; readonly fen: string }[]
  readonly outcome: { readonly winner: Side | null; readonly reason: string } | null
}

export interface MoveReport {
  readonly move: string
  readonly fen: string
  readonly level: string
  readonly source: Source
  readonly seconds: number
}

/** A legal move and its value for the side that makes it. */
export interface ProbedMove {
  readonly move: string
  readonly fen: string
  readonly source: 'table' | 'book' | null
  readonly value: ExactValue | null
}

export interface ProbeReport {
  readonly fen: string
  readonly source: 'table' | 'book' | null
  readonly value: ExactValue | null
  /** Best first. */
  readonly moves: readonly ProbedMove[]
}

export interface LineReport {
  readonly moves: readonly string[]
  readonly value: ExactValue | null
}

/** One line of an analysis; `score` is in hundredths of a man, for the side to move. */
export interface AnalysisLine {
  readonly move: string
  readonly score: number
  readonly result: ExactValue['result'] | null
  readonly plies: number | null
  readonly pv: readonly string[]
}

export interface AnalysisReport {
  readonly depth: number
  readonly nodes: number
  readonly seconds: number
  readonly lines: readonly AnalysisLine[]
}

export interface HealthReport {
  readonly status: string
  readonly version: string
  readonly engine: { readonly places: number; readonly busy: number; readonly queued: number }
  readonly tables: number
}

/** How far the solving of the small endgames in the background has come. */
export interface SolvingReport {
  readonly state: 'idle' | 'running' | 'done' | 'failed'
  readonly done: number
  readonly total: number
  readonly table: string | null
}

/** A game so far: where it began, and its turns in algebraic notation. */
export interface GameSoFar {
  readonly fen: string
  readonly moves: readonly string[]
}

/** What the server says when it refuses. */
export interface Problem {
  readonly title: string
  readonly status: number
  readonly detail: string
}

/** The server refused; `message` is its reason. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(readonly problem: Problem) {
    super(problem.detail || problem.title)
  }
}

/** There is no server, or what answers is not ours. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

/** Whether an error only says that the caller lost interest. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

export const api = {
  health: (signal?: AbortSignal) => get<HealthReport>('/health', {}, signal),
  position: (fen: string, signal?: AbortSignal) => get<PositionReport>('/position', { fen }, signal),
  play: (game: GameSoFar, signal?: AbortSignal) => post<PositionReport>('/play', game, signal),
  move: (
    game: GameSoFar & { level: string; seed?: number; seconds?: number },
    signal?: AbortSignal,
  ) => post<MoveReport>('/move', game, signal),
  probe: (fen: string, signal?: AbortSignal) => get<ProbeReport>('/probe', { fen }, signal),
  line: (fen: string, signal?: AbortSignal) => get<LineReport>('/line', { fen }, signal),
  tables: <Report>(signal?: AbortSignal) => get<Report>('/tables', {}, signal),
  results: <Report>(signal?: AbortSignal) => get<Report>('/results', {}, signal),
  puzzles: <Report>(signal?: AbortSignal) => get<Report>('/puzzles', {}, signal),
  analysis,
  solving,
}

/** Ever deeper analyses of a position; the last one is final. Ends when the signal aborts. */
async function* analysis(
  fen: string,
  { lines = 1, seconds = 1 }: { lines?: number; seconds?: number },
  signal?: AbortSignal,
): AsyncGenerator<AnalysisReport> {
  const response = await ask('/analysis', { fen, lines, seconds }, { signal: signal ?? null })
  for await (const { type, data } of readEvents(response)) {
    if (type === 'problem') throw new ApiError(JSON.parse(data) as Problem)
    yield JSON.parse(data) as AnalysisReport
  }
}

/** How the solving in the background goes on. */
async function* solving(signal?: AbortSignal): AsyncGenerator<SolvingReport> {
  const response = await ask('/solving', {}, { signal: signal ?? null })
  for await (const { data } of readEvents(response)) yield JSON.parse(data) as SolvingReport
}

type Query = Readonly<Record<string, string | number>>

/** The address of a resource. */
export function addressOf(path: string, query: Query = {}): string {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const text = asked.toString()
  return ROOT + path + (text && `?${text}`)
}

async function get<Report>(path: string, query: Query, signal?: AbortSignal): Promise<Report> {
  return read<Report>(await ask(path, query, { signal: signal ?? null }))
}

async function post<Report>(path: string, body: unknown, signal?: AbortSignal): Promise<Report> {
  const options = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  }
  return read<Report>(await ask(path, {}, options))
}

async function ask(path: string, query: Query, options: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(addressOf(path, query), options)
  } catch (error) {
    throw isAbort(error) ? error : new UnreachableError(String(error))
  }
  if (response.ok) return response
  throw await problemOf(response)
}

async function problemOf(response: Response): Promise<Error> {
  if (!/\bjson\b/.test(response.headers.get('Content-Type') ?? '')) {
    return new UnreachableError(`${response.status} ${response.statusText}`)
  }
  return new ApiError(await read<Problem>(response))
}

async function read<Report>(response: Response): Promise<Report> {
  try {
    return (await response.json()) as Report
  } catch (error) {
    throw isAbort(error) ? error : new UnreachableError(String(error))
  }
}
