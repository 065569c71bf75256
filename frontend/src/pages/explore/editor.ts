/** The editor for positions: what a click puts on a point, whose turn it is, and the phase. */
import { addElement } from '../../board/dom'
import type { Point } from '../../core/rules/geometry'
import { BLACK, WHITE, startPosition } from '../../core/rules/position'
import type { Color, Position } from '../../core/rules/position'
import { faultOfHands, handsFor, handsWith, takenFor } from './hands'
import type { Hands } from './hands'
import { addAction, addChoices } from '../../ui/controls'
import type { Choices } from '../../ui/controls'
import { nameSide } from './explore-narration'
import type { Speak } from './explore-narration'
import { setText } from '../../ui/prose'
import { describeFault } from '../../ui/faults'
import type { Speech } from '../../texts/texts'

const COLORS: readonly Color[] = [WHITE, BLACK]

const BRUSHES = ['white', 'black', 'empty'] as const
type Brush = (typeof BRUSHES)[number]

const PHASES = ['placing', 'moving'] as const
type Phase = (typeof PHASES)[number]

export interface EditorUser {
  changed(position: Position): void
  done(position: Position): void
  cancelled(): void
  announce(text: string): void
}

export class Editor {
  readonly element: HTMLElement
  position: Position
  /** Men captured during placing, which the board does not show. */
  private taken: number
  private readonly brush: Choices<Brush>
  private readonly turn: Choices<Color>
  private readonly phase: Choices<Phase>
  private readonly handField: HTMLElement
  private readonly fault: HTMLElement
  private readonly doneButton: HTMLButtonElement
  private readonly hands: readonly HTMLInputElement[]
  private readonly removing: HTMLInputElement

  constructor(
    parent: Element,
    private readonly say: Speak,
    private readonly speech: Speech,
    position: Position,
    private readonly user: EditorUser,
  ) {
    this.position = position
    this.taken = takenFor(position, handsOf(position))
    this.element = addElement(parent, 'section', 'card explore-editor')
    addElement(this.element, 'h2').textContent = say('editor')
    addElement(this.element, 'p', 'note').textContent = say('editor.help')
    const brushes = BRUSHES.map((value) => ({ value, text: say(`brush.${value}`) }))
    this.brush = addChoices(this.element, 'brush', say('brush'), brushes, 0)
    const sides = COLORS.map((value) => ({ value, text: nameSide(value, say) }))
    this.turn = addChoices(this.element, 'turn', say('turn'), sides, position.turn)
    this.turn.field.addEventListener('change', () => this.change({ turn: this.turn.value() }))
    const phases = PHASES.map((value) => ({ value, text: say(`phase.${value}`) }))
    const isPlacing = position.whiteInHand + position.blackInHand > 0
    this.phase = addChoices(this.element, 'phase', say('phase'), phases, isPlacing ? 0 : 1)
    this.phase.field.addEventListener('change', () => this.change({}))
    this.handField = addElement(this.element, 'fieldset', 'field explore-hands')
    addElement(this.handField, 'legend').textContent = say('hands')
    this.hands = COLORS.map((color) => this.addHand(this.handField, color))
    const check = addElement(this.element, 'label', 'check')
    this.removing = addElement(check, 'input')
    this.removing.type = 'checkbox'
    addElement(check, 'span').textContent = say('removing')
    this.removing.addEventListener('change', () => this.change({ removing: this.removing.checked }))
    this.fault = addElement(this.element, 'p', 'explore-fault')
    this.fault.setAttribute('role', 'status')
    const clearing = addElement(this.element, 'div', 'row')
    addAction(clearing, say('empty'), 'button', () => this.clear({ white: 0, black: 0, removing: false }))
    addAction(clearing, say('start'), 'button', () => {
      this.phase.inputs[PHASES.indexOf('placing')].checked = true
      this.clear(startPosition(this.position.variant))
    })
    const ending = addElement(this.element, 'div', 'row explore-ending')
    addAction(ending, say('cancel'), 'button', () => user.cancelled())
    this.doneButton = addAction(ending, say('done'), 'button main-button', () => user.done(this.position))
    this.update()
  }

  /** Puts the chosen man on a point, or removes it if it is already there. */
  paint(point: Point): void {
    const bit = 1 << point
    const { white, black } = this.position
    const stands = white & bit ? 'white' : black & bit ? 'black' : 'empty'
    const brush = this.brush.value() === stands ? 'empty' : this.brush.value()
    this.change({
      white: brush === 'white' ? white | bit : white & ~bit,
      black: brush === 'black' ? black | bit : black & ~bit,
    })
    const what = this.say(`brush.${brush}`)
    this.user.announce(this.say('said.put', { point: this.position.variant.board.names[point], what }))
  }

  private addHand(parent: Element, color: Color): HTMLInputElement {
    const label = addElement(parent, 'label')
    addElement(label, 'span').textContent = nameSide(color, this.say)
    const input = addElement(label, 'input', 'input')
    input.type = 'number'
    input.min = '0'
    input.max = String(this.position.variant.men)
    input.inputMode = 'numeric'
    input.addEventListener('input', () => {
      this.take(handsWith(this.position, color, Math.trunc(Number(input.value))))
      this.taken = takenFor(this.position, handsOf(this.position))
    })
    return input
  }

  private clear(parts: Partial<Position>): void {
    this.taken = 0
    this.change(parts)
  }

  /** Changes the board or the turn, and adapts the men in hand. */
  private change(parts: Partial<Position>): void {
    this.position = { ...this.position, ...parts }
    this.take(this.phase.value() === 'placing' ? handsFor(this.position, this.taken) : [0, 0])
  }

  private take([whiteInHand, blackInHand]: Hands): void {
    this.position = { ...this.position, whiteInHand, blackInHand }
    this.update()
    this.user.changed(this.position)
  }

  private update(): void {
    const { position } = this
    this.turn.inputs[position.turn].checked = true
    this.removing.checked = position.removing
    this.handField.hidden = this.phase.value() === 'moving'
    const hands = handsOf(position)
    this.hands.forEach((input, color) => {
      if (Number(input.value) !== hands[color] || input.value === '') input.value = String(hands[color])
    })
    const fault = faultOfHands(position)
    setText(this.fault, fault ? this.say('impossible', { why: describeFault(fault, this.speech) }) : '')
    this.doneButton.disabled = fault !== null
  }
}

function handsOf({ whiteInHand, blackInHand }: Position): Hands {
  return [whiteInHand, blackInHand]
}
