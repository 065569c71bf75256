import { expect, test } from 'vitest'
import { createMatch, playTurn, recordAt, resign } from '../../../src/core/match/match'
import type { Match } from '../../../src/core/match/match'
import { chooseGame, textOf } from '../../../src/files/kept-game'
import { parseAlgebraic } from '../../../src/core/rules/notation'
import { WHITE } from '../../../src/core/rules/position'

const SETUP = { opponent: 'easy', human: WHITE, clock: null, seed: 1 } as const

function gameOf(moves: string, first?: Match['first']): Match {
  const match = createMatch(SETUP, first)
  for (const move of moves.split(' ')) playTurn(match, parseAlgebraic(move))
  return match
}

function ended(match: Match): Match {
  resign(match)
  return match
}

const kept = gameOf('d2 g4 d3 b4 d1xb4')

test('the game that was chosen is reviewed, while another goes on', () => {
  expect(chooseGame(kept, [], null)).toBe(kept)
  expect(chooseGame(kept, [], gameOf('a1 a4'))).toBe(kept)
})

test('a game that has ended since comes next', () => {
  const next = ended(gameOf('a1 a4'))
  expect(chooseGame(kept, [], next)).toBe(next)
  expect(chooseGame(kept, ['', textOf(next)], next)).toBe(kept) // it had ended before
})

test('a retry of a mistake does not replace the review', () => {
  expect(chooseGame(kept, [], ended(gameOf('d1', recordAt(kept, 3))))).toBe(kept)
})

test('at first it is the game on Play', () => {
  const onPlay = gameOf('a1')
  expect(chooseGame(null, [], onPlay)).toBe(onPlay)
  expect(chooseGame(null, [], null)).toBeNull()
})
