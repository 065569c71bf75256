/** Dialogs of the Play page: a new game, and saving and loading. */
import { addButton, addElement, setText } from '../../../board/dom'
import type { Color } from '../../../rules/position'
import { BLACK, WHITE } from '../../../rules/position'
import type { Say } from '../../shared/i18n'
import type { Server } from '../../server'
import type { ClockSetup, Setup } from '../match/match'
import { OPPONENTS, guideChoice } from './opponents'
import type { ListedGame } from '../match/match-files'
import type { Key } from '../play-texts'

const CLOCKS: readonly (ClockSetup | null)[] = [
  null,
  { minutes: 1, increment: 5 },
  { minutes: 5, increment: 3 },
  { minutes: 10, increment: 5 },
]

/** Opens a dialog that closes by itself: by Escape, by its buttons; the focus then goes back. */
export function openDialog(parent: Element, title: string): HTMLDialogElement {
  const dialog = addElement(parent, 'dialog', 'dialog')
  const heading = addElement(dialog, 'h2')
  heading.id = 'dialog-title'
  heading.textContent = title
  dialog.setAttribute('aria-labelledby', heading.id)
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog && isOutside(dialog, event)) dialog.close()
  })
  dialog.showModal()
  return dialog
}

function isOutside(dialog: Element, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

interface Choice<Value> {
  readonly value: Value
  readonly text: string
}

/** A group of radio buttons, and what reads the choice. */
interface Choices<Value> {
  readonly field: HTMLFieldSetElement
  value(): Value
}

/** Adds a group of radio buttons. */
function addChoices<Value>(
  parent: Element,
  name: string,
  title: string,
  choices: readonly Choice<Value>[],
  chosen: number,
): Choices<Value> {
  const field = addElement(parent, 'fieldset', 'field')
  addElement(field, 'legend').textContent = title
  const row = addElement(field, 'div', 'choices')
  const inputs = choices.map(({ text }, index) => {
    const label = addElement(row, 'label')
    const input = addElement(label, 'input')
    input.type = 'radio'
    input.name = name
    input.value = String(index)
    input.checked = index === chosen
    addElement(label, 'span').textContent = text
    return input
  })
  return { field, value: () => choices[Math.max(0, inputs.findIndex(({ checked }) => checked))].value }
}

/** Asks what to play, beginning with what was played last. */
export function askForSetup(
  parent: Element,
  last: Setup,
  server: Server,
  say: Say<Key>,
  begin: (setup: Setup) => void,
): void {
  const dialog = openDialog(parent, say('newGame'))
  const opponents = OPPONENTS.map((value) => ({
    value,
    text: value === 'person' ? say('person') : say(`level.${value}`),
  }))
  const opponent = addChoices(dialog, 'opponent', say('opponent'), opponents, OPPONENTS.indexOf(last.opponent))
  const note = addElement(dialog, 'p', 'note dialog-note')
  note.setAttribute('role', 'status')
  const inputs = [...dialog.querySelectorAll<HTMLInputElement>('[name=opponent]')]
  dialog.addEventListener('close', guideChoice(inputs, note, server, say))
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
  const isShared = (): boolean => opponent.value() === 'person' // then no colour is yours
  const fit = (): void => {
    color.field.disabled = isShared()
  }
  dialog.addEventListener('change', fit)
  fit()
  const row = addElement(dialog, 'div', 'row')
  addAction(row, say('cancel'), 'button', () => dialog.close())
  const start = addAction(row, say('begin'), 'button main-button', () => {
    dialog.close()
    begin({
      opponent: opponent.value(),
      human: isShared() ? WHITE : (color.value() ?? (Math.random() < 0.5 ? WHITE : BLACK)),
      clock: clock.value(),
      seed: freshSeed(),
    })
  })
  start.focus()
}

/** A number for the computer's choices, another for every game. */
export function freshSeed(): number {
  return Math.floor(Math.random() * 2 ** 32)
}

export function addAction(parent: Element, text: string, className: string, act: () => void): HTMLButtonElement {
  const button = addButton(parent, className)
  button.textContent = text
  button.addEventListener('click', act)
  return button
}

/** Asks before something that is not to be done by mistake. */
export function askWhether(parent: Element, question: string, yes: string, no: string, act: () => void): void {
  const dialog = openDialog(parent, question)
  const row = addElement(dialog, 'div', 'row')
  addAction(row, no, 'button', () => dialog.close()).focus()
  addAction(row, yes, 'button main-button', () => {
    dialog.close()
    act()
  })
}

/** What the dialog of files shows and does. */
export interface Files {
  readonly pgn: string
  readonly fen: string
  /** The games of a text, to choose from. */
  list(text: string): readonly ListedGame[]
  /** Reads a text; returns what is wrong with it, or null. */
  load(text: string): string | null
}

/** Shows the game as text, and reads another. */
export function openFiles(parent: Element, files: Files, say: Say<Key>, announce: (text: string) => void): void {
  const dialog = openDialog(parent, say('filesTitle'))
  dialog.classList.add('wide-dialog')
  const columns = addElement(dialog, 'div', 'files')
  const saving = addElement(columns, 'section')
  addElement(saving, 'h3').textContent = say('thisGame')
  addText(saving, say('pgn'), files.pgn, 7)
  const row = addElement(saving, 'div', 'row start')
  addCopy(row, files.pgn, say, announce)
  const link = addElement(row, 'a', 'button')
  link.textContent = say('download')
  link.download = 'merels.pgn'
  link.href = URL.createObjectURL(new Blob([files.pgn], { type: 'application/x-chess-pgn' }))
  dialog.addEventListener('close', () => URL.revokeObjectURL(link.href))
  addText(saving, say('fen'), files.fen, 2)
  addCopy(addElement(saving, 'div', 'row start'), files.fen, say, announce)

  const loading = addElement(columns, 'section')
  addElement(loading, 'h3').textContent = say('loadTitle')
  const input = addText(loading, say('loadHelp'), '', 7)
  input.readOnly = false
  const picker = addElement(loading, 'input', 'picker')
  picker.type = 'file'
  picker.accept = '.pgn,.fen,.txt,text/plain'
  picker.setAttribute('aria-label', say('file'))
  const chosen = addGameList(loading, files, input, say)
  const wrong = addElement(loading, 'p', 'wrong')
  wrong.setAttribute('role', 'alert')
  picker.addEventListener('change', () => {
    void picker.files?.[0]?.text().then((text) => {
      input.value = text
      input.dispatchEvent(new Event('input'))
      return text
    })
  })
  const end = addElement(dialog, 'div', 'row')
  addAction(end, say('close'), 'button', () => dialog.close())
  addAction(end, say('load'), 'button main-button', () => {
    const problem = files.load(chosen())
    setText(wrong, problem ?? '')
    if (problem === null) dialog.close()
  })
}

/** Lets choose among the games of a text where there are several; returns what reads the chosen one's text. */
function addGameList(parent: Element, files: Files, input: HTMLTextAreaElement, say: Say<Key>): () => string {
  const label = addElement(parent, 'label', 'field')
  const title = addElement(label, 'span', 'note')
  const select = addElement(label, 'select', 'input')
  let games: readonly ListedGame[] = []
  const update = (): void => {
    games = files.list(input.value)
    label.hidden = games.length < 2
    setText(title, say('games', { count: games.length }))
    select.replaceChildren(...games.map((game, index) => new Option(game.title, String(index))))
  }
  input.addEventListener('input', update)
  update()
  return () => (games.length < 2 ? input.value : games[select.selectedIndex].text)
}

function addText(parent: Element, title: string, text: string, rows: number): HTMLTextAreaElement {
  const label = addElement(parent, 'label', 'field')
  addElement(label, 'span', 'note').textContent = title
  const area = addElement(label, 'textarea', 'input')
  area.rows = rows
  area.spellcheck = false
  area.readOnly = true
  area.value = text
  return area
}

function addCopy(parent: Element, text: string, say: Say<Key>, announce: (text: string) => void): void {
  const button = addAction(parent, say('copy'), 'button', () => {
    void navigator.clipboard.writeText(text).then(() => {
      button.textContent = say('copied')
      announce(say('copied'))
      return null
    })
  })
}
