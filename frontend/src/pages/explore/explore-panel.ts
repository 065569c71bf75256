/** The verdict, the moves and the best line. Each move is a link to the position after it. */
import { addButton, addElement } from '../../board/dom'
import { recordAfter } from '../../core/rules/notation'
import type { FenRecord } from '../../core/rules/notation'
import { colorName, formatMove, other, outcome } from '../../core/rules/position'
import type { Move } from '../../core/rules/position'
import type { Evaluation } from '../../values/evaluation'
import { stopOf } from '../../values/best-line'
import type { Stop } from '../../values/best-line'
import { MoveRows } from './move-rows'
import { PersonChoice } from './person-choice'
import { describeProspect, describeVerdict, nameSide } from './explore-narration'
import type { Speak } from './explore-narration'
import { addressOfRecord, peopleAddressOf, playAddressOf } from '../../shell/services/addresses'
import { addLink } from '../../ui/controls'
import type { Person } from '../../core/players/people'
import { setText } from '../../ui/prose'

export interface PanelUser {
  /** Called with the moves under the pointer, or with none. */
  preview(moves: readonly Move[]): void
  /** Called with the player that chances are to be against. */
  choosePerson(person: Person): void
  /** Starts or stops playing out the line. */
  togglePlaying(): void
}

export class ExplorePanel {
  readonly element: HTMLElement
  private readonly verdict: HTMLElement
  private readonly turn: HTMLElement
  private readonly source: HTMLElement
  private readonly counted: HTMLElement
  private readonly prospect: HTMLElement
  private readonly hands: HTMLElement
  /** The verdict for screen readers, only when it is final: a search keeps changing it. */
  private readonly said: HTMLElement
  private readonly count: HTMLElement
  private readonly person: PersonChoice
  private readonly moves: MoveRows
  private readonly begin: HTMLElement
  private readonly playHere: HTMLAnchorElement
  private readonly playFriend: HTMLAnchorElement
  private readonly lineCard: HTMLElement
  private readonly line: HTMLElement
  private readonly playButton: HTMLButtonElement
  private readonly stop: HTMLElement

  constructor(
    parent: Element,
    private readonly say: Speak,
    person: Person,
    user: PanelUser,
  ) {
    this.element = addElement(parent, 'div', 'explore-panel')
    const card = addElement(this.element, 'section', 'card explore-verdict')
    const head = addElement(card, 'div', 'verdict-head')
    this.turn = addElement(head, 'p', 'verdict-turn')
    this.begin = addElement(head, 'div', 'verdict-begin')
    this.playHere = addLink(this.begin, say('playHere'), '', 'button')
    this.playFriend = addLink(this.begin, say('friend'), '', 'button')
    this.verdict = addElement(card, 'h2', 'verdict-text')
    this.source = addElement(card, 'p', 'note verdict-source')
    this.counted = addElement(card, 'p', 'note')
    this.counted.textContent = say('counted')
    this.prospect = addElement(card, 'p', 'verdict-prospect')
    this.hands = addElement(card, 'p', 'note')
    this.said = addElement(card, 'p', 'nmm-hidden')
    this.said.setAttribute('role', 'status')
    const moves = addElement(this.element, 'section', 'card')
    const heading = addElement(moves, 'div', 'explore-heading')
    const title = addElement(heading, 'h2')
    title.textContent = say('moves')
    title.id = 'explore-moves'
    this.count = addElement(heading, 'span', 'note')
    this.person = new PersonChoice(moves, say, person, (chosen) => user.choosePerson(chosen))
    this.moves = new MoveRows(moves, say, (pointed) => user.preview(pointed))
    this.lineCard = addElement(this.element, 'section', 'card')
    const lineHeading = addElement(this.lineCard, 'div', 'explore-heading')
    addElement(lineHeading, 'h2').textContent = say('line')
    this.playButton = addButton(lineHeading, 'button')
    this.playButton.addEventListener('click', () => user.togglePlaying())
    this.line = addElement(this.lineCard, 'ol', 'explore-line')
    this.stop = addElement(this.lineCard, 'p', 'note line-stop')
  }

  /** Shows what is known of a position, or the problem if there is one. */
  update(record: FenRecord, evaluation: Evaluation, problem: string | null, person: Person, isPlaying: boolean): void {
    const { say } = this
    const { position } = record
    const end = outcome(position)
    const { moves: rated, progress } = evaluation
    const verdict = describeVerdict(position.turn, end, evaluation, problem, say)
    const side = colorName(position.turn)
    setText(this.turn, say(`turn.${side}`))
    this.turn.dataset.side = side
    this.turn.hidden = end !== null
    setText(this.verdict, verdict.text)
    this.verdict.dataset.tone = verdict.tone
    setText(this.source, verdict.source)
    this.counted.hidden = !verdict.isCounted
    const isFinal = progress === 'done' || problem !== null
    const prospect = describeProspect(rated, person, say)
    setText(this.prospect, prospect)
    this.prospect.hidden = prospect === ''
    setText(this.said, isFinal ? `${verdict.text} ${verdict.source} ${prospect}`.trim() : '')
    const { whiteInHand: white, blackInHand: black } = position
    setText(this.hands, say('inHand', { white, black }))
    this.hands.hidden = white + black === 0
    this.begin.hidden = end !== null
    this.playHere.href = playAddressOf(record)
    this.playFriend.href = peopleAddressOf(record)
    const count = rated.length
    this.person.update(rated, position.variant)
    const different = this.moves.update(record, rated, 'explore-moves')
    setText(this.count, say(different < count ? 'moves.different' : 'moves.count', { count, different }))
    this.updateLine(record, evaluation, isPlaying)
  }

  private updateLine(record: FenRecord, evaluation: Evaluation, isPlaying: boolean): void {
    const moves = evaluation.play ?? []
    const stop = stopOf(record.position, evaluation)
    this.lineCard.hidden = stop === null && !isPlaying
    setText(this.stop, stop ? this.describeStop(stop) : '')
    setText(this.playButton, this.say(isPlaying ? 'stop' : 'play'))
    this.playButton.hidden = moves.length === 0 && !isPlaying
    this.line.hidden = moves.length === 0
    this.line.replaceChildren()
    let at = record
    for (const move of moves) {
      const turn = at.position.turn
      at = recordAfter(at, move)
      addLink(addElement(this.line, 'li'), formatMove(move, record.position.variant.board), addressOfRecord(at), `by-${colorName(turn)}`)
    }
  }

  private describeStop(stop: Stop): string {
    if (stop.kind !== 'end') return this.say(`stop.${stop.kind}`)
    const { winner, reason } = stop.outcome
    if (winner === null) return this.say(`stop.end.${reason}`)
    const params = { winner: nameSide(winner, this.say), loser: nameSide(other(winner), this.say) }
    return this.say(`stop.end.${reason}`, params)
  }
}
