/** Opens the position in an address of the Play page. */
import type { PageContext } from '../../page'
import { orFault } from '../../shared/faults'
import { matchOfAddress } from '../match/address-match'
import { matchOutcome } from '../match/match'
import type { Match } from '../match/match'
import { askWhether } from './dialogs'
import type { PlayView } from './play-view'

/** Starts a game from the position in the address, if any; you play the side to move. Asks first if a game goes on. */
export function openAddress(
  { url, language }: PageContext,
  { say, element }: Pick<PlayView, 'say' | 'element'>,
  current: Match,
  adopt: (match: Match) => void,
  complain: (why: string) => void,
): void {
  if (!url.searchParams.has('fen')) return
  const opened = orFault(language, () => matchOfAddress(url, current.setup))
  if (typeof opened === 'string') {
    complain(opened)
    return
  }
  const isPlaying = current.session.moves.length > 0 && !matchOutcome(current)
  if (isPlaying) askWhether(element, say('replaceSure'), say('replace'), say('cancel'), () => adopt(opened))
  else adopt(opened)
}
