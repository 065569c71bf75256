/** The visitor: name, ratings, and the way to another device. */
import { addElement } from '../../../board/dom'
import { addAction, openDialog } from '../../../ui/controls'
import { privateLink } from '../../../shell/services/identity'
import { addLinkField } from '../shared/link-field'
import type { PlayerDocument } from '../../../generated/api'
import { addQrCode } from '../shared/qr-picture'
import { describeVariant } from './lobby-words'
import type { LobbyWords } from './lobby-words'
import { setText } from '../../../ui/prose'
import { STRENGTHS } from '../../../core/players/people'

const LONGEST_NAME = 24

export interface ProfileUser {
  announce(text: string): void
  /** Resolves with what is wrong, or null. */
  rename(name: string | null): Promise<string | null>
}

export class ProfileCard {
  private readonly name: HTMLInputElement
  private readonly told: HTMLElement
  private readonly ratings: HTMLElement

  constructor(
    private readonly parent: Element,
    private readonly words: LobbyWords,
    private readonly user: ProfileUser,
  ) {
    const { say } = words
    const card = addElement(parent, 'section', 'card profile')
    addElement(card, 'h2').textContent = say('you')
    const form = addElement(card, 'form', 'name-form')
    const field = addElement(form, 'label', 'name-field')
    addElement(field, 'span', 'note').textContent = say('name')
    this.name = addElement(field, 'input', 'input')
    this.name.maxLength = LONGEST_NAME
    this.name.setAttribute('autocomplete', 'nickname')
    const button = addElement(form, 'button', 'button')
    button.textContent = say('saveName')
    this.told = addElement(form, 'p', 'note name-told')
    this.told.setAttribute('role', 'status')
    setText(this.told, say('nameHelp'))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.save()
    })
    addElement(card, 'h3').textContent = say('rating')
    this.ratings = addElement(card, 'ul', 'ratings')
    addElement(card, 'p', 'note scale').textContent = say('scale', STRENGTHS)
    addAction(card, say('device'), 'button', () => this.openDevice())
  }

  update({ name, rating }: PlayerDocument): void {
    const { say } = this.words
    if (document.activeElement !== this.name) this.name.value = name ?? ''
    this.ratings.replaceChildren()
    const rated = Object.entries(rating)
    if (!rated.length) addElement(this.ratings, 'li', 'note').textContent = say('ratingNone')
    for (const [variant, each] of rated) {
      addElement(this.ratings, 'li').textContent = say('ratingOf', {
        game: describeVariant(variant, this.words),
        rating: Math.round(each.rating),
        deviation: Math.round(each.deviation),
        games: each.games,
      })
    }
  }

  private async save(): Promise<void> {
    const problem = await this.user.rename(this.name.value.trim() || null)
    setText(this.told, problem ?? this.words.say('saved'))
    this.told.classList.toggle('wrong', problem !== null)
  }

  private openDevice(): void {
    const { say, shared } = this.words
    const link = privateLink()
    const dialog = openDialog(this.parent, say('device'))
    addElement(dialog, 'p').textContent = say('deviceHelp')
    addLinkField(dialog, link, shared, (text) => this.user.announce(text))
    addQrCode(dialog, link, shared('qr'))
    const row = addElement(dialog, 'div', 'row')
    addAction(row, say('close'), 'button', () => dialog.close()).focus()
  }
}
