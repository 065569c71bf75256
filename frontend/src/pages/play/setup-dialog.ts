/** The dialog for a new game. */
import { addElement } from '../../board/dom'
import type { ClockSetup, Setup } from '../../core/match/match'
import { freshSeed } from '../../core/players/random'
import { BLACK, WHITE } from '../../core/rules/position'
import type { Color } from '../../core/rules/position'
import type { Variant } from '../../core/rules/variant'
import type { PageContext } from '../../shell/services/page'
import { addAction, addChoices, addLink, openDialog } from '../../ui/controls'
import type { Choice } from '../../ui/controls'
import { addOpponents } from './opponents'
import type { Say } from '../../texts/texts'

const CLOCKS: readonly (ClockSetup | null)[] = [
  null,
  { minutes: 1, increment: 5 },
  { minutes: 5, increment: 3 },
  { minutes: 10, increment: 5 },
]

/** Asks whom and how to play; the last choices are preselected. */
export function askForSetup(
  parent: Element,
  last: Setup,
  variant: Variant,
  context: Pick<PageContext, 'server' | 'announce'>,
  say: Say<'play'>,
  begin: (setup: Setup) => void,
): void {
  const dialog = openDialog(parent, say('newGame'))
  const opponent = addOpponents(dialog, last, variant, context, say)
  dialog.addEventListener('close', () => opponent.stop())
  const colors: Choice<Color | null>[] = [
    { value: WHITE, text: say('white') },
    { value: BLACK, text: say('black') },
    { value: null, text: say('random') },
  ]
  const color = addChoices(dialog, 'color', say('color'), colors, last.human)
  const clocks = CLOCKS.map((value) => ({
    value,
    text: value ? say('clockName', { ...value }) : say('noClock'),
  }))
  const chosen = CLOCKS.findIndex((clock) => clock?.minutes === last.clock?.minutes)
  const clock = addChoices(dialog, 'clock', say('clock'), clocks, Math.max(0, chosen))
  const isShared = (): boolean => opponent.kind() === 'person' // then neither colour is yours
  const fit = (): void => {
    color.field.disabled = isShared()
  }
  dialog.addEventListener('change', fit)
  fit()
  addLink(addElement(dialog, 'p', 'note'), say('withPeople'), './people')
  const row = addElement(dialog, 'div', 'row')
  addAction(row, say('cancel'), 'button', () => dialog.close())
  const start = addAction(row, say('begin'), 'button main-button', () => {
    dialog.close()
    begin({
      ...opponent.value(),
      human: isShared() ? WHITE : (color.value() ?? (Math.random() < 0.5 ? WHITE : BLACK)),
      clock: clock.value(),
      seed: freshSeed(),
    })
  })
  start.focus()
}
