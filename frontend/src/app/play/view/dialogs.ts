/** Dialogs of the Play page: new game, confirmation, saving and loading. */
import { addElement } from '../../../board/dom'
import type { Color } from '../../../rules/position'
import { BLACK, WHITE } from '../../../rules/position'
import { freshSeed } from '../../../player/random'
import { addAction, addChoices, addLink, addTextArea, openDialog } from '../../shared/controls'
import type { Choice } from '../../shared/controls'
import { addCopyButton } from '../../shared/copying'
import { addGameSource } from '../../shared/files/game-source'
import type { Say } from '../../shared/i18n'
import type { Language } from '../../../bilingual'
import type { Variant } from '../../../rules/variant'
import type { PageContext } from '../../page'
import type { ClockSetup, Setup } from '../match/match'
import { addOpponents } from './opponents'
import type { Key } from '../play-texts'
import { setText } from '../../shared/prose'

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
  say: Say<Key>,
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
  addLink(addElement(dialog, 'p', 'note'), say('withPeople'), '/people')
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

/** Asks for confirmation. */
export function askWhether(parent: Element, question: string, yes: string, no: string, act: () => void): void {
  const dialog = openDialog(parent, question)
  const row = addElement(dialog, 'div', 'row')
  addAction(row, no, 'button', () => dialog.close()).focus()
  addAction(row, yes, 'button main-button', () => {
    dialog.close()
    act()
  })
}

/** What the dialog for saving and loading needs. */
export interface Files {
  readonly pgn: string
  readonly fen: string
  readonly language: Language
  /** Loads a text; returns what is wrong with it, or null. */
  load(text: string): string | null
}

/** Shows the game as text, and loads another. */
export function openFiles(parent: Element, files: Files, say: Say<Key>, announce: (text: string) => void): void {
  const dialog = openDialog(parent, say('filesTitle'))
  dialog.classList.add('wide-dialog')
  const columns = addElement(dialog, 'div', 'files')
  const saving = addElement(columns, 'section')
  addElement(saving, 'h3').textContent = say('thisGame')
  addText(saving, say('pgn'), files.pgn, 7)
  const row = addElement(saving, 'div', 'row start')
  addCopyButton(row, 'button', files.pgn, say, announce)
  const file = URL.createObjectURL(new Blob([files.pgn], { type: 'application/x-chess-pgn' }))
  const link = addLink(row, say('download'), file, 'button')
  link.download = 'merels.pgn'
  dialog.addEventListener('close', () => URL.revokeObjectURL(file))
  addText(saving, say('fen'), files.fen, 2)
  addCopyButton(addElement(saving, 'div', 'row start'), 'button', files.fen, say, announce)

  const loading = addElement(columns, 'section')
  addElement(loading, 'h3').textContent = say('loadTitle')
  const load = (): void => {
    const problem = files.load(source.text())
    setText(wrong, problem ?? '')
    if (problem === null) dialog.close()
  }
  const source = addGameSource(loading, files.language, 7, load)
  const wrong = addElement(loading, 'p', 'wrong')
  wrong.setAttribute('role', 'alert')
  const end = addElement(dialog, 'div', 'row')
  addAction(end, say('close'), 'button', () => dialog.close())
  addAction(end, say('load'), 'button main-button', load)
}

function addText(parent: Element, title: string, text: string, rows: number): void {
  const area = addTextArea(parent, title, rows)
  area.readOnly = true
  area.value = text
}
