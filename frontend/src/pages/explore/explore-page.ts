/** The Explore page: any position, the value of each move, and its source. */
import { addElement } from '../../board/dom'
import { START, recordAfter, startOf } from '../../core/rules/notation'
import type { FenRecord } from '../../core/rules/notation'
import { isSame, isSameMove, legalMoves, successor } from '../../core/rules/position'
import type { Move, Position } from '../../core/rules/position'
import { SHARED, createSession, lastPosition, withdraw } from '../../core/session/session'
import type { GameEvent } from '../../core/session/session'
import { annotations } from '../../board/overlay'
import { ApiError } from '../../shell/services/api'
import { Latest } from '../../shell/services/latest'
import type { Mount, MountedPage, PageContext } from '../../shell/services/page'
import { choosePerson, chosenPerson } from '../../shell/services/chosen-person'
import type { Person } from '../../core/players/people'
import { SessionBoard } from '../../ui/session-board'
import { Editor } from './editor'
import { evaluate } from '../../values/evaluate'
import { unknown } from '../../values/evaluation'
import type { Evaluation } from '../../values/evaluation'
import { keepTrail, trailFor } from '../../files/saved-trail'
import { askForGame } from './load-game'
import { figures } from '../../values/chances'
import { badgesFor, drawingOf } from '../../ui/rating-marks'
import { ExplorePanel } from './explore-panel'
import { Refusal } from './refusal'
import { Sharing } from './sharing'
import { Strip } from './trail-strip'
import { follow, recordsOf } from '../../core/match/trail'
import type { Trail } from '../../core/match/trail'
import { describeChance, describeRating } from './explore-narration'
import type { Speak } from './explore-narration'
import './explore.css'
import { NINE } from '../../core/rules/nine'
import type { Variant } from '../../core/rules/variant'
import { addressOfRecord, recordOfAddress, variantOfAddress } from '../../shell/services/addresses'
import { orFault } from '../../ui/faults'
import { keepVariant } from '../../shell/services/kept-variant'
import { addVariantMenu } from '../../ui/variant-menu'
import type { VariantMenu } from '../../ui/variant-menu'
import { createSay } from '../../texts/texts'

/** Milliseconds between two moves when a line is played out. */
const PACE = 1000

class ExplorePage implements MountedPage {
  private readonly say: Speak
  private readonly board: SessionBoard
  private readonly strip: Strip
  private readonly panel: ExplorePanel
  private readonly refusal: Refusal
  private readonly sharing: Sharing
  private readonly side: HTMLElement
  private readonly variants: VariantMenu
  private record: FenRecord = START
  /** Null until a position is shown. */
  private trail: Trail | null = null
  /** Whether the last step was along the trail. */
  private isWalking = false
  private evaluation: Evaluation = unknown(START.position)
  /** Why there is no evaluation. */
  private problem: string | null = null
  private person: Person = chosenPerson()
  private pointed: readonly Move[] = []
  private editor: Editor | null = null
  private readonly asking = new Latest()
  /** The moves still to be played out; null if none are being played. */
  private playing: readonly Move[] | null = null
  private timer = 0
  private wasSolving = false
  private readonly endWatching: () => void

  constructor(
    private readonly root: HTMLElement,
    private readonly context: PageContext,
  ) {
    this.say = createSay(context.speech, 'explore')
    addElement(root, 'h1', 'nmm-hidden').textContent = this.say('title')
    const columns = addElement(root, 'div', 'columns explore')
    const boardArea = addElement(columns, 'div', 'explore-board')
    this.board = new SessionBoard(boardArea, context, createSession(SHARED), {
      happened: (events) => this.played(events),
      intercept: (point) => {
        this.editor?.paint(point)
        return this.editor !== null
      },
      isEditing: () => this.editor !== null,
      adapt: (scene) => (this.editor ? { ...scene, targets: 0, removalTargets: 0, stuck: 0 } : scene),
      describe: (point) => this.describePoint(point),
    })
    this.side = addElement(columns, 'div', 'explore-side')
    this.variants = addVariantMenu(this.side, context.speech, (variant) => this.chooseVariant(variant))
    this.strip = new Strip(this.side, this.say, {
      walk: (ply, isOfGame) => this.walkTo(ply, isOfGame),
      load: () => this.load(),
    })
    this.refusal = new Refusal(this.side, this.say, () => this.edit())
    this.panel = new ExplorePanel(this.side, this.say, this.person, {
      choosePerson: (person) => this.choosePerson(person),
      preview: (moves) => this.preview(moves),
      togglePlaying: () => this.togglePlaying(),
    })
    this.sharing = new Sharing(columns, context, this.say, {
      edit: () => this.edit(),
      canvas: this.board.stage.canvas,
    })
    this.endWatching = context.server.onChange((isBack) => this.serverChanged(isBack))
    this.navigated(context.url)
  }

  navigated(url: URL): void {
    this.isWalking = false
    this.stopPlaying()
    this.endEditing()
    const { speech } = this.context
    const record = orFault(speech, () => recordOfAddress(url))
    if (typeof record === 'string') {
      const variant = orFault(speech, () => variantOfAddress(url))
      this.refuse(record, url.searchParams.get('fen') ?? '', typeof variant === 'string' ? NINE : variant)
      return
    }
    if (!url.search && record.position.variant !== NINE) this.context.replaceAddress(addressOfRecord(record))
    this.open(record)
  }

  /** Shows what is wrong with an address instead of a position. */
  private refuse(message: string, text: string, variant: Variant): void {
    this.asking.stop()
    this.show(startOf(variant))
    this.sharing.reject(text)
    this.variants.element.hidden = true // room for the refusal on phones
    this.panel.element.hidden = true
    this.refusal.show(message)
  }

  unmount(): void {
    this.stopPlaying()
    this.endWatching()
    this.asking.stop()
    this.board.destroy()
    this.root.replaceChildren()
  }

  /** Shows a position and requests its values. */
  private open(record: FenRecord): void {
    this.show(record)
    this.ask()
  }

  private show(record: FenRecord): void {
    this.refusal.hide()
    this.variants.element.hidden = false
    this.panel.element.hidden = false
    this.arrange(record)
    this.record = record
    this.variants.show(record.position.variant)
    keepVariant(record.position.variant)
    this.trail = this.trail ? follow(this.trail, record) : trailFor(record, this.say('trail.yours'))
    keepTrail(this.trail)
    this.strip.update(this.trail)
    this.evaluation = unknown(record.position)
    this.problem = null
    this.pointed = []
    this.sharing.update(record)
    this.update()
  }

  /** Asks again when the server is back or has solved more tables. */
  private serverChanged(isBack: boolean): void {
    const isSolving = this.context.server.solving?.state === 'running'
    const isSolved = this.wasSolving && !isSolving
    this.wasSolving = isSolving
    const { exact } = this.evaluation
    const isExact = exact.size > 0 && [...exact.values()].every((value) => value !== null)
    if ((isBack || isSolved) && !isExact && !this.editor && !this.refusal.isShown) this.ask()
  }

  /** Requests the values of the position, cancelling an earlier request. */
  private ask(): void {
        const { record, person, context: { server } } = this
    const learned = (evaluation: Evaluation, problem: string | null = null): void => {
      this.evaluation = evaluation
      this.problem = problem
      this.update()
    }
    this.asking.run(
      (signal) => evaluate(record, { wanted: 'all', server, person }, signal, learned),
      learned,
      (error) => learned(this.evaluation, error instanceof ApiError ? error.message : this.say('source.none')),
    )
  }

  /** Sets up the position, with an animation if one move leads to it. */
  private arrange({ position }: FenRecord): void {
    const { board } = this
    const { session } = board
    const shown = lastPosition(session)
    if (!isSame(shown, position)) {
      const move = legalMoves(shown).find((each) => isSame(successor(shown, each), position))
      if (move) board.play(move)
      else board.show(createSession(SHARED, position))
    }
    withdraw(board.session)
  }

  private update(): void {
    this.panel.update(this.record, this.evaluation, this.problem, this.person, this.playing !== null)
    this.draw()
    this.board.update()
  }

  /** Draws the values, or the moves under the pointer. */
  private draw(): void {
    const { moves: rated } = this.evaluation
    const isKnown = rated.some(({ source }) => source)
    if (this.editor || !isKnown) {
      this.board.overlay = null
      return
    }
    const pointed = rated.filter(({ move }) => this.pointed.some((each) => isSameMove(each, move)))
    if (!pointed.length) {
      this.board.overlay = annotations(badgesFor(this.board.session, rated))
      return
    }
    const { badges, arrows } = drawingOf(pointed, rated)
    this.board.overlay = annotations(badges, arrows)
  }

  private describePoint(point: number): string {
    if (this.editor) return ''
    const { session } = this.board
    const { moves } = this.evaluation
    const rated = moves.find(
      (each) => badgesFor(session, [each]).some((badge) => badge.point === point),
    )
    if (!rated?.source) return ''
    return [describeRating(rated, this.say), describeChance(rated, figures(moves)(rated), this.say)].filter(Boolean).join(this.say('and'))
  }

  private chooseVariant(variant: Variant): void {
    // Without a position an address leads to the variant chosen last, which is about to change.
    if (!location.search) this.context.replaceAddress(addressOfRecord(this.record))
    this.context.navigate(addressOfRecord(startOf(variant)))
  }

  private choosePerson(person: Person): void {
    choosePerson(person)
    this.person = person
    this.ask()
  }

  private preview(moves: readonly Move[]): void {
    this.pointed = moves
    this.draw()
  }

  /** Updates the address after a move on the board. */
  private played(events: readonly GameEvent[]): void {
    this.stopPlaying()
    const { moves } = this.board.session
    const isTurnOver = events.length > 0 && moves.length > 0 && this.board.session.step === null
    const wasWrong = events.some(({ kind }) => kind === 'wrong')
    if (!isTurnOver || wasWrong) {
      this.draw()
      return
    }
    this.context.navigate(addressOfRecord(recordAfter(this.record, moves[moves.length - 1])))
  }

  /** Goes to a ply of the trail, or of its game. */
  private walkTo(ply: number, isOfGame: boolean): void {
    const line = isOfGame ? this.trail?.game : this.trail
    if (!line) return
    this.stopPlaying()
    this.walk(recordsOf(line)[ply])
    this.context.announce(this.say('trail.at', { ply, total: line.moves.length }))
  }

  /** Shows a position of a line. A walk of any length is one history entry, so Back leaves it at once. */
  private walk(record: FenRecord): void {
    const address = addressOfRecord(record)
    if (this.isWalking) {
      this.context.replaceAddress(address)
      this.open(record)
    } else {
      this.context.navigate(address)
      this.isWalking = true
    }
  }

  private load(): void {
    const { context, say } = this
    askForGame(this.root, say, context.speech, this.record.position.variant, (trail) => {
      this.trail = trail
      context.navigate(addressOfRecord(trail.first))
      this.strip.focus()
      const { title } = trail.game ?? {}
      if (title) context.announce(say('load.done', { title, total: trail.moves.length }))
    })
  }

  private togglePlaying(): void {
    if (this.playing) {
      this.stopPlaying()
      this.update()
      return
    }
    this.playNext(this.evaluation.play ?? [])
  }

  /** Plays the first move now, and the others one by one. */
  private playNext([move, ...rest]: readonly Move[]): void {
    if (move) {
      this.walk(recordAfter(this.record, move))
      this.playing = rest
      this.timer = window.setTimeout(() => this.playNext(rest), PACE)
    } else {
      this.stopPlaying()
    }
    this.update()
  }

  private stopPlaying(): void {
    clearTimeout(this.timer)
    this.playing = null
  }

  private edit(): void {
    this.stopPlaying()
    this.asking.stop()
    this.refusal.hide()
    this.setHidden(true)
    this.editor = new Editor(this.side, this.say, this.context.speech, this.record.position, {
      changed: (position) => this.showEdited(position),
      done: (position) => this.finishEditing(position),
      cancelled: () => {
        this.endEditing()
        this.open(this.record)
        this.sharing.editButton.focus()
      },
      announce: (text) => this.context.announce(text),
    })
    this.showEdited(this.record.position)
    this.editor.element.querySelector('input')?.focus({ preventScroll: true })
    scrollTo(0, 0) // the board is needed next
  }

  private showEdited(position: Position): void {
    this.board.overlay = null
    // Not in mid-turn: an unfinished position may have no legal capture.
    this.board.show(createSession(SHARED, { ...position, removing: false }))
  }

  private finishEditing(position: Position): void {
    const record = { position, pliesSinceRemoval: 0, moveNumber: 1 }
    this.endEditing()
    this.context.navigate(addressOfRecord(record))
    this.sharing.editButton.focus()
  }

  private endEditing(): void {
    this.editor?.element.remove()
    this.editor = null
    this.setHidden(false)
  }

  /** Hides everything but the board, to make room for the editor, or shows it again. */
  private setHidden(isHidden: boolean): void {
    for (const { element } of [this.variants, this.strip, this.panel, this.sharing]) element.hidden = isHidden
  }
}

export const mount: Mount = (root, context) => new ExplorePage(root, context)
