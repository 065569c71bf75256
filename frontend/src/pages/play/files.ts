/** Saving and loading in Play; loaded when the dialog is opened. */
import { fenAt, variantOf } from '../../core/match/match'
import type { Match } from '../../core/match/match'
import { matchFrom, pgnOf } from '../../files/match-files'
import type { PageContext } from '../../shell/services/page'
import type { Say } from '../../texts/texts'
import { orFault } from '../../ui/faults'
import { openFiles } from '../../ui/files-dialog'

export interface FilesUser {
  readonly match: Match
  /** The move after which the game is shown; null for the last. */
  readonly viewed: number | null
  adopt(match: Match): void
}

/** Opens the dialog, from which the user's game may be replaced. */
export function openGameFiles(parent: Element, user: FilesUser, context: PageContext, say: Say<'play'>): void {
  const { speech, announce } = context
  const load = (text: string): string | null => {
    const loaded = orFault(speech, () => matchFrom(text, user.match.setup, variantOf(user.match)))
    if (typeof loaded === 'string') return loaded
    user.adopt(loaded)
    announce(say('loaded'))
    return null
  }
  const files = { pgn: pgnOf(user.match, say), fen: fenAt(user.match, user.viewed ?? undefined), speech, load }
  openFiles(parent, files, say, announce)
}
