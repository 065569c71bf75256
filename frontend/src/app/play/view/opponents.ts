/** The opponents: which need the server, and what they are like. */
import { setText } from '../../../board/dom'
import { START, formatFen } from '../../../rules/notation'
import { addLink } from '../../shared/controls'
import type { Say } from '../../shared/i18n'
import type { Server } from '../../server'
import { PERFECT, SOLVING, askExactness } from '../computer/exactness'
import { LEVEL_NAMES, needsServer } from '../match/match'
import type { Opponent } from '../match/match'
import type { Key } from '../play-texts'

export const OPPONENTS: readonly Opponent[] = [...LEVEL_NAMES, 'person']

/** The strongest level that needs no server. */
const STRONGEST_HERE: Opponent = LEVEL_NAMES.filter((name) => !needsServer(name)).slice(-1)[0]

/** The wanted opponent, or a substitute while the server is unreachable. */
export function available(wanted: Opponent, isServerAway: boolean): Opponent {
  return isServerAway && needsServer(wanted) ? STRONGEST_HERE : wanted
}

/**
 * Disables opponents whose server is unreachable, and describes the chosen one in `note`. `inputs` are
 * in the order of `OPPONENTS`. Returns a function that stops it.
 */
export function guideChoice(
  inputs: readonly HTMLInputElement[],
  note: HTMLElement,
  server: Pick<Server, 'isReachable' | 'onChange' | 'look'>,
  say: Say<Key>,
): () => void {
  const exact = addExactness(note, say)
  const update = (): void => {
    const isAway = server.isReachable === false
    const wanted = OPPONENTS[inputs.findIndex(({ checked }) => checked)]
    const chosen = available(wanted, isAway)
    inputs.forEach((input, index) => {
      input.checked = OPPONENTS[index] === chosen
      input.disabled = isAway && needsServer(OPPONENTS[index])
    })
    setText(note, say(`feel.${chosen}`) + (isAway ? say('needsServer') : ''))
    exact.show(chosen === PERFECT)
  }
  for (const input of inputs) input.addEventListener('change', update)
  update()
  void server.look() // the last check may be some seconds old
  const endWatching = server.onChange(update)
  return () => {
    endWatching()
    exact.stop()
  }
}

/** Says below `note` whether Perfect is exact from the first move on. */
function addExactness(note: HTMLElement, say: Say<Key>): { show(isShown: boolean): void; stop(): void } {
  const asking = new AbortController()
  const line = document.createElement('p')
  line.className = 'note exact-note'
  line.setAttribute('role', 'status')
  note.after(line)
  let isExact: boolean | null = null
  let isShown = false
  const update = (): void => {
    line.hidden = !isShown || isExact === null
    line.textContent = say(isExact ? 'exact.yes' : 'exact.no')
    if (isExact) return
    line.append(' · ')
    addLink(line, say('exact.get'), SOLVING)
  }
  update()
  void askExactness(formatFen(START), asking.signal).then((answer) => {
    isExact = answer
    update()
    return null
  })
  return {
    show: (isWanted) => {
      isShown = isWanted
      update()
    },
    stop: () => asking.abort(),
  }
}
