/** The slider from newcomer to unbeatable. */
import { addElement, setAttribute } from '../../board/dom'
import type { Opponent } from '../../core/match/match'
import { FIRST_RATING } from '../../core/players/people'
import { STOPS, numberOf } from '../../core/match/strengths'
import { opponentName } from '../../ui/match-narration'
import { setText } from '../../ui/prose'
import type { Say } from '../../texts/texts'

export interface StrengthSlider {
  readonly field: HTMLElement
  readonly input: HTMLInputElement
  value(): (typeof STOPS)[number]
}

/** The stop of an opponent, or the nearest one of its strength; that of a club player for others. */
export function stopOf(opponent: Opponent): number {
  const number = numberOf(opponent)
  if (number === null) return Math.max(STOPS.findIndex((stop) => stop === opponent), stopAt(FIRST_RATING))
  return stopAt(number)
}

function stopAt(number: number): number {
  const numbers = STOPS.map((stop) => Math.abs((numberOf(stop) ?? Infinity) - number))
  return numbers.indexOf(Math.min(...numbers))
}

/** Adds the slider; it begins at the strength of `last`. */
export function addStrengthSlider(parent: Element, last: Opponent, say: Say<'play'>): StrengthSlider {
  const field = addElement(parent, 'div', 'field strength')
  const label = addElement(field, 'label')
  label.textContent = say('strength')
  label.htmlFor = 'strength'
  const shown = addElement(field, 'output', 'strength-value')
  shown.htmlFor.add('strength')
  const input = addElement(field, 'input')
  input.id = 'strength'
  input.type = 'range'
  input.min = '0'
  input.max = String(STOPS.length - 1)
  input.value = String(stopOf(last))
  const ends = addElement(field, 'div', 'strength-ends note')
  ends.setAttribute('aria-hidden', 'true')
  for (const key of ['word.newcomer', 'unbeatable'] as const) addElement(ends, 'span').textContent = say(key)
  const value = (): (typeof STOPS)[number] => STOPS[Number(input.value)]
  const update = (): void => {
    const text = opponentName({ opponent: value() }, say)
    setText(shown, text)
    setAttribute(input, 'aria-valuetext', text)
  }
  input.addEventListener('input', update)
  update()
  return { field, input, value }
}
