/** Puts reasons and counts of moves into words. */
import type { Geometry } from '../core/rules/geometry'
import { colorName } from '../core/rules/position'
import type { Color } from '../core/rules/position'
import type { Estimate } from '../values/estimate'
import type { Keeping, Reason } from '../values/grading/reasons'
import type { Say } from '../texts/texts'

type GradingSay = Say<'grading'>

/** A reason in words; `enemy` is the opponent of the side that moved. */
export function describeReason(
  { kind, points, keeping }: Reason,
  enemy: Color,
  board: Geometry,
  say: GradingSay,
): string {
  if (kind !== 'let go') {
    const names = points.map((point) => board.names[point])
    return say(`reason.${kind}`, {
      enemy: say(colorName(enemy)),
      any: names.join(say('or')),
      all: names.join(say('and')),
    })
  }
  if (!keeping || keeping.result === 'loss') return ''
  const { result, only, moves, of } = keeping
  return only === null ? say(`letGo.some.${result}`, { moves, of }) : say(`letGo.only.${result}`, { move: only })
}

/** Reasons as a sentence; empty without any. */
export function describeReasons(reasons: readonly Reason[], enemy: Color, board: Geometry, say: GradingSay): string {
  const said = reasons.map((reason) => describeReason(reason, enemy, board, say)).join(say('join'))
  return said && capitalise(said) + say('end')
}

/** Starts a sentence with a capital, but not with the name of a point, as in Japanese. */
function capitalise(text: string): string {
  return /^[a-g]\d/.test(text) ? text : text[0].toUpperCase() + text.slice(1)
}

/** What a move that was not bad achieves, if that is known: it wins, or it keeps the value as some others do. */
export function describeSuccess(
  keeping: Keeping | null,
  { value }: Pick<Estimate, 'value'>,
  move: string,
  say: GradingSay,
): string | null {
  const isWon = value?.result === 'win'
  if (isWon && value.plies === 1) return say('wins.now', { move })
  const kept = keeping && value ? describeKeeping(keeping, move, say) : null
  return kept ?? (isWon ? say('wins', { move }) : null)
}

/** How many moves keep the value of a position, for a move that does; null in a lost position. */
function describeKeeping({ result, moves, of }: Keeping, move: string, say: GradingSay): string | null {
  if (result === 'loss') return null
  if (of === 1) return say('keeps.forced', { move })
  if (moves === 1) return say(`keeps.only.${result}`, { move })
  return moves === of ? say(`keeps.all.${result}`, { move }) : say(`keeps.some.${result}`, { move, moves, of })
}
