/** The dialog for a new game: whom and how to play. */
import type { VNode } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { hasBook, isLevel } from '../../core/match/match'
import type { ClockSetup, Opponent, Setup } from '../../core/match/match'
import { STOPS, nameStrength, wordFor } from '../../core/match/strengths'
import { STRENGTHS } from '../../core/players/people'
import { freshSeed } from '../../core/players/random'
import { offers } from '../../core/rules/features'
import { startOf } from '../../core/rules/notation'
import { BLACK, WHITE, colorName } from '../../core/rules/position'
import type { Color } from '../../core/rules/position'
import type { Variant } from '../../core/rules/variant'
import { readRating, resetRating } from '../../files/rating'
import { SOLVING } from '../../shell/services/addresses'
import { Button, Choices } from '../../ui/components'
import { ConfirmButton, Dialog } from '../../ui/dialog'
import { opponentName } from '../../ui/match-narration'
import { useCount, usePage, useRequest, useSay } from '../../ui/view'
import { PERFECT, askExactness } from './exactness'
import { available, canDoWithout, kindOf, kindsFor, stopOf } from './opponents'

const COLORS: readonly (Color | null)[] = [WHITE, BLACK, null]

const CLOCKS: readonly (ClockSetup | null)[] = [
  null,
  { minutes: 1, increment: 5 },
  { minutes: 5, increment: 3 },
  { minutes: 10, increment: 5 },
]

interface SetupDialogProps {
  /** The last choices, which the dialog begins with. */
  readonly last: Setup
  readonly variant: Variant
  begin(setup: Setup): void
  close(): void
}

export function SetupDialog({ last, variant, begin, close }: SetupDialogProps): VNode {
  const say = useSay('play')
  const { server } = usePage()
  const [wanted, want] = useState(kindOf(last))
  const [stop, slide] = useState(stopOf(last.opponent))
  const [color, chooseColor] = useState<Color | null>(last.human)
  const [clock, chooseClock] = useState(CLOCKS.find((each) => each?.minutes === last.clock?.minutes) ?? null)
  useLayoutEffect(() => void server.look(), []) // the last check may be some seconds old
  const isAway = server.isReachable === false
  const isMissing = (level: Opponent): boolean => isAway && !canDoWithout(level, variant, server)
  const isLeft = wanted !== 'strength' && wanted !== 'adaptive'
  const kind = isLeft ? kindOf({ opponent: available(wanted, isMissing, variant) }) : wanted
  const isShared = kind === 'person' // then neither colour is yours
  const named = kind === 'strength' ? STOPS[stop] : kind
  const kinds = kindsFor(variant).map((value) => ({
    value,
    text: value === 'person' ? say('person') : say(`level.${value}`),
    isDisabled: isLevel(value) && isMissing(value),
  }))
  const setup = (): Setup => ({
    opponent: named === 'adaptive' ? nameStrength(readRating()) : available(named, isMissing, variant),
    isAdaptive: kind === 'adaptive',
    human: isShared ? WHITE : (color ?? (Math.random() < 0.5 ? WHITE : BLACK)),
    clock,
    seed: freshSeed(),
  })
  const isSearched = offers(variant, 'engine') // then Expert plays in the page
  const away = isMissing(isSearched ? PERFECT : 'expert') ? say(awayText(isSearched, server.isStatic)) : ''
  const limits = offers(variant, 'strengths') ? '' : say(hasBook(variant) ? 'strengthsNineOnly' : 'notHere')
  return (
    <Dialog title={say('newGame')} close={close}>
      <Choices name="opponent" title={say('opponent')} choices={kinds} chosen={kind} choose={want} />
      {kind === 'strength' && <StrengthSlider stop={stop} slide={slide} />}
      {kind === 'adaptive' && <RatingLine />}
      <p class="note dialog-note" role="status">{say(`feel.${isLevel(named) ? named : kind}`) + away + limits}</p>
      <ExactnessNote variant={variant} isShown={named === PERFECT} />
      {(kind === 'strength' || kind === 'adaptive') && <p class="note scale">{say('scale', STRENGTHS)}</p>}
      <Choices
        name="color"
        title={say('color')}
        choices={COLORS.map((value) => ({ value, text: say(value === null ? 'random' : colorName(value)) }))}
        chosen={color}
        disabled={isShared}
        choose={chooseColor}
      />
      <Choices
        name="clock"
        title={say('clock')}
        choices={CLOCKS.map((value) => ({ value, text: value ? say('clockName', { ...value }) : say('noClock') }))}
        chosen={clock}
        choose={chooseClock}
      />
      {!server.isStatic && <p class="note"><a href="./people">{say('withPeople')}</a></p>}
      <div class="row">
        <Button class="button" onClick={close}>{say('cancel')}</Button>
        <ConfirmButton text={say('begin')} autofocus act={() => begin(setup())} />
      </div>
    </Dialog>
  )
}

/** Why a level is missing that the variant has. */
function awayText(isSearched: boolean, isStatic: boolean): 'needsServer' | 'needsTables' | 'expertNeedsServer' {
  if (!isSearched) return 'expertNeedsServer'
  return isStatic ? 'needsTables' : 'needsServer'
}

/** The slider from newcomer to unbeatable. */
function StrengthSlider({ stop, slide }: { readonly stop: number; slide(stop: number): void }): VNode {
  const say = useSay('play')
  const text = opponentName({ opponent: STOPS[stop] }, say)
  return (
    <div class="field strength">
      <label for="strength">{say('strength')}</label>
      <output class="strength-value" for="strength">{text}</output>
      <input
        id="strength"
        type="range"
        min={0}
        max={STOPS.length - 1}
        value={stop}
        aria-valuetext={text}
        onInput={({ currentTarget }) => slide(Number(currentTarget.value))}
      />
      <div class="strength-ends note" aria-hidden="true">
        <span>{say('word.newcomer')}</span>
        <span>{say('unbeatable')}</span>
      </div>
    </div>
  )
}

/** Your rating, with a way to start again. */
function RatingLine(): VNode {
  const { announce } = usePage()
  const say = useSay('play')
  const [, renderAgain] = useCount()
  const number = readRating()
  const reset = (): void => {
    resetRating()
    renderAgain()
    announce(say('resetDone', { rating: readRating() }))
  }
  return (
    <div class="field rating">
      <span>{say('yourRating')}</span>
      <strong>{say('rated', { name: say(`word.${wordFor(number)}`), number })}</strong>
      <Button class="button" onClick={reset}>{say('resetRating')}</Button>
    </div>
  )
}

/** Says whether Perfect is exact from the first move on. */
function ExactnessNote({ variant, isShown }: { readonly variant: Variant; readonly isShown: boolean }): VNode {
  const say = useSay('play')
  const { server } = usePage()
  const [{ answer = null }] = useRequest((signal) => askExactness(startOf(variant), server, signal))
  return (
    <p class="note exact-note" role="status" hidden={!isShown || answer === null}>
      {say(answer ? 'exact.yes' : 'exact.no')}
      {!answer && !server.isStatic && (
        <>
          {' · '}
          <a href={SOLVING}>{say('exact.get')}</a>
        </>
      )}
    </p>
  )
}
