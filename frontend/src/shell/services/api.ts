/**
 * The server's API, version 1: `/api/v1` of `merels serve`.
 *
 * Endpoints, their parameters and their answers are typed by `generated/api.ts`, which comes from the server's
 * models. Every request takes an `AbortSignal` and can fail in three ways: the caller aborted (`isAbort`; not a
 * failure, and nothing is shown), the server refused with a problem document (`ApiError`), or there is no server
 * (`UnreachableError`).
 */
import type { ProblemDocument, paths } from '../../generated/api'
import { readEvents } from './events'
import { identityHeader } from './identity'

const PREFIX = '/api/v1'
const NO_CONTENT = 204

type Method = 'get' | 'post' | 'put' | 'delete'
type Path = keyof paths extends `${typeof PREFIX}${infer Below}` ? Below : never

/** Such as `GET /probe`. */
type Named<Below extends Path> = {
  [Verb in Method]: paths[`${typeof PREFIX}${Below}`][Verb] extends object ? `${Uppercase<Verb>} ${Below}` : never
}[Method]
export type Endpoint = { [Below in Path]: Named<Below> }[Path]

type OperationOf<Name extends Endpoint> = Name extends `${infer Verb} ${infer Below extends Path}`
  ? paths[`${typeof PREFIX}${Below}`][Lowercase<Verb> & Method]
  : never

/** The parameters of an endpoint, as the server's models have them. */
type Parameters<Name extends Endpoint> = OperationOf<Name> extends { parameters: infer Given }
  ? Pick<Given, keyof Given & ('query' | 'path')>
  : never
type Body<Name extends Endpoint> = OperationOf<Name> extends { requestBody: { content: infer Content } }
  ? { readonly body: Content[keyof Content] }
  : { readonly body?: never }
export type Asked<Name extends Endpoint> = Parameters<Name> & Body<Name> & { readonly signal?: AbortSignal | undefined }

/** What an endpoint takes in its query. */
export type QueryOf<Name extends Endpoint> = NonNullable<Parameters<Name> extends { query?: infer Query } ? Query : never>

type Success<Name extends Endpoint> = OperationOf<Name> extends { responses: infer Responses }
  ? Responses[keyof Responses & (200 | 201 | 204)]
  : never

/** What an endpoint answers; for a stream, each of its documents. */
export type AnswerOf<Name extends Endpoint> = Success<Name> extends { content: infer Content }
  ? Content[keyof Content]
  : undefined

/** The last arguments of a request; they may be left out if nothing is required. */
type Arguments<Name extends Endpoint> = object extends Asked<Name> ? [asked?: Asked<Name>] : [asked: Asked<Name>]

/** The server refused; `message` is its reason. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  /** A busy server says after how many seconds it may be asked again. */
  constructor(
    readonly problem: ProblemDocument,
    readonly retryAfter: number | null = null,
  ) {
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

/** Asks an endpoint: `request('GET /probe', { query: { fen }, signal })`. */
export async function request<Name extends Endpoint>(
  endpoint: Name,
  ...[asked]: Arguments<Name>
): Promise<AnswerOf<Name>> {
  return (await read(await ask(endpoint, asked))) as AnswerOf<Name>
}

/** The documents of a stream as they arrive; it ends when the signal aborts. */
export async function* follow<Name extends Endpoint>(
  endpoint: Name,
  ...[asked]: Arguments<Name>
): AsyncGenerator<AnswerOf<Name>> {
  const response = await ask(endpoint, asked)
  try {
    for await (const { type, data } of readEvents(response)) {
      const document: unknown = JSON.parse(data)
      if (type === 'problem') throw new ApiError(document as ProblemDocument)
      yield document as AnswerOf<Name>
    }
  } catch (error) {
    throw error instanceof ApiError ? error : asUnreachable(error)
  }
}

/** A request as it is sent: its types have been checked. */
interface Sent {
  readonly query?: object | undefined
  readonly path?: object | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** The address of an endpoint. Parameters without a value are left out. */
export function addressOf<Name extends Endpoint>(endpoint: Name, asked: Parameters<Name> & Sent): string {
  return locate(endpoint, asked)
}

function locate(endpoint: Endpoint, { query = {}, path = {} }: Sent): string {
  const [, template] = endpoint.split(' ')
  const names = new Map(Object.entries(path))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  const below = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names.get(name))))
  return `.${PREFIX}${below}${text && `?${text}`}`
}

async function ask(endpoint: Endpoint, asked: Sent = {}): Promise<Response> {
  const { body, signal = null } = asked
  const [method] = endpoint.split(' ')
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  const headers = { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...identityHeader() }
  let response: Response
  try {
    response = await fetch(locate(endpoint, asked), { method, ...content, headers, signal })
  } catch (error) {
    throw asUnreachable(error)
  }
  if (response.ok) return response
  throw await problemOf(response)
}

async function problemOf(response: Response): Promise<Error> {
  if (!isJson(response)) return new UnreachableError(`${response.status} ${response.statusText}`)
  const seconds = response.headers.get('Retry-After')
  return new ApiError((await read(response)) as ProblemDocument, seconds === null ? null : Number(seconds))
}

/** The document of a response, or its text if the document is a game file. */
async function read(response: Response): Promise<unknown> {
  if (response.status === NO_CONTENT) return undefined
  try {
    return await (isGameFile(response) ? response.text() : response.json())
  } catch (error) {
    throw asUnreachable(error)
  }
}

function isJson(response: Response): boolean {
  return /\bjson\b/.test(response.headers.get('Content-Type') ?? '')
}

function isGameFile(response: Response): boolean {
  return /\bpgn\b/.test(response.headers.get('Content-Type') ?? '')
}

function asUnreachable(error: unknown): Error {
  return isAbort(error) ? (error as Error) : new UnreachableError(String(error))
}
