import { expect, test } from 'vitest'
import { packHands, packTurn } from '../../../../src/core/engine/deepening'
import { handsAfter, hasTooFew, isBlocked, menAfter, othersAfter, quietAfter } from '../../../../src/core/engine/node'
import { legalMoves, outcome, sidesOf, successor } from '../../../../src/core/rules/position'
import { EVALUATIONS, SEARCHES } from '../../vectors'

const POSITIONS = [
  ...EVALUATIONS.map(({ position }) => position),
  ...SEARCHES.map(({ history }) => history[history.length - 1]), // some in mid-turn
]

test('a turn leads where the rules say', () => {
  for (const position of POSITIONS) {
    const { own, enemy } = sidesOf(position)
    for (const move of legalMoves(position)) {
      const turn = packTurn(move)
      const after = successor(position, move)
      expect([othersAfter(enemy, turn), menAfter(own, turn), handsAfter(packHands(position), turn)]).toEqual([
        sidesOf(after).own,
        sidesOf(after).enemy,
        packHands(after),
      ])
      expect(quietAfter(5, turn)).toBe(move.captured === null ? 6 : 0)
    }
  }
})

test('a side has lost if it has too few men or no move', () => {
  for (const position of POSITIONS.filter(({ removing }) => !removing)) {
    const { own, enemy, enemyInHand } = sidesOf(position)
    if (hasTooFew(enemy, enemyInHand)) continue
    const hands = packHands(position)
    const isLost = hasTooFew(own, hands) || isBlocked(own, enemy, hands, (position.variant.flying !== 'never'))
    expect(isLost).toBe(outcome(position) !== null)
  }
})
