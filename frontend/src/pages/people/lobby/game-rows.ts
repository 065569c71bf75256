/** Lists of games: each a link with a line about it, and what can be done with it. */
import { addElement } from '../../../board/dom'
import { addLink } from '../../../ui/controls'
import type { GameSummary } from '../../../generated/api'
import { gameAddress } from '../../../online/people-api'

export interface RowTexts {
  readonly title: string
  readonly detail: string
  /** A short word at the end, such as the result; empty for none. */
  readonly mark: string
  readonly isMarked: boolean
}

/** Adds a game to a list; returns where its buttons go. */
export function addGameRow(list: Element, game: GameSummary, { title, detail, mark, isMarked }: RowTexts): HTMLElement {
  const row = addElement(list, 'li', 'game-line')
  const link = addLink(row, '', gameAddress(game.id), 'game-link')
  addElement(link, 'span', 'game-title').textContent = title
  addElement(link, 'span', 'note').textContent = detail
  if (mark) addElement(row, 'span', isMarked ? 'game-mark is-marked' : 'game-mark').textContent = mark
  return addElement(row, 'div', 'game-actions')
}

/**
 * Fills a list only if the games have changed, so that the focus stays; `addRow` adds one of them. The
 * same games in another state are other games.
 */
export function fillList(list: HTMLElement, games: readonly GameSummary[], addRow: (game: GameSummary) => void): void {
  const key = JSON.stringify(games)
  if (list.dataset.key === key) return
  list.dataset.key = key
  const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null
  list.replaceChildren()
  for (const game of games) addRow(game)
  if (focused) list.querySelector<HTMLElement>(`a[href="${focused}"]`)?.focus()
}
