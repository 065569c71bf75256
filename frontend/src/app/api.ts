/**
 * The server's API, version 1: `/api/v1` of `merels serve`.
 *
 * Its documents are typed by `generated/api.ts`, which comes from the server's models. Every call
 * takes an `AbortSignal` and can fail in three ways: the caller aborted (`isAbort`; not a failure,
 * and nothing is shown), the server refused with a problem document (`ApiError`), or there is no
 * server (`UnreachableError`).
 */
import type {
  AnalysisDocument,
  Health,
  LevelDocument,
  LineDocument,
  MoveDocument,
  MoveRequest,
  OffersDocument,
  ProbeDocument,
  ProblemDocument,
  ResultsDocument,
  SolvingDocument,
  SolvingRequest,
} from '../generated/api'
import { NINE } from '../rules/nine'
import type { Variant } from '../rules/variant'
import { readEvents } from './events'
import { identityHeader } from './shared/visitor/identity'
import type { Person } from './shared/worth/people'

const ROOT = '/api/v1'
const NO_CONTENT = 204

/** The server refused; `message` is its reason. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(readonly problem: ProblemDocument) {
    super(problem.detail || problem.title)
  }
}

/** There is no server, or it is not ours. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

/** Whether an error only means that the caller aborted. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

export const api = {
  health: (signal?: AbortSignal) => get<Health>('/health', {}, signal),
  levels: (fen: string, signal?: AbortSignal, variant?: Variant) =>
    get<readonly LevelDocument[]>('/levels', { fen, ...naming(variant) }, signal),
  move: (request: MoveRequest, signal?: AbortSignal) => post<MoveDocument>('/move', request, signal),
  /** With a person, also the chances against it, which are known for Nine Men's Morris. */
  probe: (fen: string, signal?: AbortSignal, chances?: Person, variant: Variant = NINE) =>
    get<ProbeDocument>('/probe', { fen, ...(chances && variant === NINE ? { chances } : {}), ...naming(variant) }, signal),
  line: (fen: string, signal?: AbortSignal, variant?: Variant) =>
    get<LineDocument>('/line', { fen, ...naming(variant) }, signal),
  results: (signal?: AbortSignal, variant?: Variant) => get<ResultsDocument>('/results', naming(variant), signal),
  offers: (signal?: AbortSignal) => get<OffersDocument>('/solving/offers', {}, signal),
  solve: (request: SolvingRequest) => post<SolvingDocument>('/solving', request),
  cancelSolving: () => send<SolvingDocument>('DELETE', '/solving'),
  analysis,
  solving,
}

/** Deeper and deeper analyses of a position; the last one is final. Ends when the signal aborts. */
async function* analysis(
  fen: string,
  { lines = 1, seconds = 1 }: { lines?: number; seconds?: number },
  signal?: AbortSignal,
  variant?: Variant,
): AsyncGenerator<AnalysisDocument> {
  const response = await ask('/analysis', { fen, lines, seconds, ...naming(variant) }, { signal: signal ?? null })
  for await (const { type, data } of readEvents(response)) {
    if (type === 'problem') throw new ApiError(JSON.parse(data) as ProblemDocument)
    yield JSON.parse(data) as AnalysisDocument
  }
}

/** Progress of solving in the background. */
async function* solving(signal?: AbortSignal): AsyncGenerator<SolvingDocument> {
  const response = await ask('/solving', {}, { signal: signal ?? null })
  for await (const { data } of readEvents(response)) yield JSON.parse(data) as SolvingDocument
}

/** The field that names a variant; the server takes Nine Men's Morris without it. */
export function naming(variant: Variant = NINE): { readonly variant?: string } {
  return variant === NINE ? {} : { variant: variant.name }
}

type Query = Readonly<Record<string, string | number>>

/** The address of a resource. */
export function addressOf(path: string, query: Query = {}): string {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const text = asked.toString()
  return ROOT + path + (text && `?${text}`)
}

export async function get<Document>(path: string, query: Query, signal?: AbortSignal): Promise<Document> {
  return read<Document>(await ask(path, query, { signal: signal ?? null }))
}

function post<Document>(path: string, body: unknown, signal?: AbortSignal): Promise<Document> {
  return send<Document>('POST', path, body, signal)
}

/** Asks for a change; without a body, only the method and the path say which. */
export async function send<Document>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Document> {
  const content = body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  return read<Document>(await ask(path, {}, { method, ...content, signal: signal ?? null }))
}

/** A document that is text. */
export async function getText(path: string, signal?: AbortSignal): Promise<string> {
  return (await ask(path, {}, { signal: signal ?? null })).text()
}

async function ask(path: string, query: Query, options: RequestInit): Promise<Response> {
  const headers = { ...(options.headers as Record<string, string> | undefined), ...identityHeader() }
  let response: Response
  try {
    response = await fetch(addressOf(path, query), { ...options, headers })
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
  return new ApiError(await read<ProblemDocument>(response))
}

async function read<Document>(response: Response): Promise<Document> {
  if (response.status === NO_CONTENT) return undefined as Document
  try {
    return (await response.json()) as Document
  } catch (error) {
    throw isAbort(error) ? error : new UnreachableError(String(error))
  }
}
