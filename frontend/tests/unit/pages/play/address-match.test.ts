import { afterEach, describe, expect, test, vi } from 'vitest'
import { keepInMemory } from '../../shell/services/memory-storage'
import { matchOfAddress, matchOfVariant } from '../../../../src/pages/play/address-match'
import { playAddressOf } from '../../../../src/shell/services/addresses'
import { gameSoFar, playTurn } from '../../../../src/core/match/match'
import { saveMatch } from '../../../../src/files/saved-match'
import { NINE } from '../../../../src/core/rules/nine'
import { parseAlgebraic, parseFen, startOf } from '../../../../src/core/rules/notation'
import { VARIANTS } from '../../../../src/core/rules/variants'
import { BLACK, WHITE } from '../../../../src/core/rules/position'

const RECORD = parseFen('***O*@**/O@O*@*O@/**@*O*** b m s 5 0 5 0 0 0 0 0 0 0 0 12 9')
const LAST = { opponent: 'person', human: WHITE, clock: { minutes: 1, increment: 5 }, seed: 1 } as const

const at = (address: string): URL => new URL(address, 'http://server')

test('you play the side to move, without a clock, against your last opponent', () => {
  const { setup, first } = matchOfAddress(at(playAddressOf(RECORD)), LAST)
  expect(first).toEqual(RECORD)
  expect(setup).toMatchObject({ opponent: 'person', human: BLACK, clock: null })
})

test('or against a level in the address', () => {
  expect(matchOfAddress(at(playAddressOf(RECORD, 'hard')), LAST).setup.opponent).toBe('hard')
  expect(matchOfAddress(at(playAddressOf(RECORD, 'nobody')), LAST).setup.opponent).toBe('person')
})

describe('variants', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('each keeps a game of its own, and the settings go from one to the next', () => {
    const kept = keepInMemory()
    const six = matchOfVariant(VARIANTS.six, { ...LAST, opponent: 'easy' })
    expect(six.setup).toMatchObject({ opponent: 'easy', human: WHITE, clock: null })
    playTurn(six, parseAlgebraic('c5', VARIANTS.six.board))
    saveMatch(six)
    saveMatch(matchOfVariant(NINE))
    expect([...kept.keys()].sort()).toEqual(['merels.game', 'merels.game.six'])
    expect(matchOfVariant(VARIANTS.six).session.moves).toEqual(six.session.moves)
    expect(matchOfVariant(VARIANTS.six).session.positions[1].variant).toBe(VARIANTS.six)
    expect(matchOfVariant(VARIANTS.five).session.moves).toEqual([])
    expect(gameSoFar(six)).toMatchObject({ moves: ['c5'], variant: 'six' })
    expect(gameSoFar(matchOfVariant(NINE))).not.toHaveProperty('variant')
  })

  test('an address names the variant of its position', () => {
    const record = startOf(VARIANTS.three)
    expect(matchOfAddress(at(playAddressOf(record)), LAST).first).toEqual(record)
  })
})
