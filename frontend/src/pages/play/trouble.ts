/** The note that appears if the computer cannot reply. */
import { NINE } from '../../core/rules/nine'
import { HERE, needsServer } from '../../core/match/match'
import type { Match, Setup } from '../../core/match/match'
import type { Note } from './play-panel'
import type { Say } from '../../texts/texts'

/** Offers to play on against a level that needs less, and to try again unless that happens by itself. */
export function noteOfTrouble(
  text: string,
  { setup, first }: Match,
  isWaiting: boolean,
  say: Say<'play'>,
  goOn: (setup: Setup) => void,
): Note {
  const isPerfect = needsServer(setup.opponent) && first.position.variant === NINE
  const opponent = isPerfect ? 'expert' : HERE // Expert's engine may not have loaded
  const instead = say('playInstead', { level: say(`level.${opponent}`) })
  const again = { text: say('again'), act: () => goOn(setup) }
  const actions = [{ text: instead, act: () => goOn({ ...setup, opponent, isAdaptive: false }) }]
  return { text, tone: 'bad', actions: isWaiting ? actions : [again, ...actions] }
}
