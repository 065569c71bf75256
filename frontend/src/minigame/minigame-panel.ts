/** The panel beside or below the board, and the card at the end of a game. */
import { addButton, addElement, setAttribute, setText } from '../board/dom'
import { count } from '../core/rules/geometry'
import { WHITE, formatMove, inHand, men, other, phase } from '../core/rules/position'
import type { Color } from '../core/rules/position'
import type { Level } from '../core/players/player'
import { canUndo, capturedBy, currentPosition, isPersonToMove, outcomeOf, personOf } from '../core/session/session'
import type { Session } from '../core/session/session'
import { describeEnd, describeScore, describeTurn } from '../ui/game/narration'
import type { Key, Say } from '../texts/keys'

/** What the buttons do. */
export const COMMANDS = ['undo', 'hint', 'swap', 'rematch', 'look'] as const
export type Command = (typeof COMMANDS)[number]

const COLUMNS: readonly Key<'board'>[] = ['side', 'phase', 'inHand', 'onBoard', 'captures']

/** What the panel shows besides the game. */
export interface Notes {
  readonly level: Level
  readonly hint: string
  /** Whether the hint line explains why a click did nothing. */
  readonly isWrong: boolean
  readonly exp: number
  readonly isSearching: boolean
  readonly isResultHidden: boolean
}

export class MinigamePanel {
  private readonly turn: HTMLElement
  private readonly level: HTMLElement
  private readonly titles: readonly HTMLElement[]
  private readonly rows: readonly HTMLTableRowElement[]
  private readonly hint: HTMLElement
  private readonly exp: HTMLElement
  private readonly movesTitle: HTMLElement
  private readonly moves: HTMLElement
  private readonly result: HTMLElement
  private readonly buttons: readonly HTMLButtonElement[]
  private isListLonger = false

  /** Adds the panel to `parent`, and the result card to the board. */
  constructor(parent: Element, board: Element) {
    const panel = addElement(parent, 'div', 'nmm-panel')
    const heading = addElement(panel, 'div', 'nmm-turn')
    this.turn = addElement(heading, 'span')
    this.level = addElement(heading, 'span')
    const table = addElement(panel, 'table')
    const titles = addElement(addElement(table, 'thead'), 'tr')
    this.titles = COLUMNS.map(() => addHeading(titles, 'col'))
    const body = addElement(table, 'tbody')
    this.rows = [addElement(body, 'tr'), addElement(body, 'tr')]
    for (const row of this.rows) {
      const name = addHeading(row, 'row')
      addElement(name, 'span', 'nmm-man').setAttribute('role', 'img')
      addElement(name, 'span')
      for (const _ of COLUMNS.slice(1)) addElement(row, 'td')
    }
    this.hint = addElement(panel, 'div', 'nmm-hint')
    const buttons = addElement(panel, 'div', 'nmm-buttons')
    this.exp = addElement(panel, 'div', 'nmm-exp')
    this.movesTitle = addElement(panel, 'div', 'nmm-moves-title')
    this.moves = addElement(panel, 'ol', 'nmm-moves')
    this.moves.tabIndex = 0 // so that the keyboard can scroll it
    this.result = addElement(board, 'div', 'nmm-result')
    this.result.setAttribute('role', 'group')
    for (const name of ['nmm-title', '', '', '']) addElement(this.result, 'p', name)
    const choices = addElement(this.result, 'div', 'nmm-buttons')
    this.buttons = [
      ...(['undo', 'hint', 'rematch', 'swap'] as const).map((name) => addCommand(buttons, name)),
      ...(['rematch', 'look'] as const).map((name) => addCommand(choices, name)),
    ]
  }

  /** The command of the button an event came from, or null. */
  commandOf(target: EventTarget | null): Command | null {
    const button = this.buttons.find((each) => each === target)
    return button && !button.disabled ? (button.dataset.command as Command) : null
  }

  /** Whether an element is part of the result card. */
  isInResult(element: Element | null): boolean {
    return this.result.contains(element)
  }

  /** Moves the focus to the Rematch button on the result card. */
  focusResult(): void {
    this.result.querySelector('button')?.focus({ preventScroll: true })
  }

  /** Shows a game and its notes. */
  update(session: Session, notes: Notes, say: Say<'board'>): void {
    setText(this.turn, describeTurn(session, say))
    setText(this.level, say(`level.${notes.level}`))
    this.titles.forEach((title, index) => setText(title, say(COLUMNS[index])))
    const own = personOf(session)
    this.updateRow(0, session, own, say)
    this.updateRow(1, session, other(own), say)
    setText(this.hint, notes.hint)
    this.hint.classList.toggle('nmm-wrong', notes.isWrong)
    setText(this.exp, `${say('exp')} ${notes.exp}`)
    this.updateMoves(session, say)
    this.updateButtons(session, notes, say)
    this.updateResult(session, notes, say)
  }

  private updateRow(index: number, session: Session, color: Color, say: Say<'board'>): void {
    const position = currentPosition(session)
    const row = this.rows[index]
    const isActive = !outcomeOf(session) && position.turn === color
    row.classList.toggle('nmm-active', isActive)
    const [name, ...cells] = Array.from(row.children)
    const [man, owner] = Array.from(name.children)
    man.classList.toggle('nmm-black', color !== WHITE)
    setAttribute(man, 'aria-label', say(color === WHITE ? 'white' : 'black'))
    setText(owner, say(index ? 'computer' : 'you'))
    const values = [
      say(`phase.${phase(position, color)}`),
      inHand(position, color),
      count(men(position, color)),
      capturedBy(session, color),
    ]
    cells.forEach((cell, column) => setText(cell, String(values[column])))
  }

  private updateMoves(session: Session, say: Say<'board'>): void {
    const shown = session.moves.map((move) => formatMove(move))
    if (session.positions[0].turn !== WHITE) shown.unshift('...')
    const { moves } = this
    const lines = Math.ceil(shown.length / 2)
    this.isListLonger ||= lines > moves.children.length
    while (moves.children.length > lines) moves.lastElementChild?.remove()
    while (moves.children.length < lines) {
      const line = addElement(moves, 'li')
      for (let cell = 0; cell < 3; cell++) addElement(line, 'span')
    }
    Array.from(moves.children).forEach((line, index) => {
      const texts = [`${index + 1}.`, shown[2 * index], shown[2 * index + 1] ?? '']
      texts.forEach((text, cell) => setText(line.children[cell], text))
    })
    moves.hidden = lines === 0
    setText(this.movesTitle, say(lines ? 'moves' : 'noMoves'))
    setAttribute(moves, 'aria-label', say('moves'))
  }

  /** Scrolls to the end of a list that has grown; called once per frame, to avoid an extra layout. */
  scrollMoves(): void {
    if (this.isListLonger) this.moves.scrollTop = this.moves.scrollHeight
    this.isListLonger = false
  }

  private updateButtons(session: Session, notes: Notes, say: Say<'board'>): void {
    const isOver = outcomeOf(session) !== null
    for (const button of this.buttons) {
      const command = button.dataset.command as Command
      setText(button, say(command))
      if (command === 'undo') button.disabled = !canUndo(session)
      if (command === 'hint') button.disabled = !isPersonToMove(session) || notes.isSearching
    }
    this.buttons[2].hidden = !isOver
  }

  private updateResult(session: Session, notes: Notes, say: Say<'board'>): void {
    const end = outcomeOf(session)
    this.result.hidden = !end || notes.isResultHidden
    if (!end) return
    const hasWon = end.winner === personOf(session)
    this.result.classList.toggle('nmm-won', hasWon)
    this.result.classList.toggle('nmm-lost', !hasWon)
    const lines = [
      ...describeEnd(session, say),
      describeScore(session, say),
      say('end.exp', { exp: notes.exp }),
    ]
    this.result.setAttribute('aria-label', lines[0])
    const paragraphs = Array.from(this.result.querySelectorAll('p'))
    paragraphs.forEach((paragraph, index) => setText(paragraph, lines[index]))
  }
}

function addHeading(row: Element, scope: 'col' | 'row'): HTMLElement {
  const heading = addElement(row, 'th')
  heading.scope = scope
  return heading
}

function addCommand(parent: Element, command: Command): HTMLButtonElement {
  const button = addButton(parent, command === 'rematch' ? 'nmm-button nmm-main' : 'nmm-button')
  button.dataset.command = command
  return button
}
