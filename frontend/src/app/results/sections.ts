/** The sections of Results that list moves and tables: openings, the longest game, all tables. */
import { addElement } from '../../board/dom'
import type {
  LongestGame,
  OpeningResults,
  OpeningReply,
  TableResults,
  ValueDocument,
} from '../../generated/api'
import { parseAlgebraic, parseFen, recordAfter, startOf } from '../../rules/notation'
import type { FenRecord } from '../../rules/notation'
import { formatMove } from '../../rules/position'
import type { Variant } from '../../rules/variant'
import { addressOfRecord, exploreAddress, pictureAddress } from '../shared/addresses'
import { addLink } from '../shared/controls'
import type { Say } from '../shared/i18n'
import type { Theme } from '../shared/visitor/settings'
import { shortName } from './figures'
import type { Numbers } from './plots'
import type { TEXTS } from './results-texts'

export type Speak = Say<keyof typeof TEXTS>

/** What the sections of a page have in common. */
export interface Frame {
  readonly page: HTMLElement
  readonly variant: Variant
  readonly theme: Theme
  readonly numbers: Numbers
  readonly say: Speak
}

/** Adds a section with a heading and what it is about. */
export function addSection({ page, say }: Frame, title: keyof typeof TEXTS, text: keyof typeof TEXTS): HTMLElement {
  const section = addElement(page, 'section', 'card results-section')
  addElement(section, 'h2').textContent = say(title)
  addElement(section, 'p', 'note').textContent = say(text)
  return section
}

/** The first moves by classes of equal points, with the replies to each. */
export function addOpenings(frame: Frame, openings: readonly OpeningResults[]): void {
  const { say, variant } = frame
  const section = addSection(frame, 'opening.title', 'opening.text')
  section.classList.add('openings')
  const outcomes = ([['draw', 'holds'], ['loss', 'loses'], ['win', 'wins']] as const).filter(([result]) =>
    openings.some(({ replies }) => replies.some((reply) => reply.result === result)),
  )
  const columns = ['first', 'equal', 'value', ...outcomes.map(([, column]) => column)] as const
  const body = addTable(section, say('opening.title'), columns.map((column) => say(`opening.${column}`)))
  for (const opening of openings) {
    const row = addElement(body, 'tr')
    const name = addElement(row, 'th')
    name.scope = 'row'
    const after = addMove(name, opening.move, startOf(variant))
    addElement(row, 'td').textContent = String(opening.equal.length)
    addElement(row, 'td').textContent = describeValue(opening, say)
    for (const [result] of outcomes) {
      const replies = opening.replies.filter((reply) => reply.result === result)
      addReplies(addElement(row, 'td'), replies, after)
    }
  }
}

function addReplies(cell: Element, replies: readonly OpeningReply[], after: FenRecord): void {
  if (!replies.length) cell.textContent = '–'
  for (const reply of replies) {
    addMove(cell, reply.move, after)
    if (reply.plies !== null) cell.append(` (${reply.plies})`)
    cell.append(' ')
  }
}

function describeValue({ result, plies }: ValueDocument, say: Speak): string {
  return plies === null ? say(result) : `${say(result)} (${plies})`
}

/** The longest game, with its moves on demand. */
export function addLongestGame({ page, variant, theme, say }: Frame, game: LongestGame): void {
  const section = addElement(page, 'section', 'card results-section longest')
  const words = addElement(section, 'div')
  addElement(words, 'h2').textContent = say('game.title')
  addElement(words, 'p').textContent = say('game.text', {
    plies: game.plies ?? 0,
    result: say(`game.result.${game.result}`),
  })
  addLink(words, say('game.explore'), exploreAddress(game.fen, variant), 'button main-button')
  const picture = addElement(section, 'img')
  picture.src = pictureAddress(game.fen, 360, theme, variant)
  picture.alt = say('game.board')
  picture.width = 360
  picture.height = 388
  if (!game.moves) return
  const details = addElement(words, 'details', 'longest-moves')
  addElement(details, 'summary').textContent = say('game.moves', { count: game.moves.length })
  const list = addElement(details, 'ol')
  let record = parseFen(game.fen, variant)
  for (const text of game.moves) {
    const move = parseAlgebraic(text, variant.board)
    record = recordAfter(record, move)
    addLink(addElement(list, 'li'), formatMove(move, variant.board), addressOfRecord(record))
  }
}

/** All tables, on demand. */
export function addTables(frame: Frame, tables: readonly TableResults[]): void {
  const { page, say } = frame
  const section = addElement(page, 'section', 'card results-section')
  addElement(section, 'h2').textContent = say('list.title')
  const details = addElement(section, 'details')
  addElement(details, 'summary').textContent = say('list.show', { count: tables.length })
  const heads = ['list.name', 'list.positions', 'win', 'draw', 'loss', 'list.longestWin', 'list.longestLoss'] as const
  // Build the hundreds of rows only on demand.
  details.addEventListener('toggle', () => {
    if (details.childElementCount > 1) return
    const body = addTable(details, say('list.title'), heads.map((head) => say(head)))
    for (const table of tables) addTableRow(body, table, frame)
  })
}

/** Adds a table that scrolls if it is too wide; returns its body. */
function addTable(parent: Element, name: string, heads: readonly string[]): HTMLElement {
  const frame = addElement(parent, 'div', 'table-frame')
  frame.tabIndex = 0
  frame.setAttribute('role', 'region')
  frame.setAttribute('aria-label', name)
  const table = addElement(frame, 'table')
  const row = addElement(addElement(table, 'thead'), 'tr')
  for (const head of heads) {
    const cell = addElement(row, 'th')
    cell.scope = 'col'
    cell.textContent = head
  }
  return addElement(table, 'tbody')
}

function addTableRow(body: Element, table: TableResults, { variant, numbers: { whole } }: Frame): void {
  const row = addElement(body, 'tr')
  const name = addElement(row, 'th')
  name.scope = 'row'
  name.textContent = shortName(table.name)
  for (const count of [table.positions, table.wins, table.draws, table.losses]) {
    addElement(row, 'td').textContent = whole(count)
  }
  const longest = [
    [table.longest_win, table.longest_win_fen],
    [table.longest_loss, table.longest_loss_fen],
  ] as const
  for (const [plies, fen] of longest) {
    const cell = addElement(row, 'td')
    if (plies === null) cell.textContent = '–'
    else if (fen === null) cell.textContent = String(plies)
    else addLink(cell, String(plies), exploreAddress(fen, variant))
  }
}

/** Adds a move as a link to the position after it; returns that position. */
function addMove(parent: Element, text: string, before: FenRecord): FenRecord {
  const { board } = before.position.variant
  const move = parseAlgebraic(text, board)
  const after = recordAfter(before, move)
  addLink(parent, formatMove(move, board), addressOfRecord(after), 'opening-move')
  return after
}
