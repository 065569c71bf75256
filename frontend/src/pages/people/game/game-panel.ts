/** The panel beside the board of a game with people: whose turn it is, offers, commands, phrases, moves. */
import { addButton, addElement, setAttribute } from '../../../board/dom'
import { addAction } from '../../../ui/controls'
import { icon } from '../../../ui/icons'
import type { Icon } from '../../../ui/icons'
import { MoveList } from '../../../ui/move-list'
import { PHRASES } from '../../../online/documents'
import type { GameDocument } from '../../../generated/api'
import type { Offer, Phrase } from '../../../online/documents'
import { declinedOf, describeSaying, offersOf } from './online-narration'
import type { Words } from './online-narration'
import { setText } from '../../../ui/prose'

/** While the game goes on, and after it. */
export const PLAYING = ['takeback', 'draw', 'resign'] as const
export const AFTER = ['rematch', 'review', 'explore', 'newGame'] as const
export type Command = (typeof PLAYING)[number] | (typeof AFTER)[number]

const ICONS: Readonly<Record<Command, Icon>> = {
  takeback: 'undo',
  draw: 'draw',
  resign: 'flag',
  rematch: 'redo',
  review: '/review',
  explore: '/explore',
  newGame: 'plus',
}

/** The last phrases that are shown. */
const SHOWN = 3

export interface PanelUser {
  run(command: Command): void
  answer(type: 'accept' | 'decline', what: Offer): void
  talk(phrase: Phrase): void
  show(ply: number): void
  back(): void
  setSounds(isOn: boolean): void
}

/** What the panel shows beyond the game itself. */
export interface PanelState {
  readonly terms: string
  readonly turn: string
  readonly hint: string
  readonly isWrong: boolean
  /** Why nothing happens at the moment; empty if all is well. */
  readonly trouble: string
  readonly isViewing: boolean
  readonly isEnabled: Readonly<Record<Command, boolean>>
  readonly rematch: string
  readonly hasSounds: boolean
}

export class GamePanel {
  readonly moves: MoveList
  readonly report: HTMLElement
  private readonly terms: HTMLElement
  private readonly turn: HTMLElement
  private readonly hint: HTMLElement
  private readonly trouble: HTMLElement
  private readonly offers: HTMLElement
  private readonly rows: readonly [HTMLElement, HTMLElement]
  private readonly buttons: ReadonlyMap<Command, HTMLButtonElement>
  private readonly back: HTMLButtonElement
  private readonly talk: HTMLElement
  private readonly said: HTMLElement
  private readonly sounds: HTMLInputElement

  constructor(
    parent: Element,
    private readonly words: Words,
    private readonly user: PanelUser,
  ) {
    const { say } = words
    const panel = addElement(parent, 'section', 'panel card')
    this.terms = addElement(panel, 'p', 'note game-terms')
    const status = addElement(panel, 'div', 'turn-box')
    this.turn = addElement(status, 'h2')
    this.hint = addElement(status, 'p', 'hint')
    this.trouble = addElement(panel, 'p', 'verdict is-bad')
    this.offers = addElement(panel, 'div', 'offers')
    this.rows = [addElement(panel, 'div', 'commands playing'), addElement(panel, 'div', 'commands')]
    this.buttons = new Map([...PLAYING, ...AFTER].map((command, index) => [command, this.addCommand(command, index)]))
    this.back = addAction(panel, say('back'), 'button', () => user.back())
    this.talk = this.addTalk(panel)
    this.said = addElement(panel, 'div', 'said')
    this.report = addElement(panel, 'section', 'report-box')
    this.moves = new MoveList(addElement(panel, 'section', 'moves-box'), (ply) => user.show(ply))
    const line = addElement(addElement(panel, 'div', 'options'), 'label', 'check')
    this.sounds = addElement(line, 'input')
    this.sounds.type = 'checkbox'
    this.sounds.addEventListener('change', () => user.setSounds(this.sounds.checked))
    addElement(line, 'span').textContent = say('sounds')
  }

  update(game: GameDocument, state: PanelState): void {
    const isOver = game.state === 'finished'
    const isPlayer = game.you !== null
    setText(this.terms, state.terms)
    setText(this.turn, state.turn)
    setText(this.hint, state.hint)
    this.hint.classList.toggle('is-wrong', state.isWrong)
    setText(this.trouble, state.trouble)
    this.trouble.hidden = !state.trouble
    this.updateOffers(game)
    this.rows[0].hidden = isOver || !isPlayer
    this.rows[1].hidden = !isOver
    for (const [command, button] of this.buttons) {
      const text = command === 'rematch' ? state.rematch : this.words.say(command)
      setText(button.lastElementChild ?? button, text)
      button.disabled = !state.isEnabled[command]
    }
    this.buttons.get('rematch')?.toggleAttribute('hidden', !isPlayer && !game.rematch_id)
    this.back.hidden = !state.isViewing
    this.talk.hidden = !isPlayer
    this.updateSaid(game)
    this.report.hidden = !isOver
    this.sounds.checked = state.hasSounds
  }

  private addCommand(command: Command, index: number): HTMLButtonElement {
    const button = addButton(this.rows[index < PLAYING.length ? 0 : 1], 'button')
    button.dataset.command = command
    button.append(icon(ICONS[command]))
    addElement(button, 'span')
    button.addEventListener('click', () => this.user.run(command))
    return button
  }

  private addTalk(parent: Element): HTMLElement {
    const { say } = this.words
    const talk = addElement(parent, 'details', 'talk')
    addElement(talk, 'summary').textContent = say('talk')
    const row = addElement(talk, 'div', 'row')
    for (const phrase of PHRASES) {
      addAction(row, say(`phrase.${phrase}`), 'button phrase', () => {
        talk.open = false
        talk.querySelector('summary')?.focus()
        this.user.talk(phrase)
      })
    }
    return talk
  }

  /** Rebuilt only if they change, so that the focus stays. */
  private updateOffers(game: GameDocument): void {
    const { say } = this.words
    const offers = offersOf(game).filter(({ what }) => what !== 'rematch')
    const declined = declinedOf(game)
    const key = JSON.stringify([offers, declined])
    if (this.offers.dataset.key === key) return
    this.offers.dataset.key = key
    this.offers.replaceChildren()
    for (const what of declined) addElement(this.offers, 'p', 'verdict').textContent = say(`declined.${what}`)
    for (const { what, isOwn } of offers) {
      const box = addElement(this.offers, 'div', 'verdict')
      addElement(box, 'p').textContent = say(isOwn ? `own.${what}` : `offer.${what}`)
      if (isOwn) continue
      const row = addElement(box, 'div', 'row')
      addAction(row, say('accept'), 'button main-button', () => this.user.answer('accept', what))
      addAction(row, say('decline'), 'button', () => this.user.answer('decline', what))
    }
  }

  private updateSaid(game: GameDocument): void {
    const shown = game.says.slice(-SHOWN).map((each) => describeSaying(each, game, this.words))
    this.said.hidden = shown.length === 0
    while (this.said.children.length > shown.length) this.said.lastElementChild?.remove()
    while (this.said.children.length < shown.length) addElement(this.said, 'p')
    shown.forEach((text, index) => setText(this.said.children[index], text))
    setAttribute(this.said, 'aria-label', this.words.say('talk'))
  }
}
