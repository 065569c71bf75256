/** What Explore shows: the position of the address, its values, the moves that led to it, and the editor. */
import { batch, effect, signal } from '@preact/signals'
import { annotations } from '../../board/overlay'
import { follow, recordsOf } from '../../core/match/trail'
import type { Line, Trail } from '../../core/match/trail'
import type { Person } from '../../core/players/people'
import type { Point } from '../../core/rules/geometry'
import { NINE, naming } from '../../core/rules/nine'
import { NotationError, START, recordAfter, startOf } from '../../core/rules/notation'
import type { FenRecord } from '../../core/rules/notation'
import { isSame, isSameMove, legalMoves, successor } from '../../core/rules/position'
import type { Move, Position } from '../../core/rules/position'
import type { Variant } from '../../core/rules/variant'
import { variantNamed } from '../../core/rules/variants'
import { SHARED, createSession, lastPosition, withdraw } from '../../core/session/session'
import type { GameEvent } from '../../core/session/session'
import { keepTrail, trailFor } from '../../files/saved-trail'
import { addressOfRecord, recordOfAddress } from '../../shell/services/addresses'
import { choosePerson, chosenPerson } from '../../shell/services/chosen-person'
import { keepVariant } from '../../shell/services/kept-variant'
import { Latest } from '../../shell/services/latest'
import type { PageContext } from '../../shell/services/page'
import { createSay } from '../../texts/texts'
import { badgesFor, drawingOf } from '../../ui/rating-marks'
import { SessionBoard } from '../../ui/session-board'
import { figures } from '../../values/chances'
import { evaluate } from '../../values/evaluate'
import { unknown } from '../../values/documents'
import type { Evaluation } from '../../values/evaluation'
import { Editor } from './editing'
import { describeChance, describeRating } from './explore-narration'
import type { Speak } from './explore-narration'

/** Milliseconds between two moves when a line is played out. */
const PACE = 1000

export class Explorer {
  readonly board: SessionBoard
  readonly record = signal<FenRecord>(START)
  /** What is wrong with the address, and its text; the start is shown then. */
  readonly refused = signal<{ readonly fault: NotationError; readonly text: string } | null>(null)
  readonly trail = signal<Trail | null>(null)
  readonly evaluation = signal<Evaluation>(unknown(START.position))
  /** Why there is no evaluation; null if there is. */
  readonly problem = signal<unknown>(null)
  readonly person = signal<Person>(chosenPerson())
  /** The moves under the pointer. */
  readonly pointed = signal<readonly Move[]>([])
  readonly editor = signal<Editor | null>(null)
  /** Whether the best line is being played out. */
  readonly isPlaying = signal(false)
  private readonly asking = new Latest()
  /** Whether the last step was along the trail. */
  private isWalking = false
  private timer = 0
  private wasSolving = false
  private readonly ends: (() => void)[]

  constructor(private readonly context: PageContext) {
    this.board = new SessionBoard(document.createElement('div'), context, createSession(SHARED), {
      happened: (events) => this.played(events),
      intercept: (point) => this.paint(point),
      isEditing: () => this.editor.value !== null,
      adapt: (scene) => (this.editor.value ? { ...scene, targets: 0, removalTargets: 0, stuck: 0 } : scene),
      describe: (point) => this.describePoint(point),
    })
    this.open(context.url)
    this.ends = [
      effect(() => this.draw()),
      effect(() => this.board.update()), // points are named by their values, in the language of now
      effect(() => this.showEdited()),
      context.server.onChange((isBack) => this.serverChanged(isBack)),
    ]
  }

  destroy(): void {
    this.stopPlaying()
    this.asking.stop()
    for (const end of this.ends) end()
    this.board.destroy()
  }

  /** Shows the position of an address. */
  open(url: URL): void {
    this.isWalking = false
    this.stopPlaying()
    this.editor.value = null
    try {
      const record = recordOfAddress(url)
      if (!url.search && naming(record.position.variant).variant) this.context.replaceAddress(addressOfRecord(record))
      this.show(record)
    } catch (error) {
      if (!(error instanceof NotationError)) throw error
      this.asking.stop()
      batch(() => {
        this.arrange(startOf(variantNamed(url.searchParams.get('variant')) ?? NINE))
        this.refused.value = { fault: error, text: url.searchParams.get('fen') ?? '' }
      })
    }
  }

  chooseVariant(variant: Variant): void {
    // Without a position an address leads to the variant chosen last, which is about to change.
    if (!location.search) this.context.replaceAddress(addressOfRecord(this.record.value))
    this.context.navigate(addressOfRecord(startOf(variant)))
  }

  choosePerson(person: Person): void {
    choosePerson(person)
    this.person.value = person
    this.ask()
  }

  /** Goes to a ply of the trail, or of its game. */
  walkTo(ply: number, line: Line): void {
    this.stopPlaying()
    this.walk(recordsOf(line)[ply])
    this.context.announce(this.say('trail.at', { ply, total: line.moves.length }))
  }

  /** Goes to the start of a game, to walk through it. */
  load(trail: Trail): void {
    this.trail.value = trail
    this.context.navigate(addressOfRecord(trail.first))
    const { title } = trail.game ?? {}
    if (title) this.context.announce(this.say('load.done', { title, total: trail.moves.length }))
  }

  /** Plays the best line, or stops. */
  togglePlaying(): void {
    if (this.isPlaying.value) this.stopPlaying()
    else this.playNext(this.evaluation.value.play ?? [])
  }

  edit(): void {
    this.stopPlaying()
    this.asking.stop()
    batch(() => {
      this.refused.value = null
      this.editor.value = new Editor(this.record.value.position)
    })
  }

  /** Ends the editor, with the position that it has made, or with the one before. */
  endEditing(position?: Position): void {
    this.editor.value = null
    if (position) this.context.navigate(addressOfRecord({ position, pliesSinceRemoval: 0, moveNumber: 1 }))
    else this.show(this.record.value)
  }

  private get say(): Speak {
    return createSay(this.context.speech, 'explore')
  }

  /** Shows a position and requests its values. */
  private show(record: FenRecord): void {
    this.arrange(record)
    this.ask()
  }

  private arrange(record: FenRecord): void {
    const { position } = record
    this.moveMen(position)
    keepVariant(position.variant)
    const { value: trail } = this.trail
    const next = trail ? follow(trail, record) : trailFor(record, this.say('trail.yours'))
    keepTrail(next)
    batch(() => {
      this.refused.value = null
      this.record.value = record
      this.trail.value = next
      this.evaluation.value = unknown(position)
      this.problem.value = null
      this.pointed.value = []
    })
  }

  /** Sets up the position, with an animation if one move leads to it. */
  private moveMen(position: Position): void {
    const { board } = this
    const shown = lastPosition(board.session)
    if (!isSame(shown, position)) {
      const move = legalMoves(shown).find((each) => isSame(successor(shown, each), position))
      if (move) board.play(move)
      else board.show(createSession(SHARED, position))
    }
    withdraw(board.session)
  }

  /** Requests the values of the position, cancelling an earlier request. */
  private ask(): void {
    const question = { wanted: 'all', server: this.context.server, person: this.person.value } as const
    const learned = (evaluation: Evaluation): void =>
      batch(() => {
        this.evaluation.value = evaluation
        this.problem.value = null
      })
    this.asking.run(
      (stop) => evaluate(this.record.value, question, stop, learned),
      learned,
      (error) => {
        this.problem.value = error
      },
    )
  }

  /** Asks again when the server is back or has solved more tables. */
  private serverChanged(isBack: boolean): void {
    const isSolving = this.context.server.solving?.state === 'running'
    const isSolved = this.wasSolving && !isSolving
    this.wasSolving = isSolving
    const { exact } = this.evaluation.value
    const isExact = exact.size > 0 && [...exact.values()].every((value) => value !== null)
    if ((isBack || isSolved) && !isExact && !this.editor.value && !this.refused.value) this.ask()
  }

  /** Draws the values, or the moves under the pointer. */
  private draw(): void {
    const { board } = this
    const { moves: rated } = this.evaluation.value
    const { value: moves } = this.pointed
    const pointed = rated.filter(({ move }) => moves.some((each) => isSameMove(each, move)))
    if (this.editor.value || !rated.some(({ source }) => source)) {
      board.overlay = null
    } else if (pointed.length) {
      const { badges, arrows } = drawingOf(pointed, rated)
      board.overlay = annotations(badges, arrows)
    } else {
      board.overlay = annotations(badgesFor(board.session, rated))
    }
  }

  private describePoint(point: Point): string {
    if (this.editor.value) return ''
    const { moves } = this.evaluation.value
    const rated = moves.find((each) => badgesFor(this.board.session, [each]).some((badge) => badge.point === point))
    if (!rated?.source) return ''
    const { say } = this
    return [describeRating(rated, say), describeChance(rated, figures(moves)(rated), say)].filter(Boolean).join(say('and'))
  }

  private paint(point: Point): boolean {
    const { value: editor } = this.editor
    if (!editor) return false
    const what = this.say(`brush.${editor.paint(point)}`)
    const { names } = editor.position.value.variant.board
    this.context.announce(this.say('said.put', { point: names[point], what }))
    return true
  }

  private showEdited(): void {
    const { value: editor } = this.editor
    // Not in mid-turn: an unfinished position may have no legal capture.
    if (editor) this.board.show(createSession(SHARED, { ...editor.position.value, removing: false }))
  }

  /** Updates the address after a move on the board. */
  private played(events: readonly GameEvent[]): void {
    this.stopPlaying()
    const { moves, step } = this.board.session
    const wasWrong = events.some(({ kind }) => kind === 'wrong')
    if (!events.length || !moves.length || step !== null || wasWrong) this.draw()
    else this.context.navigate(addressOfRecord(recordAfter(this.record.value, moves[moves.length - 1])))
  }

  /** Shows a position of a line. A walk of any length is one history entry, so Back leaves it at once. */
  private walk(record: FenRecord): void {
    const address = addressOfRecord(record)
    if (this.isWalking) {
      this.context.replaceAddress(address)
      this.show(record)
    } else {
      this.context.navigate(address)
      this.isWalking = true
    }
  }

  /** Plays the first move now, and the others one by one. */
  private playNext([move, ...rest]: readonly Move[]): void {
    if (!move) {
      this.stopPlaying()
      return
    }
    this.walk(recordAfter(this.record.value, move))
    this.isPlaying.value = true
    this.timer = window.setTimeout(() => this.playNext(rest), PACE)
  }

  private stopPlaying(): void {
    clearTimeout(this.timer)
    this.isPlaying.value = false
  }
}
