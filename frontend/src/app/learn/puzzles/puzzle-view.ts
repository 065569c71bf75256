/** A puzzle. */
import { addElement } from '../../../board/dom'
import { NAMES } from '../../../rules/nine'
import { colorName, inHand, other } from '../../../rules/position'
import type { Color, Move } from '../../../rules/position'
import { lastPosition } from '../../../game/session'
import type { Happening } from '../../../game/session'
import { addressOfRecord } from '../../shared/addresses'
import { addAction, addLink } from '../../shared/controls'
import { annotations } from '../../shared/board/overlay'
import type { PageContext } from '../../page'
import { sessionFor } from '../../shared/board/session-board'
import { Exercise } from '../exercise'
import { note } from '../progress'
import { addressOf, isRight, movesOf, positionAt, positionOf, taskOf, turnsLeft, turnsOf } from './puzzles'
import type { Theme } from './puzzles'
import { countAttempt, solverRating } from './rating'
import type { PuzzleDocument } from '../../../generated/api'
import { setText } from '../../shared/prose'

/** Milliseconds between two moves of the solution. */
const PACE = 1000

export class PuzzleView extends Exercise {
  /** The number of moves of the solution played so far. */
  private ply = 0
  /** What this attempt has changed, null if it did not count. */
  private change: number | null = null
  private readonly next: HTMLAnchorElement
  private readonly hint: HTMLButtonElement
  private readonly solution: HTMLButtonElement
  private readonly result: HTMLElement
  private readonly hands = new Map<Color, HTMLElement>()

  constructor(
    root: HTMLElement,
    context: PageContext,
    private readonly puzzle: PuzzleDocument,
    private readonly theme: Theme | null,
    private readonly following: () => PuzzleDocument | null,
  ) {
    super(root, context, sessionFor(positionOf(puzzle)))
    const { say } = this
    this.addTexts(this.describeKind(), say('puzzle.title', { id: puzzle.id }), this.describeTask())
    this.addSides(positionOf(puzzle).turn)
    this.hint = addAction(this.buttons, say('puzzle.hint'), 'button', () => this.giveHint())
    this.solution = addAction(this.buttons, say('puzzle.solution'), 'button', () => this.showSolution())
    addAction(this.buttons, say('restart'), 'button', () => this.restart())
    this.next = addLink(this.buttons, '', this.overviewAddress(), 'button')
    this.linkNext()
    const position = positionOf(puzzle)
    const address = addressOfRecord({ position, pliesSinceRemoval: 0, moveNumber: 1 })
    addLink(this.buttons, say('puzzle.explore'), address, 'button plain-button')
    addLink(this.buttons, say('overview'), this.overviewAddress(), 'button plain-button')
    this.result = addElement(this.card, 'div', 'puzzle-result')
    this.result.hidden = true
  }

  protected turned(_: readonly Happening[], move: Move): void {
    const { puzzle, say, ply } = this
    this.board.overlay = null
    if (!isRight(puzzle, ply, move)) {
      this.count(false)
      this.tell(this.describeWrong(), 'bad')
      this.takeBack(this.sessionAt(ply))
      return
    }
    this.ply += 1
    const reply = movesOf(puzzle)[this.ply]
    if (reply) {
      this.tell(say('puzzle.right'), 'good')
      this.answer(reply, () => (this.ply += 1))
      return
    }
    note('puzzles', puzzle.id)
    this.count(true)
    const turns = turnsLeft(puzzle)
    this.finish(taskOf(puzzle) === 'find' ? say('puzzle.solved.find', { turns }) : say('puzzle.solved'))
  }

  /** Counts the first attempt; a hint or the solution makes it a failure. */
  private count(isSolved: boolean): void {
    const { id, strength } = this.puzzle
    const change = countAttempt(id, strength, isSolved)
    if (change !== null) this.change = change
  }

  private overviewAddress(): string {
    return this.theme ? `/learn?${new URLSearchParams({ theme: this.theme })}` : '/learn#puzzles'
  }

  /** Leads on to a puzzle that fits your rating now. */
  private linkNext(): void {
    const following = this.following()
    this.next.hidden = following === null
    if (following) this.next.href = addressOf(following, this.theme)
    this.next.textContent = this.say('puzzle.next')
  }

  /** Shows your rating, and the themes, which would have given too much away. */
  private showResult(): void {
    const { say, change } = this
    this.result.replaceChildren()
    const rating = addElement(this.result, 'p')
    rating.textContent = say('puzzle.rating', { rating: solverRating() })
    rating.title = say('scale')
    if (change !== null) {
      const sign = change < 0 ? '−' : '+'
      const step = addElement(rating, 'span', change < 0 ? 'rating-loss' : 'rating-gain')
      step.textContent = ` ${sign}${Math.abs(change)}`
    }
    const themes = addElement(this.result, 'ul', 'puzzle-themes')
    themes.setAttribute('aria-label', say('filter.theme'))
    for (const theme of this.puzzle.themes) {
      addLink(addElement(themes, 'li'), say(`theme.${theme}`), `/learn?${new URLSearchParams({ theme })}`)
    }
    this.result.hidden = false
  }

  private sessionAt(ply: number): ReturnType<typeof sessionFor> {
    return sessionFor(positionAt(this.puzzle, ply))
  }

  private finish(text: string): void {
    this.board.isLocked = true
    this.hint.disabled = this.solution.disabled = true
    this.linkNext()
    this.next.classList.add('main-button')
    this.showResult()
    this.tell(text, 'good', false)
    this.context.announce(`${text} ${this.result.firstElementChild?.textContent ?? ''}`)
    this.next.focus()
  }

  /** Marks the man to move, or the point to place one on. */
  private giveHint(): void {
    const { origin, target } = movesOf(this.puzzle)[this.ply] ?? {}
    const point = origin ?? target
    if (point === null || point === undefined) return
    this.count(false)
    this.board.overlay = annotations([{ point, tone: 'win', text: '?' }])
    this.tell(this.say('puzzle.tip.place', { point: NAMES[point] }))
  }

  private showSolution(): void {
    this.hold()
    this.count(false)
    this.board.overlay = null
    this.board.show(this.sessionAt(this.ply))
    this.hint.disabled = this.solution.disabled = true
    this.updated()
    this.tell('')
    this.showNext()
  }

  private showNext(): void {
    const move = movesOf(this.puzzle)[this.ply]
    if (!move) {
      this.finish(this.say('puzzle.shown'))
      return
    }
    this.later(PACE, () => {
      this.board.play(move)
      this.ply += 1
      this.showNext()
    })
  }

  private restart(): void {
    this.hold()
    this.ply = 0
    this.board.overlay = null
    this.hint.disabled = this.solution.disabled = false
    this.next.classList.remove('main-button')
    this.result.hidden = true
    this.tell('')
    this.board.show(this.sessionAt(0))
    this.updated()
  }

  private describeKind(): string {
    const { rating, strength } = this.puzzle
    return `${'★'.repeat(rating)}${'☆'.repeat(5 - rating)} ${this.say(`rating.${rating as 1}`)} · ${strength}`
  }

  private describeTask(): string {
    const { puzzle, say } = this
    const side = say(colorName(positionOf(puzzle).turn))
    const turns = turnsOf(puzzle)
    const task = taskOf(puzzle)
    if (task === 'draw') return say('puzzle.draw', { side })
    return say(turns === 1 ? `puzzle.${task}.one` : `puzzle.${task}`, { side, turns })
  }

  private describeWrong(): string {
    const { puzzle, say, ply } = this
    const task = taskOf(puzzle)
    if (task !== 'win') return say(`puzzle.wrong.${task}`)
    const turns = turnsOf(puzzle) - ply / 2
    return say(turns === 1 ? 'puzzle.wrong.win.one' : 'puzzle.wrong.win', { turns })
  }

  /** Names the players above and below the board; you are below. */
  private addSides(yours: Color): void {
    const top = this.sideOf(other(yours), 'computer')
    const bottom = this.sideOf(yours, 'you')
    bottom.classList.add('is-yours')
    this.boardArea.prepend(top)
    this.updated()
  }

  /** Says how many men are still to be placed, above and below the board. */
  protected override updated(): void {
    const position = lastPosition(this.board.session)
    for (const [color, place] of this.hands) {
      const count = inHand(position, color)
      setText(place, count ? this.say('puzzle.inHand', { count }) : '')
    }
  }

  private sideOf(color: Color, who: 'you' | 'computer'): HTMLElement {
    const side = colorName(color)
    const strip = addElement(this.boardArea, 'p', `exercise-side ${side}`)
    strip.textContent = this.say(`puzzle.${who}`, { side: this.say(side) })
    this.hands.set(color, addElement(strip, 'span', 'exercise-hand'))
    return strip
  }
}
