/** Opens the position in an address of the Play page. */
import type { PageContext } from '../../shell/services/page'
import { orFault } from '../../ui/faults'
import { matchOfAddress } from './address-match'
import { matchOutcome } from '../../core/match/match'
import type { Match } from '../../core/match/match'
import { askWhether } from '../../ui/dialogs'
import type { PlayView } from './play-view'

/** Starts a game from the position in the address, if any; you play the side to move. Asks first if a game goes on. */
export function openAddress(
  { url, speech }: PageContext,
  { say, element }: Pick<PlayView, 'say' | 'element'>,
  current: Match,
  adopt: (match: Match) => void,
  complain: (why: string) => void,
): void {
  if (!url.searchParams.has('fen')) return
  const opened = orFault(speech, () => matchOfAddress(url, current.setup))
  if (typeof opened === 'string') {
    complain(opened)
    return
  }
  const isPlaying = current.session.moves.length > 0 && !matchOutcome(current)
  if (isPlaying) askWhether(element, say('replaceSure'), say('replace'), say('cancel'), () => adopt(opened))
  else adopt(opened)
}
