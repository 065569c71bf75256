import { expect, test } from 'vitest'
import {
  closableBy,
  completingPoints,
  countSteps,
  lowestBit,
  neighboursOf,
} from '../../../../../src/core/engine/evaluation/patterns'
import { findPatterns } from '../../../../../src/core/players/patterns'
import { has, maskOf, pointsOf } from '../../../../../src/core/rules/geometry'
import { BOARD, FULL, NEIGHBOURS, POINTS } from '../../../../../src/core/rules/nine'
import { formsMill, menInMills } from '../../../../../src/core/rules/moves'
import { sidesOf } from '../../../../../src/core/rules/position'
import { EVALUATIONS } from '../../../vectors'

const SIDES = EVALUATIONS.map(({ position }) => sidesOf(position))

test('a point completes a mill if a man there would stand in one', () => {
  for (const { own } of SIDES) {
    const expected = maskOf(POINTS.filter((point) => formsMill(own | (1 << point), point, BOARD)))
    expect(completingPoints(own)).toBe(expected)
    expect(own & completingPoints(own)).toBe(menInMills(own, BOARD))
  }
})

test('closings, steps and neighbours are those of the plain levels', () => {
  for (const { own, enemy } of SIDES) {
    const empty = FULL & ~(own | enemy)
    const { closings, doubles, steps, reach } = findPatterns(own, enemy, BOARD)
    expect(closableBy(own, own, empty)).toBe(closings)
    if (closings) expect(closableBy(menInMills(own, BOARD), own, empty)).toBe(doubles)
    expect(countSteps(own, empty)).toBe(steps)
    expect(neighboursOf(own) & empty).toBe(reach)
  }
})

test.each(POINTS)('point %d is the lowest of itself and higher ones, with the neighbours of the board', (point) => {
  expect(lowestBit(FULL & -(1 << point))).toBe(point)
  expect(neighboursOf(1 << point)).toBe(NEIGHBOURS[point])
  expect(pointsOf(NEIGHBOURS[point]).every((each) => has(neighboursOf(1 << each), point))).toBe(true)
})
