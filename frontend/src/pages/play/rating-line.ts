/** Your rating in the dialog for a new game, with a button that starts it again. */
import { addElement } from '../../board/dom'
import { addAction } from '../../ui/controls'
import { readRating, resetRating } from '../../files/rating'
import { wordFor } from '../../core/match/strengths'
import { setText } from '../../ui/prose'
import type { Say } from '../../texts/texts'

/** Adds the line; `announce` tells screen readers of a new start. */
export function addRatingLine(parent: Element, say: Say<'play'>, announce: (text: string) => void): HTMLElement {
  const line = addElement(parent, 'div', 'field rating')
  addElement(line, 'span').textContent = say('yourRating')
  const shown = addElement(line, 'strong')
  const update = (): void => {
    const number = readRating()
    setText(shown, say('rated', { name: say(`word.${wordFor(number)}`), number }))
  }
  addAction(line, say('resetRating'), 'button', () => {
    resetRating()
    update()
    announce(say('resetDone', { rating: readRating() }))
  })
  update()
  return line
}
