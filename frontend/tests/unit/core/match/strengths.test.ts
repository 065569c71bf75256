import { expect, test } from 'vitest'
import {
  STEP,
  STOPS,
  STRONGEST,
  WEAKEST,
  isStrength,
  nameStrength,
  numberOf,
  numbersFor,
  wordFor,
} from '../../../../src/core/match/strengths'
import { FIRST_RATING, PEOPLE, strengthOf } from '../../../../src/core/players/people'
import { stopOf } from '../../../../src/pages/play/opponents'

test('the slider goes in equal steps from 300 to the top, then to the two strongest levels', () => {
  expect(STOPS[0]).toBe('elo:300')
  expect(STOPS.slice(-2)).toEqual(['expert', 'perfect'])
  const numbers = STOPS.slice(0, -2).map(numberOf)
  expect(numbers).toEqual(numbers.map((_, index) => WEAKEST + index * STEP))
  expect(numbers[numbers.length - 1]).toBe(STRONGEST)
})

test.each(STOPS)('%s has its place on the slider', (stop) => {
  expect(STOPS[stopOf(stop)]).toBe(stop)
})

test('strengths between two stops are at the nearest, other opponents at club strength', () => {
  expect(STOPS[stopOf('elo:649')]).toBe('elo:600')
  expect(STOPS[stopOf('hard')]).toBe(nameStrength(FIRST_RATING))
})

test.each(['elo:299', 'elo:99999', 'elo:', 'elo:1e3', 'hard', 'person', ' elo:500'])('%j is not a strength', (text) => {
  expect(isStrength(text)).toBe(false)
})

test('whoever is stronger searches more, errs less, and is never called less', () => {
  const numbers = STOPS.slice(0, -2).map((stop) => numbersFor(numberOf(stop) ?? 0))
  expect(numbers.map(({ nodes }) => nodes)).toEqual(numbers.map(({ nodes }) => nodes).sort((a, b) => a - b))
  expect(numbers.map(({ halving }) => halving)).toEqual(numbers.map(({ halving }) => halving).sort((a, b) => b - a))
  expect([300, 500, 700, 800, 1000].map(wordFor)).toEqual(['newcomer', 'beginner', 'club', 'master', 'grandmaster'])
  expect(numberOf(nameStrength(700))).toBe(700)
})

test.each(PEOPLE)('a %s of the model has that word on the slider', (person) => {
  expect(wordFor(strengthOf(person))).toBe(person)
})
