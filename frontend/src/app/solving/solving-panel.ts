/** The panel that offers what the server's machine can solve, and shows how far it is. */
import { addElement } from '../../board/dom'
import type { OfferDocument, OffersDocument, SolvingDocument } from '../../generated/api'
import { ApiError, api, isAbort } from '../api'
import type { PageContext } from '../page'
import { addAction } from '../shared/controls'
import { createSay } from '../shared/i18n'
import { sleep } from '../shared/sleep'
import { describeBytes, describeSeconds } from './amounts'
import type { Speak } from './amounts'
import { TEXTS } from './solving-texts'
import { setText } from '../shared/prose'
import './solving.css'

type Goal = OfferDocument['goal']

/** Where links to the panel lead. */
export const SOLVING_ANCHOR = 'solving'

/** Milliseconds until offers whose times were not measured yet are asked for again. */
const MEASURING = 2_000

export class SolvingPanel {
  readonly element: HTMLElement
  private readonly say: Speak
  private readonly whole: Intl.NumberFormat
  private readonly short: Intl.NumberFormat
  private readonly heading: HTMLElement
  private readonly run: HTMLElement
  private readonly runTitle: HTMLElement
  private readonly progress: HTMLProgressElement
  private readonly figures: HTMLElement
  private readonly left: HTMLElement
  private readonly buttons: HTMLElement
  private readonly pauseButton: HTMLButtonElement
  private readonly cancelButton: HTMLButtonElement
  private readonly runNote: HTMLElement
  private readonly list: HTMLElement
  private readonly note: HTMLElement
  private readonly problem: HTMLElement
  private readonly others: HTMLElement
  private readonly endWatching: () => void
  private offers: OffersDocument | null = null
  private shown: SolvingDocument | null = null
  /** The offers in the list, as text. */
  private listed = ''
  private turn = 0

  constructor(
    parent: Element,
    private readonly context: PageContext,
  ) {
    const say = createSay(TEXTS, context.language)
    this.say = say
    this.whole = new Intl.NumberFormat(context.language)
    this.short = new Intl.NumberFormat(context.language, { notation: 'compact', maximumSignificantDigits: 3 })
    this.element = addElement(parent, 'section', 'card solving')
    this.element.id = SOLVING_ANCHOR
    this.heading = addElement(this.element, 'h2')
    this.heading.textContent = say('title')
    this.heading.tabIndex = -1
    addElement(this.element, 'p', 'note solving-intro').textContent = say('intro')
    this.run = addElement(this.element, 'div', 'solving-run')
    this.runTitle = addElement(this.run, 'h3')
    this.progress = addElement(this.run, 'progress', 'solving-progress')
    const line = addElement(this.run, 'p', 'solving-figures')
    this.figures = addElement(line, 'span')
    this.left = addElement(line, 'strong')
    this.buttons = addElement(this.run, 'div', 'row')
    this.pauseButton = addAction(this.buttons, '', 'button main-button', () => this.togglePause())
    this.cancelButton = addAction(this.buttons, say('cancel'), 'button', () => void this.cancel())
    this.runNote = addElement(this.run, 'p', 'note')
    this.list = addElement(this.element, 'ul', 'solving-offers')
    this.note = addElement(this.element, 'p', 'note solving-note')
    this.others = addElement(this.element, 'p', 'note')
    this.others.append(say('others'), ' ')
    addElement(this.others, 'code').textContent = 'merels solve --variant lasker --all'
    this.problem = addElement(this.element, 'p', 'solving-problem')
    this.problem.setAttribute('role', 'alert')
    this.endWatching = context.server.onChange(() => this.serverChanged())
    this.serverChanged()
    void this.loadOffers()
  }

  /** Brings the panel into view, for a link that leads to it. */
  focus(): void {
    this.element.scrollIntoView({ block: 'start' })
    this.heading.focus({ preventScroll: true })
  }

  destroy(): void {
    this.endWatching()
  }

  /** Asks what can be solved, again and again until the times are measured. */
  private async loadOffers(): Promise<void> {
    const { signal } = this.context
    const turn = ++this.turn // a later call ends this one
    try {
      do {
        this.offers = await api.offers(signal)
        this.update()
        if (this.offers.measured || !this.offers.offers.length || !this.run.hidden) return
        await sleep(MEASURING, signal)
      } while (turn === this.turn)
    } catch (error) {
      if (!isAbort(error)) this.element.hidden = !this.offers // the footer says that the server is away
    }
  }

  private serverChanged(): void {
    const { solving } = this.context.server
    const before = this.shown
    this.shown = solving
    this.update()
    if (this.element.hidden && this.context.server.isReachable) void this.loadOffers()
    if (!solving || !before) return
    const hasChanged = solving.state !== before.state || solving.goal !== before.goal
    if (!hasChanged) return
    if (solving.goal && solving.state !== 'idle') {
      this.context.announce(this.say(`state.${solving.state}`, { goal: this.nameGoal(solving.goal) }))
    }
    if (solving.state !== 'running') void this.loadOffers()
  }

  private nameGoal(goal: Goal): string {
    return this.say(`goal.${goal}`)
  }

  // What is asked of the server.

  private async solve(goal: Goal, pause: boolean): Promise<void> {
    await this.change(() => api.solve({ goal, pause }))
    this.pauseButton.focus()
  }

  private togglePause(): void {
    const { shown } = this
    if (shown?.goal) void this.solve(shown.goal, shown.state === 'running')
  }

  private async cancel(): Promise<void> {
    await this.change(api.cancelSolving)
    if (this.problem.textContent) return
    this.context.announce(this.say('state.cancelled'))
    this.heading.focus({ preventScroll: true })
  }

  /** Sends a request with the buttons disabled, and shows what came of it. */
  private async change(ask: () => Promise<SolvingDocument>): Promise<void> {
    setText(this.problem, '')
    this.disable(true)
    try {
      const solving = await ask()
      this.context.server.note(solving)
    } catch (error) {
      const { say } = this
      const message = error instanceof ApiError ? say('refused', { message: error.message }) : say('offline')
      setText(this.problem, message)
    } finally {
      this.disable(false)
    }
  }

  private disable(isDisabled: boolean): void {
    for (const button of [this.pauseButton, this.cancelButton]) button.disabled = isDisabled
    for (const button of this.list.querySelectorAll('button')) button.disabled = true
    if (isDisabled) return
    this.listed = ''
    this.update()
  }

  // What is shown.

  private update(): void {
    const { offers, shown } = this
    const isGoing = shown ? this.showRun(shown) : false
    this.run.hidden = !isGoing
    this.list.hidden = isGoing
    if (!isGoing) this.showOffers(offers?.offers ?? [])
    setText(this.note, isGoing ? '' : this.describeNote())
    this.note.hidden = !this.note.textContent
    this.others.hidden = !offers?.allowed // for the owner of the server
    if (isGoing || offers) this.element.hidden = false
  }

  /** Shows the work on a goal; returns false if there is none. */
  private showRun(run: SolvingDocument): boolean {
    const { say, whole, short } = this
    if (!run.goal || run.state === 'done' || run.state === 'idle') return false
    const title = say(`state.${run.state}`, { goal: this.nameGoal(run.goal) })
    setText(this.runTitle, title)
    this.progress.max = Math.max(1, run.positions)
    this.progress.value = run.positions_done
    this.progress.setAttribute('aria-label', title)
    const tables = say('tables', { done: whole.format(run.done), total: whole.format(run.total) })
    const positions = say('positions', { done: short.format(run.positions_done), total: short.format(run.positions) })
    setText(this.figures, `${tables} · ${positions}`)
    setText(this.left, run.seconds_left === null ? '' : say('left', { amount: describeSeconds(run.seconds_left, say) }))
    setText(this.pauseButton, say(run.state === 'running' ? 'pause' : run.state === 'paused' ? 'resume' : 'retry'))
    setText(this.runNote, say(`note.${run.state}`))
    this.run.classList.toggle('is-paused', run.state !== 'running')
    this.buttons.hidden = !run.allowed
    return true
  }

  private describeNote(): string {
    const { offers, say, shown } = this
    if (!offers) return say('measuring')
    if (!offers.allowed) return say('forbidden')
    if (!offers.offers.length) return say('all')
    const note = say(offers.measured ? 'estimate' : 'unmeasured')
    if (!shown?.goal || shown.state !== 'done') return note
    return say('after', { done: say('state.done', { goal: this.nameGoal(shown.goal) }) }) + note
  }

  /** Lists the offers; the focus stays where it is. */
  private showOffers(offers: readonly OfferDocument[]): void {
    this.list.hidden = !offers.length
    const text = JSON.stringify(offers)
    if (text === this.listed) return
    this.listed = text
    const { activeElement } = document
    const focused = this.list.contains(activeElement) ? activeElement?.getAttribute('data-goal') : null
    this.list.replaceChildren(...offers.map((offer) => this.showOffer(offer)))
    if (focused) this.list.querySelector<HTMLElement>(`[data-goal=${focused}]`)?.focus()
  }

  private showOffer(offer: OfferDocument): HTMLElement {
    const { say } = this
    const item = document.createElement('li')
    item.className = 'solving-offer'
    const name = this.nameGoal(offer.goal)
    addElement(item, 'h3').textContent = name
    addElement(item, 'p').textContent = say(`brings.${offer.goal}`)
    const figures = addElement(item, 'dl')
    for (const [title, amount] of [
      ['time', say('about', { amount: describeSeconds(offer.seconds, say) })],
      ['disk', describeBytes(offer.bytes, say)],
      ['memory', describeBytes(offer.memory, say)],
    ] as const) {
      const figure = addElement(figures, 'div')
      addElement(figure, 'dt').textContent = say(title)
      addElement(figure, 'dd').textContent = amount
    }
    const button = addAction(item, say('solve'), 'button main-button', () => void this.solve(offer.goal, false))
    button.dataset.goal = offer.goal
    button.setAttribute('aria-label', say('solve.named', { goal: name }))
    if (offer.obstacle) {
      button.disabled = true
      addElement(item, 'p', 'solving-obstacle').textContent = this.describeObstacle(offer, offer.obstacle)
    }
    return item
  }

  private describeObstacle(offer: OfferDocument, lacking: 'memory' | 'disk'): string {
    const { offers, say } = this
    const [need, free] =
      lacking === 'memory' ? [offer.memory, offers?.free_memory] : [offer.space, offers?.free_space]
    return say(`lacks.${lacking}`, { need: describeBytes(need, say), free: describeBytes(free ?? 0, say) })
  }
}
