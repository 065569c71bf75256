/** The panel beside the board: whose turn it is, what to do, buttons, moves, options. */
import { addButton, addElement, setAttribute } from '../../board/dom'
import { NINE } from '../../core/rules/nine'
import type { Variant } from '../../core/rules/variant'
import { addAction } from '../../ui/controls'
import { icon } from '../../ui/icons'
import type { Icon } from '../../ui/icons'
import { addVariantMenu, describeRules } from '../../ui/variant-menu'
import type { VariantMenu } from '../../ui/variant-menu'
import { MoveList } from '../../ui/move-list'
import { OPTIONS } from './play-options'
import type { Option, Options } from './play-options'
import { setText } from '../../ui/prose'
import type { Speech, Say } from '../../texts/texts'

export const COMMANDS = ['undo', 'redo', 'hint', 'resign', 'newGame', 'files', 'review'] as const
export type Command = (typeof COMMANDS)[number]

const ICONS: Readonly<Record<Command, Icon>> = {
  undo: 'undo',
  redo: 'redo',
  hint: 'hint',
  resign: 'flag',
  newGame: 'plus',
  files: 'file',
  review: '/review',
}

/** A button below a note. */
export interface Action {
  readonly text: string
  act(): void
}

/**
 * A note below the hint. Notes with the same text have the same actions. The actions of a plain note
 * replace the commands, so that nothing moves while someone steps through the game.
 */
export interface Note {
  readonly text: string
  readonly tone: 'plain' | 'good' | 'bad'
  readonly actions: readonly Action[]
}

export interface PanelUser {
  run(command: Command): void
  show(ply: number): void
  setOption(option: Option, isOn: boolean): void
  chooseVariant(variant: Variant): void
}

export class PlayPanel {
  readonly moves: MoveList
  private readonly variants: VariantMenu
  private readonly intro: readonly [HTMLElement, HTMLAnchorElement]
  private readonly turn: HTMLElement
  private readonly hint: HTMLElement
  private readonly note: HTMLElement
  private readonly commands: HTMLElement
  private readonly actions: HTMLElement
  private readonly buttons: ReadonlyMap<Command, HTMLButtonElement>
  private readonly explore: HTMLAnchorElement
  private readonly optionsTitle: HTMLElement
  private readonly checks: ReadonlyMap<Option, { input: HTMLInputElement; label: HTMLElement }>

  constructor(parent: Element, speech: Speech, user: PanelUser) {
    const panel = addElement(parent, 'section', 'panel card')
    this.variants = addVariantMenu(panel, speech, (variant) => user.chooseVariant(variant))
    const status = addElement(panel, 'div', 'turn-box')
    this.turn = addElement(status, 'h2')
    this.hint = addElement(status, 'p', 'hint')
    const intro = addElement(panel, 'p', 'intro')
    const about = addElement(intro, 'span')
    const learn = addElement(intro, 'a')
    this.intro = [about, learn]
    this.note = addElement(panel, 'div', 'verdict')
    const row = addElement(panel, 'div', 'commands')
    this.commands = row
    this.actions = addElement(panel, 'div', 'commands instead')
    const more = addElement(panel, 'div', 'commands more')
    this.buttons = new Map(
      COMMANDS.map((command, index) => {
        const button = addButton(index < 4 ? row : more, 'button')
        button.dataset.command = command
        button.append(icon(ICONS[command]))
        addElement(button, 'span')
        button.addEventListener('click', () => user.run(command))
        return [command, button]
      }),
    )
    const box = addElement(panel, 'section', 'moves-box')
    this.moves = new MoveList(box, (ply) => user.show(ply))
    this.explore = addElement(box, 'a', 'explore-link')
    const options = addElement(panel, 'fieldset', 'field options')
    this.optionsTitle = addElement(options, 'legend')
    this.checks = new Map(
      OPTIONS.map((option) => {
        const line = addElement(options, 'label', 'check')
        const input = addElement(line, 'input')
        input.type = 'checkbox'
        input.dataset.option = option
        input.addEventListener('change', () => user.setOption(option, input.checked))
        return [option, { input, label: addElement(line, 'span') }]
      }),
    )
  }

  /** Shows the state of the game. */
  update(
    turn: string,
    hint: { readonly text: string; readonly isWrong: boolean },
    note: Note | null,
    isEnabled: Readonly<Record<Command, boolean>>,
    options: Options,
    explored: string,
    say: Say<'play'>,
  ): void {
    setText(this.turn, turn)
    setText(this.hint, hint.text)
    this.hint.classList.toggle('is-wrong', hint.isWrong)
    this.updateNote(note, options.teach ? say('teachHelp') : '')
    for (const [command, button] of this.buttons) {
      setText(button.lastElementChild ?? button, say(command))
      button.disabled = !isEnabled[command]
    }
    setText(this.explore, say('explorePosition'))
    setAttribute(this.explore, 'href', explored)
    setText(this.optionsTitle, say('options'))
    for (const [option, { input, label }] of this.checks) {
      setText(label, say(`option.${option}`))
      input.checked = options[option]
    }
  }

  /** Shows which variant is played, and what it is about. */
  updateVariant(variant: Variant, speech: Speech, say: Say<'play'>): void {
    const [text, learn] = this.intro
    const isNine = variant === NINE
    this.variants.show(variant)
    setText(text, isNine ? say('intro') : describeRules(variant, speech).join(say('gap')))
    setText(learn, say(isNine ? 'introLink' : 'introRules'))
    setAttribute(learn, 'href', isNine ? './learn' : `./learn#${variant.name}`)
  }

  /** `kept` is shown while there is no note. */
  private updateNote(note: Note | null, kept: string): void {
    const key = JSON.stringify([note, kept])
    if (this.note.dataset.key === key) return
    this.note.dataset.key = key
    this.note.replaceChildren()
    this.actions.replaceChildren()
    const text = note?.text || kept
    this.note.hidden = !text
    const isInstead = note?.tone === 'plain' && note.actions.length > 0
    this.commands.hidden = isInstead
    this.actions.hidden = !isInstead
    this.note.className = `verdict is-${note?.tone ?? 'plain'}${kept ? ' is-kept' : ''}`
    addElement(this.note, 'p').textContent = text
    if (!note?.actions.length) return
    const row = isInstead ? this.actions : addElement(this.note, 'div', 'row')
    for (const action of note.actions) addAction(row, action.text, 'button', () => action.act())
  }
}
