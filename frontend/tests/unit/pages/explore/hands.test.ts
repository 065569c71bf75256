import { describe, expect, test } from 'vitest'
import { faultOfHands, handsFor, handsWith, takenFor } from '../../../../src/pages/explore/hands'
import { count } from '../../../../src/core/rules/geometry'
import { VARIANTS } from '../../../../src/core/rules/variants'
import { faultOf } from '../../../../src/core/rules/notation'
import { BLACK, WHITE, startPosition } from '../../../../src/core/rules/position'
import type { Color, Position } from '../../../../src/core/rules/position'
import type { Fault } from '../../../../src/core/rules/notation'
import { describeFault } from '../../../../src/ui/faults'
import { ENGLISH } from '../../speeches'

const said = (fault: Fault | null): string | null => fault && describeFault(fault, ENGLISH)

/** A position with these numbers of men, none of them in a mill. */
function position(white: number, black: number, turn: Color = WHITE, hands: readonly [number, number] = [0, 0]): Position {
  const mask = (men: number, first: number): number => ((1 << men) - 1) << first
  const [whiteInHand, blackInHand] = hands
  return { ...startPosition(), white: mask(white, 0), black: mask(black, 12), turn, whiteInHand, blackInHand }
}

describe('the men in hand follow from the board', () => {
  test.each([
    [0, 0, WHITE, [9, 9]],
    [1, 0, BLACK, [8, 9]],
    [1, 1, WHITE, [8, 8]],
    [4, 3, WHITE, [5, 5]], // a black man has been taken
    [3, 4, BLACK, [4, 5]],
    [9, 9, WHITE, [0, 0]],
    [9, 8, BLACK, [0, 1]],
    [5, 9, BLACK, [0, 0]], // all have been placed, and four taken
  ] as const)('%d white, %d black, %d to move', (white, black, turn, hands) => {
    expect(handsFor(position(white, black, turn))).toEqual(hands)
  })

  test('a side about to capture has already placed its man', () => {
    expect(handsFor({ ...position(3, 2), removing: true })).toEqual([6, 7])
    expect(handsFor({ ...position(3, 3, BLACK), removing: true })).toEqual([6, 6])
  })

  test('they are always possible, even after captures', () => {
    for (let white = 0; white <= 9; white++) {
      for (let black = 0; black <= 9; black++) {
        for (const turn of [WHITE, BLACK] as const) {
          for (const taken of [0, 1, 3]) {
            const hands = handsFor(position(white, black, turn), taken)
            expect(faultOf(position(white, black, turn, hands)), `${white} ${black} ${turn} ${hands}`).toBeNull()
          }
        }
      }
    }
  })

  test('one number determines the other and the number of captured men', () => {
    const placed = position(2, 1, BLACK)
    expect(handsWith(placed, WHITE, 5)).toEqual([5, 6])
    expect(handsWith(placed, BLACK, 6)).toEqual([5, 6])
    expect(takenFor(placed, [5, 6])).toBe(2)
    expect(handsFor(placed, 2)).toEqual([5, 6])
  })
})

describe('an error names the numbers that would be right', () => {
  test.each([
    [position(3, 3, WHITE, [12, 12]), 'White has 3 men on the board, so it can have 0 to 6 in hand'],
    [position(3, 3, WHITE, [3, -1]), 'Black has 3 men on the board, so it can have 0 to 6 in hand'],
    [position(10, 3), 'White has 10 men on the board; the maximum is 9'],
    [position(2, 8, WHITE, [6, 1]), 'with White to move, White must have 1 in hand and Black 1'],
    [position(3, 3, BLACK, [6, 2]), 'with Black to move, White must have 5 in hand and Black 6'],
  ])('%#', (wrong, english) => {
    expect(said(faultOfHands(wrong))).toBe(english)
    const [white, black] = handsFor(wrong)
    if (count(wrong.white) <= 9) expect(faultOfHands({ ...wrong, whiteInHand: white, blackInHand: black })).toBeNull()
  })

  test('if the men in hand are right, another fault is named', () => {
    const wrong = { ...position(2, 2, WHITE, [6, 7]), removing: true }
    expect(faultOfHands(wrong)).toEqual(faultOf(wrong))
    expect(faultOfHands(startPosition())).toBeNull()
  })
})

describe('where men may move before all are placed', () => {
  const lasker = { ...startPosition(VARIANTS.lasker), white: 0b111, black: 0b1000 }

  test('each hand is its own', () => {
    expect(handsFor(lasker)).toEqual([7, 9])
    expect(handsWith({ ...lasker, whiteInHand: 7, blackInHand: 2 }, WHITE, 4)).toEqual([4, 2])
    expect(faultOfHands({ ...lasker, whiteInHand: 1, blackInHand: 9 })).toBeNull()
    expect(said(faultOfHands({ ...lasker, whiteInHand: 8 }))).toBe('White has 3 men on the board, so it can have 0 to 7 in hand')
  })
})
