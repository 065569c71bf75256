/** A puzzle in a list: a thumbnail, your colour, what to do, and how strong one must be. */
import { addElement } from '../../../board/dom'
import { colorName } from '../../../rules/position'
import type { PuzzleDocument } from '../../../generated/api'
import type { Speak } from '../exercise'
import { addressOf, positionOf, taskOf, turnsOf } from './puzzles'
import type { Theme } from './puzzles'
import { thumbnail } from './thumbnail'

/** Adds a link to a puzzle. */
export function addPuzzleLink(
  parent: Element,
  say: Speak,
  puzzle: PuzzleDocument,
  isDone: boolean,
  theme: Theme | null,
): HTMLAnchorElement {
  const { id, strength } = puzzle
  const position = positionOf(puzzle)
  const color = colorName(position.turn)
  const link = addElement(parent, 'a', 'puzzle-link')
  link.href = addressOf(puzzle, theme)
  link.append(thumbnail(position))
  addHidden(link, say('link.before'))
  addElement(link, 'strong', color).textContent = id
  addHidden(link, say('link.side', { side: say(color) }))
  addElement(link, 'span', 'note').textContent = describeTask(say, 'short', puzzle)
  addHidden(link, say('link.strength'))
  addElement(link, 'span', 'puzzle-strength').textContent = String(strength)
  if (isDone) {
    link.classList.add('is-done')
    addHidden(link, ` (${say('done')})`)
  }
  return link
}

/** What to do in a puzzle, in a few words. */
export function describeTask(say: Speak, style: 'short' | 'offer', puzzle: PuzzleDocument): string {
  const task = taskOf(puzzle)
  const turns = turnsOf(puzzle)
  const side = say(colorName(positionOf(puzzle).turn))
  return say(task === 'win' && turns === 1 ? `${style}.win.one` : `${style}.${task}`, { side, turns })
}

/** Adds a text for screen readers only. */
export function addHidden(parent: Element, text: string): void {
  addElement(parent, 'span', 'nmm-hidden').textContent = text
}
