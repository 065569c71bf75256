/** Where a game is loaded from: a text to paste, a file, and a list to choose from if it has several games. */
import { addElement } from '../board/dom'
import { addAction, addTextArea } from './controls'
import { listGames } from '../files/game-list'
import type { ListedGame } from '../files/game-list'
import { setText } from './prose'
import './game-source.css'
import { describeFault } from './faults'
import { createSay } from '../texts/texts'
import type { Speech, Say } from '../texts/texts'

/** Games that the list grows by: a file may have thousands, and each is replayed to be listed. */
export const PAGE = 100

/** Longer files are not copied into the text area, which would be slow. */
const MOST_SHOWN = 200_000

const MEGABYTE = 2 ** 20
const MOST_MEGABYTES = 64

export interface GameSource {
  readonly input: HTMLTextAreaElement
  /** The text of the chosen game; the whole text if there is nothing to choose. */
  text(): string
}

/** Adds the controls; `load` is called when a file has only one game, and when one is chosen with Enter. */
export function addGameSource(parent: Element, speech: Speech, rows: number, load: () => void): GameSource {
  const say = createSay(speech, 'files')
  const input = addTextArea(parent, say('help'), rows)
  const picker = addElement(parent, 'input', 'picker')
  picker.type = 'file'
  picker.accept = '.pgn,.fen,.txt,text/plain'
  picker.setAttribute('aria-label', say('file'))
  const list = new GameList(parent, say, speech, load)
  let whole = ''
  const take = (text: string): void => {
    whole = text
    list.show(text)
  }
  input.addEventListener('input', () => {
    input.placeholder = ''
    take(input.value)
  })
  const read = async (file: File): Promise<void> => {
    if (file.size > MOST_MEGABYTES * MEGABYTE) {
      list.tell(say('tooLarge', { name: file.name, most: MOST_MEGABYTES }))
      return
    }
    const text = decode(await file.arrayBuffer())
    const isShown = text.length <= MOST_SHOWN
    input.value = isShown ? text : ''
    input.placeholder = isShown ? '' : say('shown', { name: file.name })
    take(text)
    if (list.isOpen) list.focus()
    else load()
  }
  picker.addEventListener('change', () => {
    const file = picker.files?.[0]
    if (file) void read(file)
  })
  return { input, text: () => list.chosen?.text ?? whole }
}

/** Bytes as text: UTF-8, or else Latin-1, as the PGN standard prescribed. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}

/** The games of a text as radio buttons, if there are several; bad ones are shown, but cannot be chosen. */
class GameList {
  private readonly title: HTMLElement
  private readonly field: HTMLFieldSetElement
  private readonly rows: HTMLElement
  private readonly moreButton: HTMLButtonElement
  private found: Iterator<ListedGame> = [].values()
  private next: ListedGame | undefined
  private games: ListedGame[] = []

  constructor(
    parent: Element,
    private readonly say: Say<'files'>,
    private readonly speech: Speech,
    load: () => void,
  ) {
    this.title = addElement(parent, 'p', 'note game-list-title')
    this.title.id = 'game-list-title'
    this.title.setAttribute('role', 'status')
    this.field = addElement(parent, 'fieldset', 'game-list')
    this.field.setAttribute('aria-labelledby', this.title.id)
    this.field.hidden = true
    this.rows = addElement(this.field, 'div', 'game-rows')
    this.rows.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') load()
    })
    this.moreButton = addAction(this.field, say('more'), 'button', () => this.showMore())
  }

  get isOpen(): boolean {
    return !this.field.hidden
  }

  /** The chosen game, or null if the text has only one. */
  get chosen(): ListedGame | null {
    const checked = this.inputs.findIndex((input) => input.checked)
    return this.isOpen ? this.games[Math.max(0, checked)] : null
  }

  show(text: string): void {
    const wasOpen = this.isOpen
    this.found = listGames(text)
    this.games = []
    this.rows.replaceChildren()
    this.step()
    this.addPage()
    this.field.hidden = this.games.length < 2
    const first = this.inputs.find((input) => !input.disabled)
    if (first) first.checked = true
    if (this.isOpen && !wasOpen) this.field.scrollIntoView({ block: 'nearest' }) // a dialog may be longer than the window
  }

  focus(): void {
    const first = this.inputs.find((input) => input.checked)
    first?.focus()
  }

  /** Says something in place of the title. */
  tell(text: string): void {
    this.field.hidden = true
    setText(this.title, text)
  }

  private get inputs(): HTMLInputElement[] {
    return Array.from(this.rows.querySelectorAll('input'))
  }

  private showMore(): void {
    const before = this.games.length
    this.addPage()
    this.inputs.slice(before).find((input) => !input.disabled)?.focus()
  }

  private addPage(): void {
    for (let added = 0; added < PAGE && this.next; added++) {
      this.games.push(this.next)
      this.addRow(this.next)
      this.step()
    }
    this.moreButton.hidden = !this.next
    const count = this.games.length
    setText(this.title, count < 2 ? '' : this.say(this.next ? 'first' : 'games', { count }))
  }

  /** Looks one game ahead, to know whether there is one. */
  private step(): void {
    const { value, done } = this.found.next()
    this.next = done ? undefined : (value as ListedGame)
  }

  private addRow(game: ListedGame): void {
    const row = addElement(this.rows, 'label', 'game-row')
    const input = addElement(row, 'input')
    input.type = 'radio'
    input.name = 'game'
    input.disabled = game.fault !== null
    addElement(row, 'span', 'game-players').textContent = `${this.games.length}. ${game.players}`
    addElement(row, 'span', 'note').textContent = this.describe(game)
  }

  private describe({ date, event, result, moves, fault }: ListedGame): string {
    const { say } = this
    if (fault) return say('fault', { why: describeFault(fault, this.speech) })
    const parts = [date, event, result === '*' ? say('unfinished') : result, say('moves', { count: moves })]
    return parts.filter(Boolean).join(' · ')
  }
}
