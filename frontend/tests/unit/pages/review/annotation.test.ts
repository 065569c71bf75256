import { describe, expect, test } from 'vitest'
import { noteOf } from '../../../../src/pages/review/annotation'
import { gradeTurn } from '../../../../src/values/grading/grade'
import { formatPgn, parsePgn } from '../../../../src/files/pgn'
import type { Result } from '../../../../src/files/pgn'
import { REVIEWS } from '../../vectors'
import { createSay } from '../../../../src/texts/texts'
import { ENGLISH } from '../../speeches'

describe.each(REVIEWS.map((review, index) => [index, review] as const))('game %d', (_, review) => {
  const { positions, moves, stops, movetext } = review
  const turns = moves.map((move, ply) => gradeTurn(positions[ply], move, stops[ply], stops[ply + 1]))
  const result = movetext.split(' ').at(-1) as Result
  const first = { position: positions[0], pliesSinceRemoval: 0, moveNumber: 1 }
  const text = formatPgn({ tags: {}, first, moves, result, notes: turns.map((turn) => turn && noteOf(turn, createSay(ENGLISH, 'grading'))) })

  test('is annotated as the Python package does it', () => {
    expect(text.split('\n\n')[1].split(/\s+/).join(' ').trim()).toBe(movetext)
  })

  test('is read again', () => {
    expect(parsePgn(text).moves).toEqual(moves)
  })
})
