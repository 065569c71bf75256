/** Puts evaluations, verdicts on moves, and their reasons into words. */
import type { Geometry } from '../core/rules/geometry'
import { WHITE, colorName, formatMove, other } from '../core/rules/position'
import type { Color } from '../core/rules/position'
import type { Estimate } from '../values/estimate'
import type { Evaluation } from '../values/evaluation'
import { percentOf } from '../values/expected-score'
import type { Keeping, Reason } from '../values/grading/reasons'
import type { Verdict } from '../values/grading/verdict'
import type { Say } from '../texts/texts'

type GradingSay = Say<'grading'>
type PlaySay = Say<'play'>

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

/** An evaluation from the point of view of `color`; estimates and draws tell the score that White can expect. */
export function describeEvaluation(
  evaluation: Pick<Evaluation, 'value' | 'expected' | 'source'>,
  color: Color,
  say: PlaySay,
): string {
  const { value, expected } = evaluation
  const name = (isFor: boolean): string => say(colorName(isFor ? color : other(color)))
  const share = say('barWhite', { share: percentOf(color === WHITE ? expected : 1 - expected) })
  const tail = ` · ${describeSource(evaluation, say)}`
  if (value?.result === 'draw') return say('draw') + (expected === 0.5 ? '' : ` · ${share}`) + tail
  if (value) {
    const side = name(value.result === 'win')
    if (value.plies === null) return say('value.win', { side }) + tail
    return say('value.winIn', { side, plies: value.plies }) + tail
  }
  return share + tail
}

/** Where an evaluation comes from. */
export function describeSource({ value, source }: Pick<Evaluation, 'value' | 'source'>, say: PlaySay): string {
  return say(value && source === 'search' ? 'source.proved' : `source.${source}`)
}

/** Explains a verdict on a move; `enemy` is the opponent of the side that moved. */
export function describeVerdict(
  verdict: Verdict,
  move: string,
  enemy: Color,
  board: Geometry,
  say: PlaySay,
  ofGrading: GradingSay,
): string {
  const { grade, before: { value: best }, after: { value: left }, better, keeping, reasons } = verdict
  const success = grade === 'good' ? describeSuccess(keeping, verdict.after, move, ofGrading) : null
  const parts = [success ?? say(`grade.${grade}`, { move })]
  const plies = { plies: left?.plies ?? 0, best: best?.plies ?? 0 }
  if (better && best?.result === 'loss' && left?.result === 'loss') {
    return [...parts, say('lost.sooner', { ...plies, move: formatMove(better, board) })].join(say('gap'))
  }
  const letGo = reasons.find(({ kind }) => kind === 'let go')
  if (best && left && better) {
    const lost = `${best.result}-${left.result}`
    if (lost === 'win-win') parts.push(say('lost.plies', plies))
    const isLess = lost === 'win-draw' || lost === 'win-loss' || lost === 'draw-loss'
    if (isLess && !letGo) parts.push(say(`lost.${lost}`))
  }
  parts.push(describeReasons(reasons, enemy, board, ofGrading))
  if (better && !letGo?.keeping?.only) parts.push(say('better', { move: formatMove(better, board) }))
  return parts.filter(Boolean).join(say('gap'))
}
