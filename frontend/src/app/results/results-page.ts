/** The Results page: the results of solving a game. */
import { addElement } from '../../board/dom'
import type { PhaseResults, ResultsDocument, ValueDocument } from '../../generated/api'
import { NINE } from '../../rules/nine'
import { startOf } from '../../rules/notation'
import type { Variant } from '../../rules/variant'
import { ApiError, api, isAbort } from '../api'
import { addressOfRecord, resultsAddress, variantOfAddress } from '../shared/addresses'
import { addAction, addLink } from '../shared/controls'
import { orFault } from '../shared/faults'
import { createSay } from '../shared/i18n'
import { addVariantMenu, describeRules, nameOf } from '../shared/variants/variant-menu'
import type { VariantMenu } from '../shared/variants/variant-menu'
import type { Mount, MountedPage, PageContext } from '../page'
import { SOLVING_ANCHOR, SolvingPanel } from '../solving/solving-panel'
import { shortName, totals } from './figures'
import { plotBalance, plotLength, plotPlacing } from './plots'
import type { Numbers } from './plots'
import { TEXTS } from './results-texts'
import { addLongestGame, addOpenings, addSection, addTables } from './sections'
import type { Speak } from './sections'
import './results.css'

const NOT_FOUND = 404

/** As many missing tables are named one by one. */
const FEW = 12

class ResultsPage implements MountedPage {
  private readonly say: Speak
  private readonly menu: VariantMenu
  private readonly page: HTMLElement
  private readonly numbers: Numbers
  private variant: Variant = NINE
  private loading = new AbortController()
  private panel: SolvingPanel | null = null

  constructor(
    private readonly root: HTMLElement,
    private readonly context: PageContext,
  ) {
    const { language } = context
    this.say = createSay(TEXTS, language)
    const whole = new Intl.NumberFormat(language)
    const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
    this.numbers = { whole: (count) => whole.format(count), share: (part) => share.format(part) }
    const frame = addElement(root, 'div', 'results')
    this.menu = addVariantMenu(frame, language, (variant) => this.chooseVariant(variant))
    this.page = addElement(frame, 'div', 'results-page')
    this.navigated(context.url)
  }

  unmount(): void {
    this.loading.abort()
    this.panel?.destroy()
    this.root.replaceChildren()
  }

  navigated(url: URL): void {
    // Links to the panel for solving mean Nine Men's Morris, which it solves.
    const isOfPanel = url.hash === `#${SOLVING_ANCHOR}` && !url.search
    const variant = isOfPanel ? NINE : orFault(this.context.language, () => variantOfAddress(url))
    if (typeof variant === 'string') {
      this.clear()
      this.menu.show(NINE)
      this.fail(variant)
      return
    }
    if (!url.search && variant !== NINE) this.context.replaceAddress(resultsAddress(variant))
    this.variant = variant
    this.menu.show(variant)
    void this.load(url.hash)
  }

  private chooseVariant(variant: Variant): void {
    // Without a name an address leads to the variant chosen last, which another page may change.
    if (!location.search) this.context.replaceAddress(resultsAddress(this.variant))
    this.context.navigate(resultsAddress(variant))
  }

  private clear(): void {
    this.loading.abort()
    this.panel?.destroy()
    this.panel = null
    this.page.replaceChildren()
  }

  private async load(anchor: string): Promise<void> {
    this.clear()
    this.loading = new AbortController()
    const { signal } = this.loading
    addElement(this.page, 'p', 'note').textContent = this.say('loading')
    try {
      const results = await api.results(signal, this.variant)
      this.page.replaceChildren()
      this.build(results)
    } catch (error) {
      if (isAbort(error)) return
      this.page.replaceChildren()
      if (error instanceof ApiError && error.problem.status === NOT_FOUND) this.sayUnsolved()
      else this.fail(error instanceof ApiError ? error.message : this.say('offline'), anchor)
    }
    if (anchor === `#${SOLVING_ANCHOR}`) (this.panel as SolvingPanel | null)?.focus()
  }

  private fail(message: string, anchor?: string): void {
    const card = addElement(this.page, 'section', 'card message')
    addElement(card, 'h1').textContent = message
    if (anchor !== undefined) addAction(card, this.say('retry'), 'button main-button', () => void this.load(anchor))
  }

  /** Says that nothing is known exactly about a variant here, and what there is instead. */
  private sayUnsolved(): void {
    const { say, page, variant, context } = this
    const card = addElement(page, 'section', 'card message')
    addElement(card, 'h1').textContent = say('unsolved', { game: nameOf(variant, context.language) })
    addElement(card, 'p').textContent = say('unsolved.text')
    addLink(card, say('unsolved.explore'), addressOfRecord(startOf(variant)), 'button main-button')
  }

  private build(results: ResultsDocument): void {
    const { say, numbers, page, variant, context } = this
    const frame = { page, say, numbers, variant, theme: context.settings.theme }
    this.addHero(results)
    if (variant === NINE) this.panel = new SolvingPanel(page, context)
    const balance = addSection(frame, 'balance.title', 'balance.text')
    plotBalance(balance, results, say, numbers)
    this.addLegend(balance)
    const length = addSection(frame, 'length.title', 'length.text')
    plotLength(length, results, say, numbers)
    this.addLegend(length, ['win', 'loss'])
    if (results.men_placed.length) {
      const placing = addSection(frame, 'placing.title', 'placing.text')
      plotPlacing(placing, results, say, numbers)
      this.addLegend(placing)
    }
    if (results.openings) addOpenings(frame, results.openings)
    if (results.longest_game) addLongestGame(frame, results.longest_game)
    addTables(frame, results.tables)
  }

  private addHero(results: ResultsDocument): void {
    const { say, numbers, page, variant } = this
    const { language } = this.context
    const hero = addElement(page, 'section', 'results-hero')
    addElement(hero, 'p', 'results-over').textContent = say('title')
    const [title, text] = describeEmpty(results.empty_board, nameOf(variant, language), say)
    addElement(hero, 'h1').textContent = title
    addElement(hero, 'p').textContent = text
    if (variant !== NINE) addElement(hero, 'p').textContent = describeRules(variant, language).join(language === 'ja' ? '' : ' ')
    addElement(hero, 'p', 'note').textContent = say('intro')
    const { positions, tables, draws } = totals(results)
    const figures = addElement(page, 'dl', 'figures')
    this.addFigure(figures, numbers.whole(positions), say('positions'))
    this.addFigure(figures, numbers.whole(tables), say('tables'))
    this.addFigure(figures, numbers.share(positions ? draws / positions : 0), say('drawn'))
    const longest = results.longest_game?.plies
    if (longest) this.addFigure(figures, numbers.whole(longest), say('longest'))
    this.addMissing('moving', results.phases.moving)
    this.addMissing('placing', results.phases.placing)
  }

  private addFigure(list: Element, figure: string, words: string): void {
    const card = addElement(list, 'div', 'card figure')
    addElement(card, 'dt').textContent = words
    addElement(card, 'dd').textContent = figure
  }

  /** Says which tables of a phase are not solved. */
  private addMissing(phase: 'moving' | 'placing', { missing, tables }: PhaseResults): void {
    if (!missing.length) return
    const names = missing.map(shortName)
    const listed = names.length > FEW ? [names[0], '…', names[names.length - 1]] : names
    addElement(this.page, 'p', 'note').textContent = this.say(`missing.${phase}`, {
      count: missing.length,
      all: missing.length + tables,
      names: listed.join(', '),
    })
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
}

function describeEmpty(value: ValueDocument | null, game: string, say: Speak): [string, string] {
  if (!value) return [say('empty.unknown'), say('empty.unknown.text')]
  if (value.result === 'draw') return [say('empty.draw', { game }), say('empty.draw.text')]
  return [say(`empty.${value.result}`, { plies: value.plies ?? 0 }), say('empty.decided.text', { game })]
}

export const mount: Mount = (root, context) => new ResultsPage(root, context)
