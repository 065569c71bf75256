/**
 * The static value of a position, as the side to move sees it, in hundredths of a man;
 * `merels.engine.evaluation.kernels` in Python.
 *
 * A weighted sum of what stands on the board. The weights depend on the men in hand and on the men of
 * both sides.
 */
import { FULL, count } from '../rules/geometry'
import type { Mask } from '../rules/geometry'
import {
  MIDDLE,
  SIDES,
  anticlockwise,
  clockwise,
  closableBy,
  completingAcross,
  completingAstride,
  completingPoints,
  countSteps,
  neighboursOf,
} from './patterns'

/** The value of a side that cannot move. */
export const LOST = -32000

const STANDING = 9
const TERMS = 1 + 2 * STANDING + 3
const MEN = 13

const weights = new Int32Array(MEN * MEN * MEN * TERMS)

interface WeightsDocument {
  readonly phases: Readonly<Record<'placing' | 'moving' | 'flying', readonly number[]>>
  readonly rows: Readonly<Record<string, readonly number[]>>
}

/** Takes the weights of a document. */
export function setWeights(document: WeightsDocument): void {
  for (let inHand = 0; inHand < MEN; inHand++) {
    for (let own = 0; own < MEN; own++) {
      for (let enemy = 0; enemy < MEN; enemy++) {
        const phase = inHand ? 'placing' : Math.min(own, enemy) <= 3 ? 'flying' : 'moving'
        const all = [...document.phases[phase]]
        const man = all.pop() ?? 0
        all[0] += man * (own - enemy)
        weights.set(document.rows[`${inHand} ${own} ${enemy}`] ?? all, ((inHand * MEN + own) * MEN + enemy) * TERMS)
      }
    }
  }
}

function countOnes(men: Mask, others: Mask): number {
  let one = clockwise(men)
  let other = anticlockwise(men)
  let free = SIDES & ~(others | clockwise(others) | anticlockwise(others))
  const around = free & (men ^ one ^ other) & ~(men & one)
  one = men << 8
  other = men >> 8
  free = SIDES & MIDDLE & ~(others | (others << 8) | (others >> 8))
  const across = free & (men ^ one ^ other) & ~(men & one)
  return count(around) + count(across)
}

/** The weighted sum of what one side's men form. */
function standing(
  men: Mask,
  others: Mask,
  empty: Mask,
  besideEmpty: Mask,
  isAnywhere: boolean,
  isGuarded: boolean,
  place: number,
): number {
  const completing = completingPoints(men)
  const twos = completing & empty
  const milled = men & completing
  let closings = twos
  let doubles = 0
  let running = 0
  if (!isAnywhere) {
    closings = closableBy(men, men, empty)
    if (milled) {
      if (!isGuarded) running = count(milled & besideEmpty & ~neighboursOf(others))
      if (closings) doubles = count(closableBy(milled, men, empty))
    }
  }
  return (
    weights[place] * count(closings) +
    weights[place + 1] * (count(men & completingAstride(men)) + count(men & completingAcross(men) & MIDDLE)) +
    weights[place + 2] * count(twos) +
    weights[place + 3] * countOnes(men, others) +
    weights[place + 4] * doubles +
    weights[place + 5] * running +
    weights[place + 6] * countSteps(men, empty) +
    weights[place + 7] * count(men & ~besideEmpty) +
    weights[place + 8] * count(men & SIDES)
  )
}

/** The value of a position whose sides have three men or more; `LOST` if blocked. */
export function evaluate(own: Mask, enemy: Mask, ownInHand: number, enemyInHand: number, flying: boolean): number {
  const empty = FULL & ~(own | enemy)
  const besideEmpty = neighboursOf(empty)
  const ownMen = count(own)
  const enemyMen = count(enemy)
  const isOwnAnywhere = ownInHand > 0 || (flying && ownMen === 3)
  const isEnemyAnywhere = enemyInHand > 0 || (flying && enemyMen === 3)
  if (!isOwnAnywhere && countSteps(own, empty) === 0) return LOST
  const row = ((ownInHand * MEN + ownMen + ownInHand) * MEN + enemyMen + enemyInHand) * TERMS
  let value = weights[row]
  value += standing(own, enemy, empty, besideEmpty, isOwnAnywhere, isEnemyAnywhere, row + 1)
  value += standing(enemy, own, empty, besideEmpty, isEnemyAnywhere, isOwnAnywhere, row + 1 + STANDING)
  const closings = isOwnAnywhere ? empty & completingPoints(own) : closableBy(own, own, empty)
  if (closings) value += weights[row + 19]
  const enemyClosings = isEnemyAnywhere ? empty & completingPoints(enemy) : closableBy(enemy, enemy, empty)
  if (enemyClosings) {
    value += weights[row + 20]
    const outOfReach = isOwnAnywhere ? 0 : enemyClosings & ~neighboursOf(own)
    if (outOfReach || enemyClosings & (enemyClosings - 1)) value += weights[row + 21]
  }
  return value
}
