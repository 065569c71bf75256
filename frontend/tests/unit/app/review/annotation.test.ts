import { describe, expect, test } from 'vitest'
import { noteOf } from '../../../../src/app/review/annotation'
import { gradeTurn } from '../../../../src/app/shared/grading/grade'
import { formatPgn, parsePgn } from '../../../../src/app/shared/files/pgn'
import type { Result } from '../../../../src/app/shared/files/pgn'
import { REVIEWS } from '../../vectors'

describe.each(REVIEWS.map((review, index) => [index, review] as const))('game %d', (_, review) => {
  const { positions, moves, stops, movetext } = review
  const turns = moves.map((move, ply) => gradeTurn(positions[ply], move, stops[ply], stops[ply + 1]))
  const result = movetext.split(' ').at(-1) as Result
  const first = { position: positions[0], pliesSinceRemoval: 0, moveNumber: 1 }
  const text = formatPgn({ tags: {}, first, moves, result, notes: turns.map((turn) => turn && noteOf(turn)) })

  test('is annotated as the Python package does it', () => {
    expect(text.split('\n\n')[1].split(/\s+/).join(' ').trim()).toBe(movetext)
  })

  test('is read again', () => {
    expect(parsePgn(text).moves).toEqual(moves)
  })
})
