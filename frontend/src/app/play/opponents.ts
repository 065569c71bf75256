/** Whom one can play: which opponents think on the server, and what playing them feels like. */
import { setText } from '../../dom'
import type { Say } from '../i18n'
import type { Server } from '../server'
import { LEVEL_NAMES, localLevel } from './match'
import type { Opponent } from './match'
import type { Key } from './texts'

export const OPPONENTS: readonly Opponent[] = [...LEVEL_NAMES, 'person']

/** The strongest opponent that needs no server. */
const STRONGEST_HERE: Opponent = LEVEL_NAMES.filter((name) => localLevel(name) !== null).slice(-1)[0]

export function needsServer(opponent: Opponent): boolean {
  return opponent !== 'person' && localLevel(opponent) === null
}

/** The opponent that was wanted, or who takes its place while the server is away. */
export function available(wanted: Opponent, isServerAway: boolean): Opponent {
  return isServerAway && needsServer(wanted) ? STRONGEST_HERE : wanted
}

/**
 * Keeps the choice of an opponent to those that can play now, as the server comes and goes, and says
 * below it what the chosen one is like. `inputs` are in the order of `OPPONENTS`. Returns what ends it.
 */
export function guideChoice(
  inputs: readonly HTMLInputElement[],
  note: HTMLElement,
  server: Pick<Server, 'isReachable' | 'onChange' | 'look'>,
  say: Say<Key>,
): () => void {
  const update = (): void => {
    const isAway = server.isReachable === false
    const wanted = OPPONENTS[inputs.findIndex(({ checked }) => checked)]
    const chosen = available(wanted, isAway)
    inputs.forEach((input, index) => {
      input.checked = OPPONENTS[index] === chosen
      input.disabled = isAway && needsServer(OPPONENTS[index])
    })
    setText(note, say(`feel.${chosen}`) + (isAway ? say('needsServer') : ''))
  }
  for (const input of inputs) input.addEventListener('change', update)
  update()
  void server.look() // what is known may be some seconds old
  return server.onChange(update)
}
