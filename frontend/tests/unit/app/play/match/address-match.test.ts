import { expect, test } from 'vitest'
import { matchOfAddress } from '../../../../../src/app/play/match/address-match'
import { playAddressOf } from '../../../../../src/app/shared/addresses'
import { parseFen } from '../../../../../src/rules/notation'
import { BLACK, WHITE } from '../../../../../src/rules/position'

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
