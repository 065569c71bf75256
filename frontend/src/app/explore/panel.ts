/** Verdict, moves and best line, beside the board. Every move is a link to the position it leads to. */
import { addButton, addElement, setText } from '../../dom'
import { formatAlgebraic, parseAlgebraic } from '../../notation'
import type { FenRecord } from '../../notation'
import { formatMove, outcome } from '../../rules'
import type { Move } from '../../rules'
import { NOTHING } from './knowledge'
import type { Knowledge } from './knowledge'
import { addressOfRecord, labelOf, rateMoves, recordAfter, toneOf } from './model'
import type { RatedMove } from './model'
import { describeRating, describeVerdict } from './words'
import type { Speak } from './words'

export interface PanelUser {
  /** A move is pointed at, or no longer. */
  preview(move: Move | null): void
  /** The line is to be played out, or to stop. */
  togglePlaying(): void
}

export class Panel {
  readonly element: HTMLElement
  private readonly verdict: HTMLElement
  private readonly turn: HTMLElement
  private readonly source: HTMLElement
  private readonly hands: HTMLElement
  /** The verdict for those who listen: only when it is final, for a search changes it all the time. */
  private readonly said: HTMLElement
  private readonly count: HTMLElement
  private readonly moves: HTMLOListElement
  private readonly lineCard: HTMLElement
  private readonly line: HTMLElement
  private readonly playButton: HTMLButtonElement
  private rows = new Map<string, HTMLLIElement>()
  private address = ''

  constructor(
    parent: Element,
    private readonly say: Speak,
    private readonly user: PanelUser,
  ) {
    this.element = addElement(parent, 'div', 'explore-panel')
    const card = addElement(this.element, 'section', 'card verdict')
    this.turn = addElement(card, 'p', 'verdict-turn')
    this.verdict = addElement(card, 'h2', 'verdict-text')
    this.source = addElement(card, 'p', 'note verdict-source')
    this.hands = addElement(card, 'p', 'note')
    this.said = addElement(card, 'p', 'nmm-hidden')
    this.said.setAttribute('role', 'status')
    const moves = addElement(this.element, 'section', 'card')
    const heading = addElement(moves, 'div', 'explore-heading')
    const title = addElement(heading, 'h2')
    title.textContent = say('moves')
    title.id = 'explore-moves'
    this.count = addElement(heading, 'span', 'note')
    this.moves = addElement(moves, 'ol', 'explore-moves')
    this.moves.setAttribute('aria-labelledby', 'explore-moves')
    this.lineCard = addElement(this.element, 'section', 'card')
    const lineHeading = addElement(this.lineCard, 'div', 'explore-heading')
    addElement(lineHeading, 'h2').textContent = say('line')
    this.playButton = addButton(lineHeading, 'button')
    this.playButton.addEventListener('click', () => user.togglePlaying())
    this.line = addElement(this.lineCard, 'ol', 'explore-line')
    this.moves.addEventListener('pointerover', (event) => this.point(event.target))
    this.moves.addEventListener('focusin', (event) => this.point(event.target))
    this.moves.addEventListener('pointerleave', () => user.preview(null))
    this.moves.addEventListener('focusout', () => user.preview(null))
  }

  /** Shows what is known of a position; returns its moves, best first. */
  update(record: FenRecord, knowledge: Knowledge, isPlaying: boolean): readonly RatedMove[] {
    const { say } = this
    const { position } = record
    const end = outcome(position)
    const rated = end ? [] : rateMoves(position, knowledge.probe, knowledge.analysis)
    const verdict = describeVerdict(position.turn, end, rated, knowledge, say)
    setText(this.turn, say(position.turn === 0 ? 'turn.white' : 'turn.black'))
    this.turn.dataset.side = position.turn === 0 ? 'white' : 'black'
    this.turn.hidden = end !== null
    setText(this.verdict, verdict.text)
    this.verdict.dataset.tone = verdict.tone
    setText(this.source, verdict.source)
    const isFinal = end !== null || (knowledge !== NOTHING && !knowledge.isSearching)
    setText(this.said, isFinal ? `${verdict.text} ${verdict.source}` : '')
    const { whiteInHand: white, blackInHand: black } = position
    setText(this.hands, say('inHand', { white, black }))
    this.hands.hidden = white + black === 0
    setText(this.count, say('moves.count', { count: rated.length }))
    this.updateMoves(record, rated)
    this.updateLine(record, knowledge, isPlaying)
    return rated
  }

  private updateMoves(record: FenRecord, rated: readonly RatedMove[]): void {
    const address = addressOfRecord(record)
    if (address !== this.address) {
      this.address = address
      this.rows.clear()
      this.moves.replaceChildren()
      this.moves.scrollTop = 0
    }
    for (const each of rated) this.updateRow(record, each)
    // Somebody who walks through the list must not lose the place.
    if (this.moves.contains(document.activeElement)) return
    const order = rated.map(({ move }) => this.rows.get(formatAlgebraic(move)))
    order.forEach((row, index) => {
      if (row && this.moves.children[index] !== row) this.moves.insertBefore(row, this.moves.children[index] ?? null)
    })
  }

  private updateRow(record: FenRecord, rated: RatedMove): void {
    const { say } = this
    const name = formatAlgebraic(rated.move)
    const row = this.rows.get(name) ?? this.addRow(record, rated.move, name)
    const [chip, , words, source] = Array.from(row.firstElementChild?.children ?? [])
    chip.className = `chip ${toneOf(rated)}`
    setText(chip, labelOf(rated))
    setText(words, describeRating(rated, say))
    setText(source, rated.source ? say(`short.${rated.source}`) : '')
  }

  private addRow(record: FenRecord, move: Move, name: string): HTMLLIElement {
    const row = addElement(this.moves, 'li')
    const link = addElement(row, 'a')
    link.href = addressOfRecord(recordAfter(record, move))
    link.dataset.move = name
    const chip = addElement(link, 'span')
    chip.setAttribute('aria-hidden', 'true') // the words behind it say the same
    addElement(link, 'span', 'move-name').textContent = formatMove(move)
    addElement(link, 'span', 'move-value')
    addElement(link, 'span', 'note')
    this.rows.set(name, row)
    return row
  }

  private updateLine(record: FenRecord, knowledge: Knowledge, isPlaying: boolean): void {
    const moves = bestLine(knowledge)
    this.lineCard.hidden = moves.length === 0 && !isPlaying
    setText(this.playButton, this.say(isPlaying ? 'stop' : 'play'))
    this.playButton.disabled = moves.length === 0 && !isPlaying
    this.line.replaceChildren()
    let at = record
    for (const text of moves) {
      const move = parseAlgebraic(text)
      const turn = at.position.turn
      at = recordAfter(at, move)
      const item = addElement(this.line, 'li')
      const link = addElement(item, 'a', turn === 0 ? 'by-white' : 'by-black')
      link.href = addressOfRecord(at)
      link.textContent = formatMove(move)
    }
  }

  private point(target: EventTarget | null): void {
    const link = target instanceof Element ? target.closest('a') : null
    this.user.preview(link?.dataset.move ? parseAlgebraic(link.dataset.move) : null)
  }
}

/** The line of best play, as far as it is known: exact, else by search. */
export function bestLine({ line, analysis, probe }: Knowledge): readonly string[] {
  if (line?.moves.length) return line.moves
  if (probe?.value) return []
  return analysis?.lines[0]?.pv ?? []
}
