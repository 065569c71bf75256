import { expect, test } from 'vitest'
import { startOf } from '../../../../src/core/rules/notation'
import { VARIANTS } from '../../../../src/core/rules/variants'
import { createMatch, needsServer } from '../../../../src/core/match/match'
import { KINDS, OPPONENTS, available, canDoWithout, kindOf, kindsFor } from '../../../../src/pages/play/opponents'

test('only Perfect needs what the server has', () => {
  expect(OPPONENTS.filter((opponent) => needsServer(opponent))).toEqual(['perfect'])
})

test.each(OPPONENTS)('%s is replaced only if it cannot play', (opponent) => {
  expect(available(opponent, () => false)).toBe(opponent)
  expect(available(opponent, needsServer)).toBe(needsServer(opponent) ? 'expert' : opponent)
})

test.each(OPPONENTS)('%s is a choice of its own', (opponent) => {
  expect(kindOf({ opponent })).toBe(opponent)
  expect(KINDS).toContain(opponent)
})

test('a strength is chosen on the slider, or by your rating', () => {
  expect(kindOf({ opponent: 'elo:900' })).toBe('strength')
  expect(kindOf({ opponent: 'elo:900', isAdaptive: true })).toBe('adaptive')
})

test('other variants have the levels that play them, and Expert needs the server', () => {
  expect(kindsFor(VARIANTS.nine)).toEqual(KINDS)
  expect(kindsFor(VARIANTS.lasker)).toEqual(['easy', 'normal', 'hard', 'expert', 'person'])
  expect(kindsFor(VARIANTS.six)).toEqual(['easy', 'normal', 'hard', 'expert', 'perfect', 'person'])
  expect(kindsFor(VARIANTS.six).filter((kind) => kind !== 'strength' && kind !== 'adaptive' && needsServer(kind, VARIANTS.six))).toEqual(['expert', 'perfect'])
  expect(available('expert', () => true, VARIANTS.six)).toBe('hard')
  expect(available('perfect', () => false, VARIANTS.six)).toBe('perfect') // its book has the whole game
  expect(available('perfect', () => false, VARIANTS.twelve)).toBe('perfect')
  expect(available('perfect', () => false, VARIANTS.lasker)).toBe('hard')
})

test.each(['perfect', 'elo:900'] as const)('%s is replaced in a game that it does not play', (opponent) => {
  const first = startOf(VARIANTS.lasker)
  const { setup } = createMatch({ opponent, human: 0, clock: null, seed: 1, isAdaptive: true }, first)
  expect(setup).toMatchObject({ opponent: 'hard', isAdaptive: false })
})

test('without a server Perfect plays the games that there are static tables of', () => {
  const site = { application: 'Merels', server: false, tables: true, variants: ['six'] }
  expect(canDoWithout('perfect', VARIANTS.six, { site })).toBe(true)
  expect(canDoWithout('perfect', VARIANTS.nine, { site })).toBe(false)
  expect(canDoWithout('perfect', VARIANTS.six, { site: null })).toBe(false)
  expect(canDoWithout('expert', VARIANTS.six, { site })).toBe(false)
  expect(canDoWithout('expert', VARIANTS.nine, { site: null })).toBe(true)
})
