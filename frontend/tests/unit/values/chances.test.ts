import { describe, expect, test } from 'vitest'
import { chanceOf, distinctionOf, drawnChance, figures, shading } from '../../../src/values/chances'
import { rateMoves } from '../../../src/values/ratings'
import { estimateChance } from '../../../src/core/players/people'
import type { AnalysedLine, ProbeDocument, ProbedMove, ValueDocument } from '../../../src/generated/api'
import { formatAlgebraic, parseFen } from '../../../src/core/rules/notation'
import { startPosition } from '../../../src/core/rules/position'

const DRAW: ValueDocument = { result: 'draw', plies: null }
const LOSS: ValueDocument = { result: 'loss', plies: 30 }
const WIN: ValueDocument = { result: 'win', plies: 9 }
const MOVING = parseFen('O*O@@@@O/@*@***@O/*O**@OOO w m s 8 0 8 0 0 0 0 0 0 0 0 0 1').position

/** A rated move, as far as chances matter. */
const rated = (value: ValueDocument | null, score: number, holding: number, replies: number) => ({
  value,
  chance: { score, answers: { holding, replies } },
})

const probed = (move: string, value: ValueDocument | null, chance: number | null = null): ProbedMove => ({
  move,
  fen: '',
  source: 'table',
  value,
  chance,
  replies: chance === null ? null : 18,
  holding: chance === null ? null : 3,
})

const line = (move: string, score: number): AnalysedLine => ({
  move, score, result: null, plies: null, source: 'search', pv: [move],
})

describe('the chance of a move', () => {
  test('is that of the tables', () => {
    const chance = { score: 0.9, answers: { replies: 18, holding: 3 } }
    expect(chanceOf(probed('a7-d7', DRAW, 0.9), line('a7-d7', 50), MOVING, 'club')).toEqual(chance)
    expect(chanceOf(probed('a7-d7', LOSS, 0.9), undefined, MOVING, 'club')).toEqual(chance)
  })

  test('is estimated by a search where tables are missing, if it is drawn', () => {
    const estimate = { score: estimateChance('master', 50, false), answers: null }
    expect(chanceOf(probed('a7-d7', DRAW), line('a7-d7', 50), MOVING, 'master')).toEqual(estimate)
    const placing = { score: estimateChance('club', -50, true), answers: null }
    expect(chanceOf(probed('a7', DRAW), line('a7', -50), startPosition(), 'club')).toEqual(placing)
    expect(chanceOf(probed('a7-d7', DRAW), undefined, MOVING, 'club')).toBeNull()
    expect(chanceOf(probed('a7-d7', LOSS), line('a7-d7', 50), MOVING, 'club')).toBeNull()
  })

  test('does not matter if it wins', () => {
    expect(chanceOf(probed('a7-d7', WIN, 1), undefined, MOVING, 'club')).toBeNull()
  })
})

describe('moves', () => {
  const moves = [
    probed('a7-d7', DRAW, 0.8),
    probed('g7-d7', DRAW, 0.9),
    probed('g7-g4', LOSS, 0.95),
    probed('d5-e5', LOSS, 0.97),
    probed('a1-a4', WIN, 0.1),
  ]
  const probe: ProbeDocument = { variant: 'nine', fen: '', source: 'table', value: DRAW, moves }

  test('of equal value are ordered by their chances; the value always comes first', () => {
    const order = rateMoves(MOVING, probe, null, 'club').filter(({ value }) => value)
    expect(order.map(({ move }) => formatAlgebraic(move))).toEqual(['g7-d7', 'a7-d7', 'd5-e5', 'g7-g4'])
  })

  test('are shaded from the worst to the best draw', () => {
    const all = [rated(DRAW, 0.9, 3, 18), rated(DRAW, 0.85, 9, 18), rated(DRAW, 0.7, 18, 18), rated(LOSS, 0.95, 1, 18)]
    expect(all.map(shading(all)).map((shade) => shade && Math.round(100 * shade))).toEqual([100, 75, 0, null])
    expect(shading([all[0]])(all[0])).toBe(1)
    expect(all.map((each) => drawnChance(each)?.score)).toEqual([0.9, 0.85, 0.7, undefined])
  })

  test('differ in figure and shade only where the difference means something', () => {
    const shown = (...scores: number[]): unknown[] => {
      const all = scores.map((score) => rated(DRAW, score, 3, 18))
      return [all.map(figures(all)), all.map(shading(all))]
    }
    expect(shown(0.9512, 0.9507, 0.9495)).toEqual([['95', '95', '95'], [1, 1, 1]])
    expect(shown(0.9, 0.897, 0.85)).toEqual([['90', '90', '85'], [1, 1, 0]])
    expect(shown(0.952, 0.946, 0.9455)).toEqual([['95.2', '94.6', '94.6'], [1, 0, 0]]) // 95 and 95 would hide it
    const estimates = [0.952, 0.946].map((score) => ({ value: DRAW, chance: { score, answers: null } }))
    expect(estimates.map(figures(estimates))).toEqual(['95', '95'])
    const alike = [rated(DRAW, 0.951, 3, 18), rated(DRAW, 0.95, 9, 18)]
    expect(distinctionOf(alike[0], alike)).toBeNull()
  })

  test('are praised for the best chance, and for being hardest to answer if that is true', () => {
    const hardest = [rated(DRAW, 0.9, 3, 18), rated(DRAW, 0.8, 9, 18)]
    expect(hardest.map((each) => distinctionOf(each, hardest))).toEqual(['hardest', null])
    const best = [rated(DRAW, 0.9, 3, 18), rated(DRAW, 0.8, 1, 18)]
    expect(best.map((each) => distinctionOf(each, best))).toEqual(['best', null])
  })

  test('are not praised if every reply holds, if all are equal, or if another one wins', () => {
    const easy = [rated(DRAW, 0.9, 18, 18), rated(DRAW, 0.8, 18, 18)]
    expect(distinctionOf(easy[0], easy)).toBeNull()
    const equal = [rated(DRAW, 0.9, 3, 18), rated(DRAW, 0.9, 3, 18)]
    expect(distinctionOf(equal[0], equal)).toBeNull()
    const won = [{ value: WIN, chance: null }, rated(DRAW, 0.9, 3, 18), rated(DRAW, 0.8, 9, 18)]
    expect(distinctionOf(won[1], won)).toBeNull()
  })
})
