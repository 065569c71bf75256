/** Evaluations and a server, as tests want them. */
import { vi } from 'vitest'
import { expectedScore } from '../../../src/values/expected-score'
import { exactly } from '../../../src/values/evaluation'
import type { Evaluation } from '../../../src/values/evaluation'
import { parseAlgebraic } from '../../../src/core/rules/notation'
import type { Move } from '../../../src/core/rules/position'

export const FEN = '***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1'
export const played = parseAlgebraic('d6-d7')
const other = parseAlgebraic('b4-a4')
const DRAW = { result: 'draw', plies: null } as const

/** What a table knows; the best move is b4-a4. */
export function known(result: 'win' | 'draw' | 'loss', plies: number | null): Evaluation {
  return { ...exactly({ result, plies }, 'table'), best: other }
}

/** What a search has found. */
export function guessed(score: number, best: Move = other): Evaluation {
  const lines = [{ move: best, value: null, score, pv: [best] }]
  const expected = expectedScore(score, 'moving')
  return { ...exactly(DRAW, 'search'), value: null, score, expected, best, lines, play: [best], depth: 1 }
}

/** A server that answers paths with documents, or not at all; returns the addresses that it is asked for. */
export function serve(answers: Record<string, Answer | (() => Answer)>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    const path = Object.keys(answers).find((each) => address.startsWith(`./api/v1/${each}`))
    if (!path) return Promise.reject(new TypeError('no server'))
    const answer = answers[path]
    const { status = 200, body, type = 'application/json', headers } = typeof answer === 'function' ? answer() : answer
    return Promise.resolve(new Response(body, { status, headers: { 'Content-Type': type, ...headers } }))
  })
  return asked
}

export interface Answer {
  readonly status?: number
  readonly body: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A refusal, which a busy server sends with the seconds to wait. */
export function refusal(status: number, detail: string, seconds?: number): Answer {
  const headers = seconds === undefined ? {} : { 'Retry-After': String(seconds) }
  return { status, body: JSON.stringify({ status, title: detail, detail }), type: 'application/problem+json', headers }
}

/** A search that reports scores of one move, the last one final. */
export function searched(text: string, ...scores: readonly number[]): Answer {
  const reports = scores.map((score, index) => {
    const line = { move: text, score, result: null, plies: null, source: 'search', pv: [] }
    return `event: info\ndata: ${JSON.stringify({ depth: index + 1, nodes: 1, seconds: 1, lines: [line] })}\n\n`
  })
  return { body: reports.join(''), type: 'text/event-stream' }
}

/** A server that answers, and whose state nobody has checked yet. */
export const SERVER = { isReachable: null, site: null, tables: '', look: () => Promise.resolve(true) }
