/** The fields for the clock of a new game. */
import { addElement } from '../../../board/dom'
import { addChoices } from '../../../ui/controls'
import type { ClockTerms } from '../../../online/documents'
import type { LobbyWords } from './lobby-words'
import { addNumberField } from './number-field'

const KINDS = ['time', 'days', 'none'] as const

const MINUTE = 60
const RANGES = {
  minutes: { least: 0.5, most: 180, step: 0.5 },
  increment: { least: 0, most: 180 },
  days: { least: 1, most: 14 },
} as const

/** What the fields show, of which only some matter for each kind. */
export interface ClockChoice {
  readonly kind: (typeof KINDS)[number]
  readonly minutes: number
  readonly increment: number
  readonly days: number
}

export interface ClockFields {
  /** The terms, or what is wrong with them. */
  value(): ClockTerms | string
  /** What the fields show; what was there before in place of what is wrong. */
  choice(): ClockChoice
}

export function addClockFields(parent: Element, kept: ClockChoice, { say }: LobbyWords): ClockFields {
  const kinds = KINDS.map((value) => ({ value, text: say(value === 'none' ? 'noClock' : `kind.${value}`) }))
  const choices = addChoices(parent, 'clock', say('clock'), kinds, KINDS.indexOf(kept.kind))
  const row = addElement(choices.field, 'div', 'number-fields')
  const minutes = addNumberField(row, say('minutes'), kept.minutes, RANGES.minutes)
  const increment = addNumberField(row, say('increment'), kept.increment, RANGES.increment)
  const days = addNumberField(row, say('days'), kept.days, RANGES.days)
  const fit = (): void => {
    minutes.element.hidden = increment.element.hidden = choices.value() !== 'time'
    days.element.hidden = choices.value() !== 'days'
  }
  choices.field.addEventListener('change', fit)
  fit()
  const tell = (name: keyof typeof RANGES): string => say('wrongNumber', { name: say(name), ...RANGES[name] })
  return {
    value: () => {
      const kind = choices.value()
      const [each, added, most] = [minutes.value(), increment.value(), days.value()]
      if (kind === 'none') return { kind }
      if (kind === 'days') return most === null ? tell('days') : { kind, days: most }
      if (each === null) return tell('minutes')
      return added === null ? tell('increment') : { kind, seconds: Math.round(each * MINUTE), increment: added }
    },
    choice: () => ({
      kind: choices.value(),
      minutes: minutes.value() ?? kept.minutes,
      increment: increment.value() ?? kept.increment,
      days: days.value() ?? kept.days,
    }),
  }
}
