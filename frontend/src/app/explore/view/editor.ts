/** Sets up a position: what a click puts on a point, whose turn it is, whether men are still placed. */
import { addButton, addElement, setText } from '../../../board/dom'
import { count } from '../../../rules/geometry'
import type { Point } from '../../../rules/geometry'
import { MEN, WHITE, pointName, startPosition } from '../../../rules/position'
import type { Color, Position } from '../../../rules/position'
import type { Language } from '../../shared/i18n'
import { faultOfHands, handsFor, handsWith, takenFor } from './hands'
import type { Hands } from './hands'
import type { Speak } from '../explore-narration'

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
  private brush: Brush = 'white'
  private phase: Phase
  /** Men captured while men are placed; the board does not say how many. */
  private taken: number
  private readonly phases: readonly HTMLInputElement[]
  private readonly handField: HTMLElement
  private readonly fault: HTMLElement
  private readonly doneButton: HTMLButtonElement
  private readonly hands: readonly HTMLInputElement[]
  private readonly turns: readonly HTMLInputElement[]
  private readonly removing: HTMLInputElement

  constructor(
    parent: Element,
    private readonly say: Speak,
    private readonly language: Language,
    position: Position,
    private readonly user: EditorUser,
  ) {
    this.position = position
    this.phase = position.whiteInHand + position.blackInHand > 0 ? 'placing' : 'moving'
    this.taken = takenFor(position, handsOf(position))
    this.element = addElement(parent, 'section', 'card explore-editor')
    addElement(this.element, 'h2').textContent = say('editor')
    addElement(this.element, 'p', 'note').textContent = say('editor.help')
    const brushes = BRUSHES.map((brush) => [brush, say(`brush.${brush}`)] as const)
    addChoices(this.element, say('brush'), 'brush', brushes, (brush) => (this.brush = brush))[0].checked = true
    const sides = (['white', 'black'] as const).map((side) => [side, say(`side.${side}`)] as const)
    this.turns = addChoices(this.element, say('turn'), 'turn', sides, (side) => {
      this.change({ turn: side === 'white' ? 0 : 1 })
    })
    const phases = PHASES.map((phase) => [phase, say(`phase.${phase}`)] as const)
    this.phases = addChoices(this.element, say('phase'), 'phase', phases, (phase) => {
      this.phase = phase
      this.change({})
    })
    this.handField = addElement(this.element, 'fieldset', 'field explore-hands')
    addElement(this.handField, 'legend').textContent = say('hands')
    this.hands = ([0, 1] as const).map((color) => this.addHand(this.handField, color))
    const check = addElement(this.element, 'label', 'check')
    this.removing = addElement(check, 'input')
    this.removing.type = 'checkbox'
    addElement(check, 'span').textContent = say('removing')
    this.removing.addEventListener('change', () => this.change({ removing: this.removing.checked }))
    this.fault = addElement(this.element, 'p', 'explore-fault')
    this.fault.setAttribute('role', 'status')
    const clearing = addElement(this.element, 'div', 'row')
    addCommand(clearing, say('empty'), () => this.clear({ white: 0, black: 0, removing: false }))
    addCommand(clearing, say('start'), () => {
      this.phase = 'placing'
      this.clear(startPosition())
    })
    const ending = addElement(this.element, 'div', 'row explore-ending')
    addCommand(ending, say('cancel'), () => user.cancelled())
    this.doneButton = addCommand(ending, say('done'), () => user.done(this.position))
    this.doneButton.classList.add('main-button')
    this.update()
  }

  /** Puts what is chosen on a point; the same again takes it away. */
  paint(point: Point): void {
    const bit = 1 << point
    const { white, black } = this.position
    const stands = white & bit ? 'white' : black & bit ? 'black' : 'empty'
    const brush = this.brush === stands ? 'empty' : this.brush
    this.change({
      white: brush === 'white' ? white | bit : white & ~bit,
      black: brush === 'black' ? black | bit : black & ~bit,
    })
    const what = this.say(`brush.${brush}`)
    this.user.announce(this.say('said.put', { point: pointName(point), what }))
  }

  private addHand(parent: Element, color: Color): HTMLInputElement {
    const label = addElement(parent, 'label')
    addElement(label, 'span').textContent = this.say(color === WHITE ? 'side.white' : 'side.black')
    const input = addElement(label, 'input', 'input')
    input.type = 'number'
    input.min = '0'
    input.max = String(MEN)
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

  /** Changes the board or the turn; the men in hand follow. */
  private change(parts: Partial<Position>): void {
    this.position = { ...this.position, ...parts }
    this.take(this.phase === 'placing' ? handsFor(this.position, this.taken) : [0, 0])
  }

  private take([whiteInHand, blackInHand]: Hands): void {
    this.position = { ...this.position, whiteInHand, blackInHand }
    this.update()
    this.user.changed(this.position)
  }

  private update(): void {
    const { position } = this
    this.turns[position.turn].checked = true
    this.removing.checked = position.removing
    this.phases[PHASES.indexOf(this.phase)].checked = true
    this.handField.hidden = this.phase === 'moving'
    const hands = handsOf(position)
    this.hands.forEach((input, color) => {
      if (Number(input.value) !== hands[color] || input.value === '') input.value = String(hands[color])
    })
    const fault = faultOfHands(position) ?? tooFew(position)
    const why = fault?.[this.language === 'ja' ? 0 : 1] ?? ''
    setText(this.fault, fault ? this.say('impossible', { why }) : '')
    this.doneButton.disabled = fault !== null
  }
}

function handsOf({ whiteInHand, blackInHand }: Position): Hands {
  return [whiteInHand, blackInHand]
}

/** A board that no game has: fewer than three men on both sides, and none to come. */
function tooFew(position: Position): readonly [string, string] | null {
  const white = count(position.white) + position.whiteInHand
  const black = count(position.black) + position.blackInHand
  if (white >= 3 || black >= 3) return null
  return ['両方の駒が3個未満です', 'both sides have fewer than three men']
}

function addChoices<Value extends string>(
  parent: Element,
  legend: string,
  name: string,
  values: readonly (readonly [Value, string])[],
  chosen: (value: Value) => void,
): HTMLInputElement[] {
  const field = addElement(parent, 'fieldset', 'field')
  addElement(field, 'legend').textContent = legend
  const choices = addElement(field, 'div', 'choices')
  return values.map(([value, text]) => {
    const label = addElement(choices, 'label')
    const input = addElement(label, 'input')
    input.type = 'radio'
    input.name = name
    input.value = value
    input.addEventListener('change', () => chosen(value))
    label.append(text)
    return input
  })
}

function addCommand(parent: Element, text: string, pressed: () => void): HTMLButtonElement {
  const button = addButton(parent, 'button')
  button.textContent = text
  button.addEventListener('click', pressed)
  return button
}
