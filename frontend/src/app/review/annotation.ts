/** The annotations of a reviewed game, as `merels analyse GAME.pgn` writes them. */
import GRADES from '../../generated/grades.json'
import { other } from '../../rules/position'
import { formatEstimate } from '../shared/grading/estimate'
import type { GradedTurn } from '../shared/grading/grade'
import { TEXTS } from '../shared/grading/grading-texts'
import { describeReason } from '../shared/grading/narration'
import { createSay } from '../shared/i18n'
import type { Note } from '../shared/files/pgn'
import { isBad } from './game-review'

const say = createSay(TEXTS, 'en') // as the files of the command line

/** The annotation of a move: its values and reasons, and the better line if it was bad. */
export function noteOf(turn: GradedTurn): Note {
  const { board, before, after, reasons, color, glyph, best } = turn
  const values = `${formatEstimate(before)} -> ${formatEstimate(after)}`
  const why = reasons.map((reason) => describeReason(reason, other(color), board, say))
  return {
    glyph,
    comment: [values, ...why].join('; '),
    better: isBad(turn) ? best.slice(0, GRADES.longestLine) : [],
  }
}
