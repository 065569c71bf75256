/** What the creator of a game sees until somebody joins: the link to send, also as a QR code. */
import { addElement } from '../../../board/dom'
import { addAction } from '../../../ui/controls'
import { addLinkField } from '../shared/link-field'
import { addQrCode } from '../shared/qr-picture'
import type { GameDocument } from '../../../generated/api'
import type { Words } from './online-narration'
import { setText } from '../../../ui/prose'

export interface WaitingUser {
  announce(text: string): void
  cancel(): void
}

export class WaitingCard {
  private readonly element: HTMLElement
  private readonly terms: HTMLElement
  private readonly wrong: HTMLElement

  constructor(root: Element, game: GameDocument, link: string, isQuick: boolean, words: Words, user: WaitingUser) {
    const { say, shared } = words
    this.element = addElement(root, 'section', 'card waiting')
    addElement(this.element, 'h1').textContent = say(isQuick ? 'waitingQuick' : 'waiting')
    this.terms = addElement(this.element, 'p', 'waiting-terms')
    addElement(this.element, 'p').textContent = say(isQuick ? 'waitingQuickHelp' : 'waitingHelp')
    if (isQuick) addElement(this.element, 'div', 'waiting-dots').setAttribute('aria-hidden', 'true')
    else {
      addLinkField(this.element, link, shared, (text) => user.announce(text))
      if (game.listed) addElement(this.element, 'p', 'note').textContent = say('waitingListed')
      addQrCode(this.element, link, shared('qr'), say('scan'))
    }
    const row = addElement(this.element, 'div', 'row')
    addAction(row, say('cancelChallenge'), 'button', () => user.cancel())
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
