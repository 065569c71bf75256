/**
 * The state of one game, and the functions that change it: its moves, a step, and who plays each side.
 *
 * It knows nothing of pages, levels, clocks or EXP. Each change returns a list of events, which others
 * animate, announce and award.
 */
import { count, has } from '../rules/geometry'
import type { Mask, Point } from '../rules/geometry'
import { menAfter, millsAt } from '../rules/moves'
import { MAY_BE_UNUSUAL, capturesOf, isPass, turnOf } from '../rules/turn'
import type { Move } from '../rules/turn'
import {
  BLACK,
  WHITE,
  beforeRemoval,
  explainPoint,
  flies as mayFly,
  inHand,
  mayMove,
  men,
  mustTake,
  occurrences,
  other,
  outcome,
  play,
  startPosition,
  takeableIn,
  takes,
  targetsOf,
} from '../rules/position'
import type { Color, Complaint, Outcome, Position } from '../rules/position'

/** The first part of a turn: a man has closed a mill, and the capture, or another one, is still to come. */
export type Step = Move

/** Who plays a side: a person at this board, the computer, or nobody here: somebody elsewhere, or a script. */
export type Controller = 'person' | 'computer' | 'nobody'

/** Who plays White, and who plays Black. */
export type Controls = readonly [Controller, Controller]

/** Persons play both sides at this board. */
export const SHARED: Controls = ['person', 'person']

/** The board is only looked at. */
export const LOCKED: Controls = ['nobody', 'nobody']

/** A person plays one side. */
export function against(enemy: Controller, own: Color): Controls {
  return own === WHITE ? ['person', enemy] : [enemy, 'person']
}

/** A game; only the functions below change it. */
export interface Session {
  readonly controls: Controls
  /** The first position and the one after each move. */
  readonly positions: readonly Position[]
  readonly moves: readonly Move[]
  readonly step: Step | null
  readonly selected: Point | null
  /** A move the computer suggests to the person. */
  readonly suggestion: Move | null
  /** Points of the mills closed last. */
  readonly mills: Mask
}

/** A game as this file sees it. */
type OpenSession = { -readonly [Name in keyof Session]: Session[Name] }

/** A man has been placed or moved. */
export type StepEvent = Extract<GameEvent, { kind: 'step' }>

/** Something that happened in the game. `ply` is the number of the move, from 0. */
export type GameEvent =
  | {
      readonly kind: 'step'
      readonly ply: number
      readonly color: Color
      readonly origin: Point | null
      readonly target: Point
      readonly flies: boolean
      readonly mills: Mask
    }
  | {
      readonly kind: 'removal'
      readonly ply: number
      readonly color: Color
      readonly point: Point
    }
  | { readonly kind: 'pass'; readonly ply: number; readonly color: Color }
  | { readonly kind: 'end'; readonly outcome: Outcome }
  | { readonly kind: 'wrong'; readonly complaint: Complaint | 'wait'; readonly point: Point }

/** Starts a game from the position `first`. */
export function createSession(controls: Controls, first: Position = startPosition()): Session {
  return { controls, positions: [first], moves: [], step: null, selected: null, suggestion: null, mills: 0 }
}

/** A game as it was at a ply, to look at. */
export function sessionAt({ positions, moves }: Session, ply: number): Session {
  return { ...createSession(LOCKED), positions: positions.slice(0, ply + 1), moves: moves.slice(0, ply) }
}

/** Lets others play from now on. */
export function assign(session: OpenSession, controls: Controls): void {
  session.controls = controls
}

/** The position before the turn in progress. */
export function lastPosition(session: Session): Position {
  return session.positions[session.positions.length - 1]
}

/** The position on the board, in mid-turn if a capture is still to come. */
export function currentPosition(session: Session): Position {
  const { step } = session
  const position = lastPosition(session)
  return step ? beforeRemoval(position, step) : position
}

/** The move that led here; null in mid-turn, when the next one is in progress. */
export function lastMoveOf(session: Session): Move | null {
  return session.step ? null : (session.moves[session.moves.length - 1] ?? null)
}

/** All positions so far, the one on the board last. */
export function historyOf(session: Session): readonly Position[] {
  return session.step ? [...session.positions, currentPosition(session)] : session.positions
}

/** The winner and the reason, or null while the game goes on. */
export function outcomeOf(session: Session): Outcome | null {
  return outcome(currentPosition(session))
}

/** Whether a person at this board plays the side to move. */
function isPersons(session: Session): boolean {
  return session.controls[lastPosition(session).turn] === 'person'
}

/** The side of the person who plays against somebody else; White if there is none. */
export function personOf({ controls }: Session): Color {
  return controls[BLACK] === 'person' ? BLACK : WHITE
}

export function isPersonToMove(session: Session): boolean {
  return isPersons(session) && !outcomeOf(session)
}

/** Whether the computer, or nobody at this board, is to move. */
export function isOtherToMove(session: Session): boolean {
  return !isPersons(session) && !outcomeOf(session)
}

/** How many times the current position has occurred. */
export function countRepeats(session: Session): number {
  return occurrences(session.positions, lastPosition(session))
}

/** Where the person can place a man, or move the selected one. */
export function targetsFor(session: Session): Mask {
  const position = currentPosition(session)
  if (!isPersonToMove(session) || mustTake(position)) return 0
  if (session.selected !== null) return targetsOf(position, session.selected)
  return inHand(position, position.turn) ? targetsOf(position, null) : 0
}

/** Where a man is placed although another one is selected: beyond its reach, where the rules allow both. */
export function placingsBeside(session: Session): Mask {
  const { selected } = session
  const position = currentPosition(session)
  if (selected === null || !isPersonToMove(session) || !inHand(position, position.turn)) return 0
  return targetsOf(position, null) & ~targetsOf(position, selected)
}

/** The men the person may capture now. */
export function removalTargetsOf(session: Session): Mask {
  return takeableIn(currentPosition(session))
}

/** Whether the person can move the man on a point now. */
export function isMovable(session: Session, point: Point): boolean {
  const position = currentPosition(session)
  return (
    isPersonToMove(session) &&
    !mustTake(position) &&
    mayMove(position) &&
    has(men(position, position.turn), point) &&
    targetsOf(position, point) !== 0
  )
}

/** Whether choosing a point would do something now. */
export function isActive(session: Session, point: Point): boolean {
  return has(targetsFor(session) | placingsBeside(session) | removalTargetsOf(session), point) || isMovable(session, point)
}

/** The number of men a side has captured since the first position. */
export function capturedBy(session: Session, color: Color): number {
  const enemy = other(color)
  const total = (position: Position): number => count(men(position, enemy)) + inHand(position, enemy)
  return total(session.positions[0]) - total(currentPosition(session))
}

/** Handles a click on a point: places, selects, unselects, moves, captures, or explains why not. */
export function act(session: OpenSession, point: Point): GameEvent[] {
  if (isOtherToMove(session)) return [{ kind: 'wrong', complaint: 'wait', point }]
  const position = currentPosition(session)
  const complaint = explainPoint(position, session.selected, point)
  if (complaint) return [{ kind: 'wrong', complaint, point }]
  if (mustTake(position)) return takeMan(session, point)
  if (has(men(position, position.turn), point)) {
    session.selected = session.selected === point ? null : point
    return []
  }
  return takeStep(session, has(placingsBeside(session), point) ? null : session.selected, point)
}

/** Suggests a move to the person. */
export function suggest(session: OpenSession, move: Move): void {
  session.suggestion = move
}

/** Clears the selection and the suggestion; returns whether there was either. */
export function unselect(session: OpenSession): boolean {
  const had = session.selected !== null || session.suggestion !== null
  session.selected = null
  session.suggestion = null
  return had
}

/** Takes back half of a turn, and clears the selection; returns whether there was anything. */
export function withdraw(session: OpenSession): boolean {
  const had = session.step !== null
  if (had) session.mills = 0
  session.step = null
  return unselect(session) || had
}

function takeStep(session: OpenSession, origin: Point | null, target: Point): GameEvent[] {
  const position = lastPosition(session)
  const move = { origin, target, captured: null }
  if (!takes(position, origin, target)) return playMove(session, move)
  unselect(session)
  session.step = move
  return [describeStep(session, origin, target)]
}

function takeMan(session: OpenSession, captured: Point): GameEvent[] {
  const { step } = session
  const { origin, target } = step ?? { origin: null, target: null }
  const before = MAY_BE_UNUSUAL && step ? capturesOf(step) : []
  const move = turnOf(origin, target, [...before, captured])
  if (MAY_BE_UNUSUAL) {
    const { marks, turn: color } = currentPosition(session)
    if (marks?.more) {
      session.step = move
      return [{ kind: 'removal', ply: session.moves.length, color, point: captured }]
    }
  }
  // The step, and the men taken before, have been reported.
  const events = playMove(session, move).filter(({ kind }) => kind !== 'step')
  return MAY_BE_UNUSUAL ? events.filter((event) => event.kind !== 'removal' || !before.includes(event.point)) : events
}

/** Plays a move, the person's or the computer's. Throws if it is illegal. */
export function playMove(session: OpenSession, move: Move): GameEvent[] {
  const { origin, target } = move
  const before = lastPosition(session)
  const { turn: color } = before
  const ply = session.moves.length
  const after = play(before, move)
  const events: GameEvent[] = []
  if (target !== null) events.push(describeStep(session, origin, target))
  for (const point of capturesOf(move)) events.push({ kind: 'removal', ply, color, point })
  if (MAY_BE_UNUSUAL && isPass(move)) events.push({ kind: 'pass', ply, color })
  unselect(session)
  session.step = null
  const positions = session.positions as Position[]
  const moves = session.moves as Move[]
  positions.push(after)
  moves.push(move)
  const end = outcome(after)
  if (end) events.push({ kind: 'end', outcome: end })
  return events
}

function describeStep(session: OpenSession, origin: Point | null, target: Point): GameEvent {
  const position = lastPosition(session)
  const color = position.turn
  const mills = millsAt(menAfter(men(position, color), origin, target), target, position.variant.board)
  session.mills = mills
  const flies = origin !== null && mayFly(position, color)
  return { kind: 'step', ply: session.moves.length, color, origin, target, flies, mills }
}

/** The ply of the person's last choice, in mid-turn the current one; -1 if there is none. */
function lastChoice({ controls, positions, step }: Session): number {
  let ply = positions.length - 1
  if (!step) do ply--
  while (ply >= 0 && controls[positions[ply].turn] !== 'person')
  return ply
}

/** Whether the person has a move, or half of one, to take back. */
export function canUndo(session: Session): boolean {
  return lastChoice(session) >= 0
}

/** Goes back to the person's last choice, taking back the computer's reply too. */
export function undo(session: OpenSession): boolean {
  const ply = lastChoice(session)
  if (ply >= 0) rewind(session, ply)
  return ply >= 0
}

/** Goes back to a ply; returns the moves after it. */
export function rewind(session: OpenSession, ply: number): Move[] {
  unselect(session)
  session.step = null
  session.mills = 0
  const positions = session.positions as Position[]
  const moves = session.moves as Move[]
  positions.length = ply + 1
  return moves.splice(ply)
}
