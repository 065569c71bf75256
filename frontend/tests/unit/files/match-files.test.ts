import { describe, expect, test } from 'vitest'
import { createMatch, gameSoFar, isComputersTurn, matchOutcome, playTurn, resign, takeBack } from '../../../src/core/match/match'
import type { Match, Setup } from '../../../src/core/match/match'
import { matchFrom, pgnOf } from '../../../src/files/match-files'
import { describeResult, sideName } from '../../../src/ui/match-narration'
import { parseAlgebraic } from '../../../src/core/rules/notation'
import { BLACK, WHITE } from '../../../src/core/rules/position'
import type { Color } from '../../../src/core/rules/position'
import { createSay } from '../../../src/texts/texts'
import { ENGLISH, complaintOf } from '../speeches'

const AGAINST_NORMAL: Setup = { opponent: 'normal', human: WHITE, clock: null, seed: 1 }

const english = createSay(ENGLISH, 'play')

const SHARED: Setup = { ...AGAINST_NORMAL, opponent: 'person' }

/** Both sides can move back and forth. */
const QUIET = '***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1'

function play(match: Match, text: string): void {
  for (const turn of text.split(' ')) playTurn(match, parseAlgebraic(turn))
}

const turnsOf = (match: Match): string => gameSoFar(match).moves.join(' ')

describe('files', () => {
  const say = ((key: string) => key) as Parameters<typeof pgnOf>[1]

  test('a game comes back as it was saved', () => {
    const match = createMatch({ ...AGAINST_NORMAL, opponent: 'expert', human: BLACK })
    play(match, 'd6 f4 f6')
    const back = matchFrom(pgnOf(match, say), AGAINST_NORMAL)
    expect(gameSoFar(back)).toEqual(gameSoFar(match))
    expect(back.setup).toMatchObject({ opponent: 'expert', human: BLACK })
  })

  test('a resignation too', () => {
    const match = createMatch(AGAINST_NORMAL)
    play(match, 'd6 f4')
    resign(match)
    expect(pgnOf(match, say)).toMatch(/\[Result "0-1"\]\n\[Termination "resignation"\]/)
    expect(matchOutcome(matchFrom(pgnOf(match, say), AGAINST_NORMAL))).toEqual(matchOutcome(match))
  })

  test('a result that the moves do not decide is the file’s, and so are the names', () => {
    const text = '[White "Ada"]\n[Black "Bo"]\n\n1. d6 f4 1-0'
    const match = matchFrom(text, AGAINST_NORMAL)
    expect(matchOutcome(match)).toEqual({ winner: WHITE, reason: 'record' })
    expect(describeResult(match, english)).toEqual(['White wins', 'This result is recorded in the file.'])
    expect([WHITE, BLACK].map((color) => sideName(match, color as Color, english))).toEqual(['Ada', 'Bo'])
    expect(isComputersTurn(match)).toBe(false)
    expect(pgnOf(match, say)).toMatch(/\[White "Ada"\]\n\[Black "Bo"\]\n\[Result "1-0"\]/)
    takeBack(match)
    expect(matchOutcome(match)).toBe(null)
    expect(turnsOf(match)).toBe('d6 f4')
  })

  test('an agreed draw stays a draw', () => {
    const match = matchFrom('1. d6 f4 1/2-1/2', AGAINST_NORMAL)
    expect(matchOutcome(match)).toEqual({ winner: null, reason: 'record' })
    expect(match.setup.opponent).toBe('normal') // nobody is named: it may well be a game of ours
  })

  test('two of our computers become two people', () => {
    const match = matchFrom('[White "Merels (easy)"]\n[Black "Merels (hard)"]\n\n1. d6 *', AGAINST_NORMAL)
    expect(match.names).toEqual(['Merels (easy)', 'Merels (hard)'])
    expect(match.setup.opponent).toBe('person')
  })

  test('a game lost on time too', () => {
    const match = createMatch(SHARED)
    play(match, 'd6')
    match.flagged = BLACK
    expect(matchOutcome(matchFrom(pgnOf(match, say), SHARED))).toEqual({ winner: WHITE, reason: 'time' })
  })

  test('a game from PlayOK', () => {
    const match = matchFrom('[Site "PlayOK"]\n[White "ada"]\n[Black "bo"]\n\n1. 5 8 2. 20 1-0', AGAINST_NORMAL)
    expect(turnsOf(match)).toBe('d6 d5 d2')
    expect(match.names).toEqual(['ada', 'bo'])
    expect(pgnOf(match, say)).toContain('1. d6 d5 2. d2 1-0')
  })

  test('a FEN is a game that begins there', () => {
    const match = matchFrom(`${QUIET}\n`, SHARED)
    expect(gameSoFar(match)).toEqual({ fen: QUIET, moves: [] })
  })

  test('an empty text is not a game', () => {
    expect(complaintOf(() => matchFrom(' \n', SHARED))).toContain('Nothing to load')
  })
})
