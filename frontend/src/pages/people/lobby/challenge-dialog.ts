/** The dialog that makes a game with a friend or the computer. */
import { addElement } from '../../../board/dom'
import { formatFen, parseFen, startOf } from '../../../core/rules/notation'
import type { Variant } from '../../../core/rules/variant'
import { isStrength } from '../../../core/match/strengths'
import { addAction, addChoices, addTextArea, openDialog } from '../../../ui/controls'
import { orFault } from '../../../ui/faults'
import { addVariantMenu } from '../../../ui/variant-menu'
import { load, save } from '../../../shell/services/storage'
import type { GameRequest } from '../../../generated/api'
import { addClockFields } from './clock-fields'
import type { ClockChoice } from './clock-fields'
import { addLevelMenu } from './level-menu'
import type { LobbyWords } from './lobby-words'
import { setText } from '../../../ui/prose'

const COLORS = ['random', 'white', 'black'] as const

/** The choices that the next dialog begins with. */
interface Kept extends ClockChoice {
  readonly color: NonNullable<GameRequest['color']>
  readonly level: string | null
  readonly rated: boolean
  readonly listed: boolean
}

const NAME = 'challenge'
const DEFAULTS: Kept = {
  color: 'random',
  kind: 'time',
  minutes: 5,
  increment: 3,
  days: 2,
  level: null,
  rated: false,
  listed: false,
}

/** Who the game is to be with. */
export type Rival = 'friend' | 'computer'

/** What the dialog begins with: a rival, a variant, and the text of a position, which may be empty. */
export interface Beginning {
  readonly rival: Rival
  readonly variant: Variant
  readonly fen: string
}

/** Asks for the terms; `create` resolves with what is wrong, or null. */
export function askForChallenge(
  parent: Element,
  { rival, variant: first, fen }: Beginning,
  words: LobbyWords,
  create: (challenge: GameRequest) => Promise<string | null>,
): void {
  const { say } = words
  const kept: Kept = { ...DEFAULTS, ...(load(NAME) as Partial<Kept> | null) }
  const dialog = openDialog(parent, say(rival))
  let variant = first
  const menu = addVariantMenu(dialog, words.speech, (chosen) => {
    variant = chosen
    level?.show(variant)
    fit()
  })
  menu.element.classList.add('field')
  menu.show(variant)
  const level = rival === 'computer' ? addLevelMenu(dialog, kept.level, words) : null
  level?.show(variant)
  const clock = addClockFields(dialog, kept, words)
  const colors = COLORS.map((value) => ({ value, text: say(value) }))
  const color = addChoices(dialog, 'color', say('color'), colors, COLORS.indexOf(kept.color))
  const rated = addCheck(dialog, say('isRated'), say(level ? 'ratedLevelHelp' : 'ratedHelp'), kept.rated)
  const listed = level ? null : addCheck(dialog, say('isListed'), '', kept.listed)
  const more = addElement(dialog, 'details', 'position-field')
  addElement(more, 'summary').textContent = say('position')
  const position = addTextArea(more, say('positionHelp'), 2)
  position.value = fen
  more.open = fen !== ''
  const fit = (): void => {
    const isMeasured = level === null || isStrength(level.value())
    rated.disabled = clock.choice().kind === 'none' || position.value.trim() !== '' || !isMeasured
  }
  dialog.addEventListener('input', fit)
  fit()
  const wrong = addElement(dialog, 'p', 'wrong')
  wrong.setAttribute('role', 'alert')
  const row = addElement(dialog, 'div', 'row')
  addAction(row, say('cancel'), 'button', () => dialog.close())
  const submit = addAction(row, say(level ? 'begin' : 'create'), 'button main-button', () => {
    const terms = clock.value()
    const start = startingFen(position.value, variant, words)
    if (typeof terms === 'string' || start.fault) {
      setText(wrong, typeof terms === 'string' ? terms : start.fault)
      return
    }
    const choices = { color: color.value(), listed: listed?.checked ?? kept.listed, level: level?.value() ?? kept.level }
    save(NAME, { ...clock.choice(), ...choices, rated: rated.checked } satisfies Kept)
    submit.disabled = true
    const challenge: GameRequest = {
      variant: variant.name,
      fen: start.fen,
      color: choices.color,
      clock: terms,
      rated: rated.checked && !rated.disabled,
      listed: listed?.checked ?? false,
      level: level?.value() ?? null,
    }
    void create(challenge).then((problem) => {
      setText(wrong, problem ?? '')
      submit.disabled = false
      if (problem === null) dialog.close()
      return null
    })
  })
  submit.focus()
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
function startingFen(text: string, variant: Variant, { speech }: LobbyWords): { readonly fen: string | null; readonly fault: string } {
  if (!text.trim()) return { fen: null, fault: '' }
  const read = orFault(speech, () => parseFen(text.trim(), variant))
  if (typeof read === 'string') return { fen: null, fault: read }
  const fen = formatFen(read)
  return { fen: fen === formatFen(startOf(variant)) ? null : fen, fault: '' }
}
