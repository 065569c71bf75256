/** The opponents: which need the server, and what they are like. */
import { addElement } from '../../board/dom'
import { formatFen, startOf } from '../../core/rules/notation'
import { SOLVING } from '../../shell/services/addresses'
import { addChoices, addLink } from '../../ui/controls'
import type { Server } from '../../shell/services/server'
import { PERFECT, askExactness } from './exactness'
import { NINE } from '../../core/rules/nine'
import type { Variant } from '../../core/rules/variant'
import { HERE, LEVEL_NAMES, hasBook, isLevel, isOffered, needsServer } from '../../core/match/match'
import type { Opponent, Setup } from '../../core/match/match'
import { readRating } from '../../files/rating'
import { nameStrength } from '../../core/match/strengths'
import { addRatingLine } from './rating-line'
import { addStrengthSlider } from './strength-slider'
import { setText } from '../../ui/prose'
import type { Say } from '../../texts/texts'
import { STRENGTHS } from '../../core/players/people'

export const OPPONENTS: readonly Opponent[] = [...LEVEL_NAMES, 'person']

/** What the dialog offers: a level, a strength, one that follows your results, or another person. */
export const KINDS = [...LEVEL_NAMES, 'strength', 'adaptive', 'person'] as const
export type Kind = (typeof KINDS)[number]

/** The strongest level that needs no server. */
const STRONGEST_HERE: Opponent = LEVEL_NAMES.filter((name) => !needsServer(name)).slice(-1)[0]

/** The wanted opponent, or a substitute if it does not play the variant, or while the server is unreachable. */
export function available(wanted: Opponent, isServerAway: boolean, variant: Variant = NINE): Opponent {
  if (isOffered(wanted, variant) && !(isServerAway && needsServer(wanted, variant))) return wanted
  return variant === NINE ? STRONGEST_HERE : HERE
}

/** What the dialog offers for a variant. */
export function kindsFor(variant: Variant): readonly Kind[] {
  return KINDS.filter((kind) => variant === NINE || (kind !== 'strength' && kind !== 'adaptive' && isOffered(kind, variant)))
}

/** What was chosen for a game. */
export function kindOf({ opponent, isAdaptive }: Pick<Setup, 'opponent' | 'isAdaptive'>): Kind {
  if (isAdaptive) return 'adaptive'
  return opponent === 'person' || isLevel(opponent) ? opponent : 'strength'
}

/** The choice of an opponent in the dialog for a new game. */
export interface OpponentChoice {
  kind(): Kind
  /** The opponent, and whether the game counts for your rating. */
  value(): Pick<Setup, 'opponent' | 'isAdaptive'>
  /** Stops watching the server. */
  stop(): void
}

type Watched = Pick<Server, 'isReachable' | 'onChange' | 'look'>

/** Adds the choice of an opponent, with what each is like; those that need an unreachable server are disabled. */
export function addOpponents(
  parent: Element,
  last: Pick<Setup, 'opponent' | 'isAdaptive'>,
  variant: Variant,
  { server, announce }: { readonly server: Watched; announce(text: string): void },
  say: Say<'play'>,
): OpponentChoice {
  const offered = kindsFor(variant)
  const kinds = offered.map((value) => ({ value, text: value === 'person' ? say('person') : say(`level.${value}`) }))
  const choices = addChoices(parent, 'opponent', say('opponent'), kinds, offered.indexOf(kindOf(last)))
  const slider = addStrengthSlider(parent, last.opponent, say)
  const rating = addRatingLine(parent, say, announce)
  const note = addElement(parent, 'p', 'note dialog-note')
  note.setAttribute('role', 'status')
  const scale = addElement(parent, 'p', 'note scale')
  scale.textContent = say('scale', STRENGTHS)
  const exact = addExactness(note, variant, say)
  const isAway = (): boolean => server.isReachable === false
  const opponentOf = (kind: Kind): Opponent => {
    if (kind === 'adaptive') return nameStrength(readRating())
    return available(kind === 'strength' ? slider.value() : kind, isAway(), variant)
  }
  const update = (): void => {
    const wanted = choices.value()
    const chosen = wanted === 'strength' || wanted === 'adaptive' ? wanted : kindOf({ opponent: opponentOf(wanted) })
    choices.inputs.forEach((input, index) => {
      const kind = offered[index]
      input.checked = kind === chosen
      input.disabled = isAway() && isLevel(kind) && needsServer(kind, variant)
    })
    slider.field.hidden = chosen !== 'strength'
    rating.hidden = chosen !== 'adaptive'
    scale.hidden = slider.field.hidden && rating.hidden
    const stop = chosen === 'strength' ? slider.value() : chosen
    const feel = isLevel(stop) ? stop : chosen
    const away = isAway() ? say(variant === NINE ? 'needsServer' : 'expertNeedsServer') : ''
    setText(note, say(`feel.${feel}`) + away + (variant === NINE ? '' : say(hasBook(variant) ? 'strengthsNineOnly' : 'notHere')))
    exact.show(stop === PERFECT)
  }
  for (const input of [...choices.inputs, slider.input]) {
    input.addEventListener('change', update)
    input.addEventListener('input', update)
  }
  update()
  void server.look() // the last check may be some seconds old
  const endWatching = server.onChange(update)
  return {
    kind: choices.value,
    value: () => ({ opponent: opponentOf(choices.value()), isAdaptive: choices.value() === 'adaptive' }),
    stop: () => {
      endWatching()
      exact.stop()
    },
  }
}

/** Says below `note` whether Perfect is exact from the first move on. */
function addExactness(
  note: HTMLElement,
  variant: Variant,
  say: Say<'play'>,
): { show(isShown: boolean): void; stop(): void } {
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
  void askExactness(formatFen(startOf(variant)), asking.signal, variant).then((answer) => {
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
