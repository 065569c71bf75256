/** The dialog that makes a game for a friend. */
import { addElement, setText } from '../../../board/dom'
import { formatFen, parseFen, startOf } from '../../../rules/notation'
import type { Variant } from '../../../rules/variant'
import { addAction, addChoices, addTextArea, openDialog } from '../../shared/controls'
import { orFault } from '../../shared/faults'
import { addVariantMenu } from '../../shared/variants/variant-menu'
import { load, save } from '../../shared/visitor/storage'
import type { ClockTerms } from '../online/documents'
import type { Challenge } from '../online/people-api'
import { addNumberField } from './number-field'
import type { LobbyWords } from './lobby-words'

const COLORS = ['random', 'white', 'black'] as const
const KINDS = ['time', 'days', 'none'] as const
type Kind = (typeof KINDS)[number]

const MINUTE = 60
const RANGES = {
  minutes: { least: 0.5, most: 180, step: 0.5 },
  increment: { least: 0, most: 180 },
  days: { least: 1, most: 14 },
} as const

/** The choices that the next dialog begins with. */
interface Kept {
  readonly color: Challenge['color']
  readonly kind: Kind
  readonly minutes: number
  readonly increment: number
  readonly days: number
  readonly rated: boolean
  readonly listed: boolean
}

const NAME = 'challenge'
const DEFAULTS: Kept = { color: 'random', kind: 'time', minutes: 5, increment: 3, days: 2, rated: false, listed: false }

/** What the dialog begins with: a variant, and the text of a position, which may be empty. */
export interface Beginning {
  readonly variant: Variant
  readonly fen: string
}

/** Asks for the terms; `create` resolves with what is wrong, or null. */
export function askForChallenge(
  parent: Element,
  { variant: first, fen }: Beginning,
  words: LobbyWords,
  create: (challenge: Challenge) => Promise<string | null>,
): void {
  const { say } = words
  const kept: Kept = { ...DEFAULTS, ...(load(NAME) as Partial<Kept> | null) }
  const dialog = openDialog(parent, say('friend'))
  let variant = first
  const menu = addVariantMenu(dialog, words.language, (chosen) => {
    variant = chosen
  })
  menu.element.classList.add('field')
  menu.show(variant)
  const clock = addClock(dialog, kept, words)
  const colors = COLORS.map((value) => ({ value, text: say(`color.${value}`) }))
  const color = addChoices(dialog, 'color', say('color'), colors, COLORS.indexOf(kept.color))
  const rated = addCheck(dialog, say('isRated'), say('ratedHelp'), kept.rated)
  const listed = addCheck(dialog, say('isListed'), '', kept.listed)
  const more = addElement(dialog, 'details', 'position-field')
  addElement(more, 'summary').textContent = say('position')
  const position = addTextArea(more, say('positionHelp'), 2)
  position.value = fen
  more.open = fen !== ''
  const fit = (): void => {
    rated.disabled = clock.kind() === 'none' || position.value.trim() !== ''
  }
  dialog.addEventListener('input', fit)
  fit()
  const wrong = addElement(dialog, 'p', 'wrong')
  wrong.setAttribute('role', 'alert')
  const row = addElement(dialog, 'div', 'row')
  addAction(row, say('cancel'), 'button', () => dialog.close())
  const submit = addAction(row, say('create'), 'button main-button', () => {
    const terms = clock.value()
    const start = startingFen(position.value, variant, words)
    if (typeof terms === 'string' || start.fault) {
      setText(wrong, typeof terms === 'string' ? terms : start.fault)
      return
    }
    const isRated = rated.checked && !rated.disabled
    save(NAME, { ...clock.kept(), color: color.value(), rated: rated.checked, listed: listed.checked } satisfies Kept)
    submit.disabled = true
    const challenge = { variant: variant.name, fen: start.fen, color: color.value(), clock: terms, rated: isRated, listed: listed.checked }
    void create(challenge).then((problem) => {
      setText(wrong, problem ?? '')
      submit.disabled = false
      if (problem === null) dialog.close()
      return null
    })
  })
  submit.focus()
}

interface ClockFields {
  kind(): Kind
  /** The terms, or what is wrong with them. */
  value(): ClockTerms | string
  kept(): Pick<Kept, 'kind' | 'minutes' | 'increment' | 'days'>
}

function addClock(parent: Element, kept: Kept, { say }: LobbyWords): ClockFields {
  const kinds = KINDS.map((value) => ({ value, text: say(`kind.${value}`) }))
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
    kind: () => choices.value(),
    value: () => {
      const kind = choices.value()
      const [each, added, most] = [minutes.value(), increment.value(), days.value()]
      if (kind === 'none') return { kind }
      if (kind === 'days') return most === null ? tell('days') : { kind, days: most }
      if (each === null) return tell('minutes')
      return added === null ? tell('increment') : { kind, seconds: Math.round(each * MINUTE), increment: added }
    },
    kept: () => ({
      kind: choices.value(),
      minutes: minutes.value() ?? kept.minutes,
      increment: increment.value() ?? kept.increment,
      days: days.value() ?? kept.days,
    }),
  }
}

function addCheck(parent: Element, text: string, help: string, isChecked: boolean): HTMLInputElement {
  const line = addElement(parent, 'label', 'check')
  const input = addElement(line, 'input')
  input.type = 'checkbox'
  input.checked = isChecked
  const words = addElement(line, 'span')
  addElement(words, 'span').textContent = text
  if (help) addElement(words, 'span', 'note check-help').textContent = help
  return input
}

/** The FEN to start from, null for the normal start, and what is wrong with it. */
function startingFen(text: string, variant: Variant, { language }: LobbyWords): { readonly fen: string | null; readonly fault: string } {
  if (!text.trim()) return { fen: null, fault: '' }
  const read = orFault(language, () => parseFen(text.trim(), variant))
  if (typeof read === 'string') return { fen: null, fault: read }
  const fen = formatFen(read)
  return { fen: fen === formatFen(startOf(variant)) ? null : fen, fault: '' }
}
