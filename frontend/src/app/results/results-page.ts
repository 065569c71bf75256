/** The Results page: the results of solving the game. */
import { addElement } from '../../board/dom'
import type {
  LongestGame,
  Opening,
  OpeningReply,
  ResultsDocument,
  TableResults,
  ValueDocument,
} from '../../generated/api'
import { START, parseAlgebraic, parseFen, recordAfter } from '../../rules/notation'
import type { FenRecord } from '../../rules/notation'
import { formatMove } from '../../rules/position'
import { ApiError, api, isAbort } from '../api'
import { addressOfRecord, exploreAddress, pictureAddress } from '../shared/addresses'
import { addAction, addLink } from '../shared/controls'
import { createSay } from '../shared/i18n'
import type { Say } from '../shared/i18n'
import type { Mount, MountedPage, PageContext } from '../page'
import { SOLVING_ANCHOR, SolvingPanel } from '../solving/solving-panel'
import { totals } from './figures'
import { plotBalance, plotLength, plotPlacing } from './plots'
import type { Numbers } from './plots'
import { TEXTS } from './results-texts'
import './results.css'

export type Speak = Say<keyof typeof TEXTS>

class ResultsPage implements MountedPage {
  private readonly say: Speak
  private readonly page: HTMLElement
  private readonly numbers: Numbers
  private panel: SolvingPanel | null = null

  constructor(
    private readonly root: HTMLElement,
    private readonly context: PageContext,
  ) {
    this.say = createSay(TEXTS, context.language)
    const whole = new Intl.NumberFormat(context.language)
    const share = new Intl.NumberFormat(context.language, { style: 'percent', maximumFractionDigits: 1 })
    this.numbers = { whole: (count) => whole.format(count), share: (part) => share.format(part) }
    this.page = addElement(root, 'div', 'results')
    void this.load()
  }

  unmount(): void {
    this.panel?.destroy()
    this.root.replaceChildren()
  }

  private async load(): Promise<void> {
    this.page.replaceChildren()
    addElement(this.page, 'p', 'note').textContent = this.say('loading')
    try {
      const results = await api.results(this.context.signal)
      this.page.replaceChildren()
      this.build(results)
    } catch (error) {
      if (isAbort(error)) return
      this.page.replaceChildren()
      this.fail(error instanceof ApiError ? error.message : this.say('offline'))
    }
  }

  private fail(message: string): void {
    const card = addElement(this.page, 'section', 'card message')
    addElement(card, 'h1').textContent = message
    addAction(card, this.say('retry'), 'button main-button', () => void this.load())
  }

  private build(results: ResultsDocument): void {
    const { say, numbers } = this
    this.addHero(results)
    this.panel = new SolvingPanel(this.page, this.context)
    const balance = this.addSection('balance.title', 'balance.text')
    plotBalance(balance, results, say, numbers)
    this.addLegend(balance)
    const length = this.addSection('length.title', 'length.text')
    plotLength(length, results, say, numbers)
    this.addLegend(length, ['win', 'loss'])
    if (results.men_placed.length) {
      const placing = this.addSection('placing.title', 'placing.text')
      plotPlacing(placing, results, say, numbers)
      this.addLegend(placing)
    }
    if (results.openings) this.addOpenings(results.openings)
    if (results.longest_game) this.addLongestGame(results.longest_game)
    this.addTables(results.tables)
    if (this.context.url.hash === `#${SOLVING_ANCHOR}`) this.panel.focus()
  }

  private addHero(results: ResultsDocument): void {
    const { say, numbers, page } = this
    const hero = addElement(page, 'section', 'results-hero')
    addElement(hero, 'p', 'results-over').textContent = say('title')
    const [title, text] = describeEmpty(results.empty_board, say)
    addElement(hero, 'h1').textContent = title
    addElement(hero, 'p').textContent = text
    addElement(hero, 'p', 'note').textContent = say('intro')
    const { positions, tables, draws } = totals(results)
    const figures = addElement(page, 'dl', 'figures')
    this.addFigure(figures, numbers.whole(positions), say('positions'))
    this.addFigure(figures, numbers.whole(tables), say('tables'))
    this.addFigure(figures, numbers.share(positions ? draws / positions : 0), say('drawn'))
    const longest = results.longest_game?.plies
    if (longest) this.addFigure(figures, numbers.whole(longest), say('longest'))
    const missing = results.phases.moving.missing.length + results.phases.placing.missing.length
    if (missing) addElement(page, 'p', 'note').textContent = say('missing', { count: missing })
  }

  private addFigure(list: Element, figure: string, words: string): void {
    const card = addElement(list, 'div', 'card figure')
    addElement(card, 'dt').textContent = words
    addElement(card, 'dd').textContent = figure
  }

  private addSection(title: keyof typeof TEXTS, text: keyof typeof TEXTS): HTMLElement {
    const section = addElement(this.page, 'section', 'card results-section')
    addElement(section, 'h2').textContent = this.say(title)
    addElement(section, 'p', 'note').textContent = this.say(text)
    return section
  }

  private addLegend(section: Element, tones: readonly ('win' | 'draw' | 'loss')[] = ['win', 'draw', 'loss']): void {
    const legend = addElement(section, 'p', 'legend')
    legend.append(this.say('legend'))
    for (const tone of tones) {
      const item = addElement(legend, 'span', 'legend-item')
      addElement(item, 'span', `swatch swatch-${tone}`)
      item.append(this.say(tone))
    }
  }

  private addOpenings(openings: readonly Opening[]): void {
    const { say } = this
    const section = this.addSection('opening.title', 'opening.text')
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
      const after = addMove(name, opening.move, START)
      addElement(row, 'td').textContent = String(opening.equal.length)
      addElement(row, 'td').textContent = this.describeValue(opening)
      for (const [result] of outcomes) {
        const replies = opening.replies.filter((reply) => reply.result === result)
        this.addReplies(addElement(row, 'td'), replies, after)
      }
    }
  }

  private addReplies(cell: Element, replies: readonly OpeningReply[], after: FenRecord): void {
    if (!replies.length) cell.textContent = '–'
    for (const reply of replies) {
      addMove(cell, reply.move, after)
      if (reply.plies !== null) cell.append(` (${reply.plies})`)
      cell.append(' ')
    }
  }

  private describeValue({ result, plies }: ValueDocument): string {
    return plies === null ? this.say(result) : `${this.say(result)} (${plies})`
  }

  private addLongestGame(game: LongestGame): void {
    const { say, context } = this
    const section = addElement(this.page, 'section', 'card results-section longest')
    const words = addElement(section, 'div')
    addElement(words, 'h2').textContent = say('game.title')
    addElement(words, 'p').textContent = say('game.text', {
      plies: game.plies ?? 0,
      result: say(`game.result.${game.result}`),
    })
    addLink(words, say('game.explore'), exploreAddress(game.fen), 'button main-button')
    const picture = addElement(section, 'img')
    picture.src = pictureAddress(game.fen, 360, context.settings.theme)
    picture.alt = say('game.board')
    picture.width = 360
    picture.height = 388
    if (!game.moves) return
    const details = addElement(words, 'details', 'longest-moves')
    addElement(details, 'summary').textContent = say('game.moves', { count: game.moves.length })
    const list = addElement(details, 'ol')
    let record = parseFen(game.fen)
    for (const text of game.moves) {
      const move = parseAlgebraic(text)
      record = recordAfter(record, move)
      addLink(addElement(list, 'li'), formatMove(move), addressOfRecord(record))
    }
  }

  private addTables(tables: readonly TableResults[]): void {
    const { say, numbers } = this
    const section = addElement(this.page, 'section', 'card results-section')
    addElement(section, 'h2').textContent = say('list.title')
    const details = addElement(section, 'details')
    addElement(details, 'summary').textContent = say('list.show', { count: tables.length })
    const heads = ['list.name', 'list.positions', 'win', 'draw', 'loss', 'list.longestWin', 'list.longestLoss'] as const
    // Build the hundreds of rows only on demand.
    details.addEventListener('toggle', () => {
      if (details.childElementCount > 1) return
      const body = addTable(details, say('list.title'), heads.map((head) => say(head)))
      for (const table of tables) addTableRow(body, table, numbers)
    })
  }
}

function describeEmpty(value: ValueDocument | null, say: Speak): [string, string] {
  if (!value) return [say('empty.unknown'), say('empty.unknown.text')]
  if (value.result === 'draw') return [say('empty.draw'), say('empty.draw.text')]
  return [say(`empty.${value.result}`, { plies: value.plies ?? 0 }), say('empty.decided.text')]
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

function addTableRow(body: Element, table: TableResults, { whole }: Numbers): void {
  const row = addElement(body, 'tr')
  const name = addElement(row, 'th')
  name.scope = 'row'
  name.textContent = table.name
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
    else addLink(cell, String(plies), exploreAddress(fen))
  }
}

/** Adds a move as a link to the position after it; returns that position. */
function addMove(parent: Element, text: string, before: FenRecord): FenRecord {
  const move = parseAlgebraic(text)
  const after = recordAfter(before, move)
  addLink(parent, formatMove(move), addressOfRecord(after), 'opening-move')
  return after
}

export const mount: Mount = (root, context) => new ResultsPage(root, context)
