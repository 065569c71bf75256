/** The list of moves, best first, with one row for equivalent moves. */
import { addButton, addElement } from '../../board/dom'
import { formatAlgebraic, formatMoves, parseMoves, recordAfter } from '../../core/rules/notation'
import type { FenRecord } from '../../core/rules/notation'
import type { Geometry } from '../../core/rules/geometry'
import { BOARD } from '../../core/rules/nine'
import { colorName, formatMove } from '../../core/rules/position'
import type { Move } from '../../core/rules/position'
import { drawColor } from '../../board/overlay'
import { distinctionOf, drawnChance, figures, shading } from '../../values/chances'
import { labelOf, toneOf } from '../../values/ratings'
import type { RatedMove } from '../../values/ratings'
import { groupEqual } from '../../values/symmetry'
import { describeRating, describeReplies, nameSource } from './explore-narration'
import type { Speak } from './explore-narration'
import { addressOfRecord } from '../../shell/services/addresses'
import { setText } from '../../ui/prose'

export class MoveRows {
  private readonly list: HTMLOListElement
  private readonly rows = new Map<string, HTMLLIElement>()
  private address = ''
  private board: Geometry = BOARD

  /** `preview` is called with the moves under the pointer, or with none. */
  constructor(
    parent: Element,
    private readonly say: Speak,
    private readonly preview: (moves: readonly Move[]) => void,
  ) {
    this.list = addElement(parent, 'ol', 'explore-moves')
    this.list.addEventListener('pointerover', (event) => this.point(event.target))
    this.list.addEventListener('focusin', (event) => this.point(event.target))
    this.list.addEventListener('pointerleave', () => preview([]))
    this.list.addEventListener('focusout', () => preview([]))
  }

  /** Shows the moves of a position; returns their number without symmetry. */
  update(record: FenRecord, rated: readonly RatedMove[], labelId: string): number {
    this.list.setAttribute('aria-labelledby', labelId)
    const address = addressOfRecord(record)
    this.board = record.position.variant.board
    if (address !== this.address) {
      this.address = address
      this.rows.clear()
      this.list.replaceChildren()
      this.list.scrollTop = 0
    }
    const groups = groupEqual(record.position, rated, ({ move }) => move)
    const order = groups.map((group) => this.updateRow(record, group, rated))
    // Keep the order while someone navigates the list.
    if (!this.list.contains(document.activeElement)) {
      order.forEach((row, index) => {
        if (this.list.children[index] !== row) this.list.insertBefore(row, this.list.children[index] ?? null)
      })
    }
    return groups.length
  }

  private updateRow(record: FenRecord, group: readonly RatedMove[], all: readonly RatedMove[]): HTMLLIElement {
    const { say } = this
    const [rated] = group
    const row = this.rows.get(formatAlgebraic(rated.move, this.board)) ?? this.addRow(record, group.map(({ move }) => move))
    const [chip, , words, chance, replies, source] = Array.from(row.firstElementChild?.children ?? []) as HTMLElement[]
    const shade = shading(all)(rated)
    chip.className = `chip ${toneOf(rated)}`
    chip.style.backgroundColor = shade === null ? '' : drawColor(shade)
    setText(chip, labelOf(rated))
    setText(words, describeRating(rated, say))
    this.updateChance(chance, rated, figures(all)(rated), shade)
    setText(replies, describeReplies(rated, distinctionOf(rated, all), say))
    setText(source, nameSource(rated, say))
    return row
  }

  /** Shows the chance of a draw as a number; the word before it is for screen readers. */
  private updateChance(element: HTMLElement, rated: RatedMove, figure: string | null, shade: number | null): void {
    const chance = drawnChance(rated)
    element.hidden = chance === null
    if (!chance) return
    const [word, number] = Array.from(element.children)
    setText(word, this.say(chance.answers ? 'chance.word' : 'chance.word.estimate'))
    setText(number, `${chance.answers ? '' : '~'}${figure}%`)
    element.classList.toggle('is-best', shade === 1)
  }

  private addRow(record: FenRecord, moves: readonly Move[]): HTMLLIElement {
    const row = addElement(this.list, 'li')
    const link = addLink(row, record, moves[0], moves)
    const chip = addElement(link, 'span')
    chip.setAttribute('aria-hidden', 'true') // the text next to it says the same
    addElement(link, 'span', 'move-name').textContent = formatMove(moves[0], this.board)
    addElement(link, 'span', 'move-value')
    const chance = addElement(link, 'span', 'move-chance')
    addElement(chance, 'span', 'nmm-hidden')
    addElement(chance, 'span')
    addElement(link, 'span', 'move-replies')
    addElement(link, 'span', 'note')
    if (moves.length > 1) this.addEqual(row, record, moves)
    this.rows.set(formatAlgebraic(moves[0], this.board), row)
    return row
  }

  /** Adds a button that shows the equivalent moves of a row. */
  private addEqual(row: Element, record: FenRecord, moves: readonly Move[]): void {
    const button = addButton(row, 'equal-moves')
    button.textContent = this.say('equal', { count: moves.length })
    button.dataset.moves = dataOf(moves, this.board)
    button.setAttribute('aria-expanded', 'false')
    button.addEventListener('click', () => {
      const isOpen = button.getAttribute('aria-expanded') === 'true'
      button.setAttribute('aria-expanded', String(!isOpen))
      if (isOpen) {
        button.nextElementSibling?.remove()
        return
      }
      const list = addElement(row, 'ul', 'explore-line')
      for (const move of moves) {
        const link = addLink(addElement(list, 'li'), record, move, [move])
        link.className = `by-${colorName(record.position.turn)}`
        link.textContent = formatMove(move, this.board)
      }
    })
  }

  private point(target: EventTarget | null): void {
    const pointed = target instanceof Element ? target.closest<HTMLElement>('[data-moves]') : null
    this.preview(parseMoves(pointed?.dataset.moves?.split(' ') ?? [], this.board))
  }
}

/** A link to the position after a move; pointing at it shows the moves `shown`. */
function addLink(parent: Element, record: FenRecord, move: Move, shown: readonly Move[]): HTMLAnchorElement {
  const link = addElement(parent, 'a')
  link.href = addressOfRecord(recordAfter(record, move))
  link.dataset.moves = dataOf(shown, record.position.variant.board)
  return link
}

function dataOf(moves: readonly Move[], board: Geometry): string {
  return formatMoves(moves, board).join(' ')
}
