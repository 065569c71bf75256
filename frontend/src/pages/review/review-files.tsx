/** The dialog that saves the game under review, annotated, and loads another one; loaded when it is opened. */
import type { VNode } from 'preact'
import { fenAt } from '../../core/match/match'
import { EMPTY } from '../../files/kept-game'
import { matchFrom, pgnOf } from '../../files/match-files'
import { createSay } from '../../texts/texts'
import type { Speech } from '../../texts/texts'
import { orFault } from '../../ui/faults'
import { FilesDialog } from '../../ui/files-dialog'
import { usePage, useSay } from '../../ui/view'
import { noteOf } from './annotation'
import type { ReviewedGame } from './reviewed-game'

interface FilesProps {
  readonly game: ReviewedGame
  /** In which files are annotated. */
  readonly english: Speech
}

export function ReviewFiles({ game, english }: FilesProps): VNode {
  const { speech } = usePage()
  const say = useSay('review')
  const names = useSay('play')
  const inEnglish = createSay(english, 'grading')
  const notes = game.review.value.turns.map((turn) => turn && noteOf(turn, inEnglish))
  const load = (text: string): string | null => {
    const match = orFault(speech, () => matchFrom(text, EMPTY.setup))
    if (typeof match === 'string') return match
    if (!match.session.moves.length) return say('noMoves')
    game.load(match)
    return null
  }
  return (
    <FilesDialog
      pgn={pgnOf(game.match, names, game.total ? notes : undefined)}
      fen={fenAt(game.match, game.ply)}
      load={load}
      close={() => game.closeFiles()}
    />
  )
}
