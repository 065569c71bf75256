/** What is noted of a move: in a file, as `merels analyse GAME.pgn` writes it, and over the board. */
import GRADES from '../../generated/grades.json'
import type { Overlay } from '../../board/BoardRenderer'
import { annotations } from '../../board/overlay'
import type { Arrow, Badge } from '../../board/overlay'
import { other } from '../../core/rules/position'
import { formatEstimate } from '../../values/estimate'
import type { GradedTurn } from '../../values/grading/grade'
import { describeReason } from '../../ui/grading-narration'
import type { Note } from '../../files/pgn'
import { isBad } from './game-review'
import type { Say } from '../../texts/texts'

/** The annotation of a move: its values and reasons, in English, and the better line if it was bad. */
export function noteOf(turn: GradedTurn, english: Say<'grading'>): Note {
  const { position, before, after, reasons, glyph, best } = turn
  const values = `${formatEstimate(before, position)} -> ${formatEstimate(after, position)}`
  const why = reasons.map((reason) => describeReason(reason, other(position.turn), position.variant.board, english))
  return {
    glyph,
    comment: [values, ...why].join('; '),
    better: isBad(turn) ? best.slice(0, GRADES.longestLine) : [],
  }
}

/**
 * The better move, over the board after a bad one: an arrow for a move, a tick for a man to place, a cross for a man
 * to capture. Null after other moves.
 */
export function markingsOf(turn: GradedTurn | null): Overlay | null {
  if (!turn || !isBad(turn)) return null
  const { origin, target, captured } = turn.best[0]
  const badges: Badge[] = []
  const arrows: Arrow[] = []
  if (origin !== null && target !== null) arrows.push({ from: origin, to: target, tone: 'win' })
  if (origin === null && target !== null && target !== turn.move.target) {
    badges.push({ point: target, tone: 'win', text: '✓' })
  }
  if (captured !== null && captured !== turn.move.captured) badges.push({ point: captured, tone: 'unknown', text: '×' })
  return annotations(badges, arrows)
}
