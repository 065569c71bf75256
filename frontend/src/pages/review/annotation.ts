/** The annotations of a reviewed game, as `merels analyse GAME.pgn` writes them. */
import GRADES from '../../generated/grades.json'
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
