/** What somebody sees who has opened the link of a game that waits for an opponent: its terms, and a button to play. */
import { addElement } from '../../../board/dom'
import { formatFen, startOf } from '../../../core/rules/notation'
import { variantOf } from '../../../core/match/match'
import { addAction, addLink } from '../../../ui/controls'
import { otherName } from '../../../online/documents'
import type { OnlineGame } from '../../../online/online-game'
import { describeSeat } from '../shared/people-narration'
import type { Words } from './online-narration'
import { setText } from '../../../ui/prose'

export class JoinCard {
  private readonly element: HTMLElement
  private readonly terms: HTMLElement
  private readonly wrong: HTMLElement

  constructor(root: Element, { game, match }: OnlineGame, { say, shared }: Words, join: () => void) {
    const creator = game.white ? 'white' : 'black'
    const own = otherName(creator)
    const variant = variantOf(match)
    this.element = addElement(root, 'section', 'card waiting')
    addElement(this.element, 'h1').textContent = say('invited')
    this.terms = addElement(this.element, 'p', 'waiting-terms')
    const name = describeSeat(game[creator], false, shared)
    const sides = say(`invited.${own}`, { name }) + say(game.turn === own ? 'invited.first' : 'invited.second')
    addElement(this.element, 'p').textContent = sides
    if (game.start_fen !== formatFen(startOf(variant))) addElement(this.element, 'p').textContent = say('invited.setUp')
    const row = addElement(this.element, 'div', 'row')
    addAction(row, say('join'), 'button main-button', join).dataset.command = 'join'
    addLink(row, say('notNow'), './people', 'button')
    addElement(this.element, 'p', 'note').textContent = say('invited.help')
    this.wrong = addElement(this.element, 'p', 'wrong')
    this.wrong.setAttribute('role', 'alert')
  }

  update(terms: string, wrong: string): void {
    setText(this.terms, terms)
    setText(this.wrong, wrong)
  }

  destroy(): void {
    this.element.remove()
  }
}
