/** Ways to begin a game: with a friend, or with whoever asks for the same. */
import { addElement } from '../../../board/dom'
import type { Variant } from '../../../core/rules/variant'
import { addAction } from '../../../ui/controls'
import { addVariantMenu } from '../../../ui/variant-menu'
import { keepVariant, keptVariant } from '../../../shell/services/kept-variant'
import type { ClockTerms } from '../../../online/documents'
import type { QuickRequest } from '../../../generated/api'
import { describeClock } from '../shared/people-narration'
import type { Rival } from './challenge-dialog'
import type { LobbyWords } from './lobby-words'

const CLOCKS: readonly ClockTerms[] = [
  { kind: 'time', seconds: 180, increment: 2 },
  { kind: 'time', seconds: 300, increment: 3 },
  { kind: 'time', seconds: 600, increment: 5 },
]

export interface StartUser {
  challenge(rival: Rival, variant: Variant): void
  match(challenge: QuickRequest): void
}

export function addStartCard(parent: Element, words: LobbyWords, user: StartUser): void {
  const { say, shared, speech } = words
  const card = addElement(parent, 'section', 'card start-card')
  const friend = addElement(card, 'div', 'start-part')
  addElement(friend, 'h2').textContent = say('friend')
  addElement(friend, 'p', 'note').textContent = say('friendHelp')
  let variant = keptVariant()
  const begin = addElement(friend, 'div', 'row start')
  for (const rival of ['friend', 'computer'] as const) {
    const style = rival === 'friend' ? 'button main-button' : 'button'
    addAction(begin, say(rival), style, () => user.challenge(rival, variant)).dataset.command = rival
  }
  const quick = addElement(card, 'div', 'start-part')
  addElement(quick, 'h2').textContent = say('quick')
  addElement(quick, 'p', 'note').textContent = say('quickHelp')
  const menu = addVariantMenu(quick, speech, (chosen) => {
    variant = chosen
    keepVariant(chosen)
  })
  menu.show(variant)
  const row = addElement(quick, 'div', 'row quick-row')
  const rated = addElement(addElement(quick, 'label', 'check'), 'input')
  rated.type = 'checkbox'
  addElement(rated.parentElement ?? quick, 'span').textContent = say('isRated')
  for (const clock of CLOCKS) {
    addAction(row, describeClock(clock, shared), 'button quick-button', () =>
      user.match({ variant: variant.name, clock, rated: rated.checked }),
    )
  }
}
