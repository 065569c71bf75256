/** Judgements and a server, as tests want them. */
import { vi } from 'vitest'
import { expectedScore } from '../../../../../src/app/shared/worth/expected-score'
import { exactly } from '../../../../../src/app/shared/grading/judge'
import type { Judgement } from '../../../../../src/app/shared/grading/judge'
import { parseAlgebraic } from '../../../../../src/rules/notation'
import type { Move } from '../../../../../src/rules/position'

export const FEN = '***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1'
export const played = parseAlgebraic('d6-d7')
const other = parseAlgebraic('b4-a4')

/** What a table knows; the best move is b4-a4. */
export function known(result: 'win' | 'draw' | 'loss', plies: number | null): Judgement {
  return { ...exactly({ result, plies }, 'table'), best: other }
}

/** What a search has found. */
export function guessed(score: number, best: Move = other): Judgement {
  const lines = [{ move: best, value: null, score, pv: [best] }]
  const expected = expectedScore(score, 'moving')
  return { value: null, score, expected, best, source: 'search', lines, moves: new Map() }
}

/** A server that answers paths with documents, or not at all. */
export function serve(answers: Record<string, { status?: number; body: string; type?: string }>): void {
  vi.stubGlobal('fetch', (address: string) => {
    const path = Object.keys(answers).find((each) => address.startsWith(`/api/v1/${each}`))
    if (!path) return Promise.reject(new TypeError('no server'))
    const { status = 200, body, type = 'application/json' } = answers[path]
    return Promise.resolve(new Response(body, { status, headers: { 'Content-Type': type } }))
  })
}
