/** How ratings of moves are shown on the board. */
import type { Arrow, Badge } from '../board/overlay'
import type { Point } from '../core/rules/geometry'
import type { Move } from '../core/rules/position'
import { capturesOf } from '../core/rules/turn'
import type { Session } from '../core/session/session'
import { drawnChance, figures, shading } from '../values/chances'
import { labelOf, toneOf } from '../values/ratings'
import type { RatedMove } from '../values/ratings'

/**
 * The values to show on points: on the men that may be captured in mid-turn, on the targets while a
 * man is selected or placed, else on the men that can move. `rated` is best first, so the first move
 * of a point gives its value.
 */
export function badgesFor(session: Session, rated: readonly RatedMove[]): Badge[] {
  const { step, selected } = session
  const badges = new Map<Point, Badge>()
  const shadeOf = shading(rated)
  const figureOf = figures(rated)
  for (const each of rated) {
    const point = pointOf(each.move, step, selected)
    if (point === null || badges.has(point)) continue
    const chance = drawnChance(each)
    const detail = chance ? `${chance.answers ? '' : '~'}${figureOf(each)}` : ''
    badges.set(point, { point, tone: toneOf(each), text: labelOf(each, percentOnBoard), shade: shadeOf(each), detail })
  }
  return [...badges.values()]
}

/** On a man there is no room for the space that some languages put before the sign. */
function percentOnBoard(figure: number): string {
  return `${figure}%`
}

function pointOf(move: Move, step: Session['step'], selected: Point | null): Point | null {
  const { origin, target } = move
  const taken = step ? capturesOf(step) : []
  const left = capturesOf(move).filter((point) => !taken.includes(point))
  const isRest = !step || (step.origin === origin && step.target === target && capturesOf(move).length - left.length === taken.length)
  if (step || target === null) return isRest ? (left[0] ?? null) : null
  if (selected !== null) return origin === selected ? target : null
  return origin ?? target
}

/** Some of the rated moves: moves as arrows, placed men as discs, captured men as crosses. */
export function drawingOf(
  shown: readonly RatedMove[],
  rated: readonly RatedMove[],
): { badges: Badge[]; arrows: Arrow[] } {
  const badges: Badge[] = []
  const arrows: Arrow[] = []
  const shadeOf = shading(rated)
  for (const each of shown) {
    const { origin, target } = each.move
    const look = { tone: toneOf(each), shade: shadeOf(each) }
    if (origin !== null && target !== null) arrows.push({ from: origin, to: target, ...look })
    if (origin === null && target !== null) badges.push({ point: target, ...look, text: '' })
    for (const point of capturesOf(each.move)) badges.push({ point, tone: 'unknown', text: '×' })
  }
  return { badges, arrows }
}
