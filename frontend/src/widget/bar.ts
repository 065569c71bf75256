/** Below the board: whose turn it is, buttons to step through the moves, and one for the values. */
import { addButton, addElement, setAttribute, setText } from '../board/dom'
import type { Listeners } from '../board/dom'
import { currentPosition, isPersonToMove, outcomeOf } from '../core/session/session'
import type { Session } from '../core/session/session'
import { describeAction } from '../ui/game/narration'
import { colorName } from '../core/rules/position'
import type { State } from './model'
import type { Say } from '../texts/texts'

export interface BarUser {
  /** Goes to the first position, a move back, or a move forward. */
  step(where: Step): void
  toggleValues(): void
}

const STEPS = { first: '«', back: '‹', next: '›' } as const
export type Step = keyof typeof STEPS

/** What the bar shows beyond the game itself. */
export interface BarState {
  readonly canGo: Readonly<Record<Step, boolean>>
  readonly hasValues: boolean
  readonly showsValues: boolean
  readonly drawn: State['drawn']
}

type WidgetSay = Say<'widget'>

export class Bar {
  private readonly buttons: Readonly<Record<Step, HTMLButtonElement>>
  private readonly values: HTMLButtonElement
  private readonly status: HTMLElement

  constructor(
    parent: Element,
    private readonly say: WidgetSay,
    private readonly sayGame: Say<'board'>,
    listeners: Listeners,
    user: BarUser,
  ) {
    const bar = addElement(parent, 'div', 'merels-widget-bar')
    const add = (step: Step): HTMLButtonElement => {
      const button = addButton(bar)
      button.textContent = STEPS[step]
      button.title = say(step)
      button.setAttribute('aria-label', say(step))
      button.dataset.step = step
      listeners.add(button, 'click', () => user.step(step))
      return button
    }
    this.buttons = { first: add('first'), back: add('back'), next: add('next') }
    this.values = addButton(bar)
    this.values.textContent = say('values')
    listeners.add(this.values, 'click', () => user.toggleValues())
    this.status = addElement(bar, 'p', 'merels-widget-status')
  }

  update(session: Session, { canGo, hasValues, showsValues, drawn }: BarState): void {
    for (const step of Object.keys(STEPS) as Step[]) this.buttons[step].disabled = !canGo[step]
    this.values.hidden = !hasValues
    setAttribute(this.values, 'aria-pressed', String(showsValues))
    setText(this.status, drawn ? this.say(`drawn.${drawn}`) : this.describe(session))
  }

  private describe(session: Session): string {
    const { say, sayGame } = this
    const end = outcomeOf(session)
    if (end) {
      return end.winner === null
        ? say(`drawn.${end.reason}`)
        : say(`won.${end.reason}`, { side: sayGame(colorName(end.winner)) })
    }
    const { turn, whiteInHand, blackInHand } = currentPosition(session)
    const parts = [say('turn', { side: sayGame(colorName(turn)) })]
    if (isPersonToMove(session)) parts.push(describeAction(session, sayGame))
    if (whiteInHand + blackInHand) parts.push(say('hands', { white: whiteInHand, black: blackInHand }))
    return parts.join(' ')
  }
}
