/** Puts the values of Explore into words. */
import { colorName, other } from '../../core/rules/position'
import type { Color, Outcome } from '../../core/rules/position'
import { ApiError } from '../../shell/services/api'
import type { Stop } from '../../values/best-line'
import { percentOf } from '../../values/expected-score'
import type { Evaluation } from '../../values/evaluation'
import { drawnChance } from '../../values/chances'
import type { Chance, Distinction } from '../../values/chances'
import type { RatedMove } from '../../values/ratings'
import type { Person } from '../../core/players/people'
import type { Say } from '../../texts/texts'

export type Speak = Say<'explore'>

export function nameSide(color: Color, say: Speak): string {
  return say(colorName(color))
}

/** The value of a move for the mover, in words. */
export function describeRating({ value, expected }: Pick<RatedMove, 'value' | 'expected'>, say: Speak): string {
  if (value?.result === 'draw') return say('value.draw')
  if (value) {
    if (value.plies === null) return say(`value.${value.result}.unknown`)
    return say(`value.${value.result}`, { plies: value.plies })
  }
  return expected === null ? say('value.unknown') : say('value.estimate', { share: percentOf(expected) })
}

/** A chance in percent, to a tenth; an estimate is not that precise. */
function formatChance({ score, answers }: Chance): string {
  return answers ? (100 * score).toFixed(1) : String(percentOf(score))
}

/** The chance of a draw, in words, by its figure; empty for all other moves. */
export function describeChance(rated: RatedMove, figure: string | null, say: Speak): string {
  return figure === null ? '' : say(rated.chance?.answers ? 'chance' : 'chance.estimate', { share: figure })
}

/** How many replies keep the draw, or win after a losing move; empty if that is not known. */
export function describeReplies({ value, chance }: RatedMove, distinction: Distinction | null, say: Speak): string {
  if (!chance?.answers || !value) return ''
  const { replies, holding } = chance.answers
  const amount = holding === replies ? 'all' : 'some'
  const text = say(`${value.result === 'draw' ? 'hold' : 'win'}.${amount}`, { replies, holding })
  return distinction ? say(distinction, { replies: text }) : text
}

/** What best play can expect in a drawn position; empty if it is not drawn, or that is not known. */
export function describeProspect(rated: readonly RatedMove[], person: Person, say: Speak): string {
  const chance = rated.length ? drawnChance(rated[0]) : null
  if (!chance) return ''
  const key = chance.answers ? 'verdict.chance' : 'verdict.chance.estimate'
  return say(key, { share: formatChance(chance), person: say(`against.${person}`) })
}

/** Where a rating comes from, in a word; empty if there is none. */
export function nameSource({ value, source }: Pick<RatedMove, 'value' | 'source'>, say: Speak): string {
  if (!source) return ''
  return say(value && source === 'search' ? 'short.proved' : `short.${source}`)
}

export interface Verdict {
  readonly text: string
  readonly source: string
  readonly tone: 'white' | 'black' | 'draw' | 'none'
  /** Whether it tells the number of moves to the end. */
  readonly isCounted?: boolean
}

/** The verdict on a position, and its source; or why there is none, if there was a problem. */
export function describeVerdict(
  turn: Color,
  end: Outcome | null,
  evaluation: Evaluation,
  problem: unknown,
  say: Speak,
): Verdict {
  if (end?.winner === null) return { text: say(`verdict.over.${end.reason}`), source: say('source.rules'), tone: 'draw' }
  if (end) {
    const text = say(`verdict.over.${end.reason}`, { winner: nameSide(end.winner, say) })
    return { text, source: say('source.rules'), tone: colorName(end.winner) }
  }
  if (problem !== null) {
    const source = problem instanceof ApiError ? problem.message : describeLack(evaluation, say)
    return { text: say('verdict.unknown'), source, tone: 'none' }
  }
  const source = describeSource(evaluation, say)
  const { depth, moves: [first] } = evaluation
  const value = isExact(evaluation) ? evaluation.value : depth ? first.value : null
  if (value) {
    if (value.result === 'draw') return { text: say('verdict.draw'), source, tone: 'draw' }
    const color = value.result === 'win' ? turn : other(turn)
    const winner = nameSide(color, say)
    const { plies } = value
    const text = plies === null ? say('verdict.win.unknown', { winner }) : say('verdict.win', { winner, plies })
    return { text, source, tone: colorName(color), isCounted: (plies ?? 0) > 1 }
  }
  const { expected } = first
  if (!depth || expected === null) return { text: say('verdict.wait'), source, tone: 'none' }
  const share = percentOf(expected)
  return { text: say('verdict.search', { share, side: nameSide(turn, say) }), source, tone: 'none' }
}

/** Whether the value of the position is known without a search. */
function isExact({ value, source }: Evaluation): boolean {
  return value !== null && source !== 'search'
}

/** Why nothing is known: the tables of the site do not answer, or there is no server. */
function describeLack({ trouble }: Evaluation, say: Speak): string {
  return trouble ? say(`tables.${trouble}`) : say('source.none')
}

/** Where the verdict comes from, and why it does not come from the tables of the site if these do not answer. */
function describeSource(evaluation: Evaluation, say: Speak): string {
  const { trouble } = evaluation
  return nameSources(evaluation, say) + (trouble ? ` · ${say(`tables.${trouble}`)}` : '')
}

function nameSources(evaluation: Evaluation, say: Speak): string {
  const { source, exact, value, depth, progress } = evaluation
  const isSearching = progress === 'searching'
  const more = isSearching ? ` · ${say('searching')}` : ''
  if (isExact(evaluation)) return say(`source.${source}`) + more
  if (!depth) return isSearching ? say('searching') : ''
  if ([...exact.values()].some(Boolean)) return say('source.mixed', { depth }) + more
  return (value ? say('source.proved') : say('source.search', { depth })) + more
}

/** Why the best line ends. */
export function describeStop(stop: Stop, say: Speak): string {
  if (stop.kind !== 'end') return say(`stop.${stop.kind}`)
  const { winner, reason } = stop.outcome
  if (winner === null) return say(`stop.end.${reason}`)
  return say(`stop.end.${reason}`, { winner: nameSide(winner, say), loser: nameSide(other(winner), say) })
}
