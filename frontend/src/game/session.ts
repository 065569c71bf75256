/**
 * The state of one game between a person and the computer, and the functions that change it.
 *
 * It knows nothing of pages, clocks or EXP. Each change returns a list of happenings, which others
 * animate, announce and award.
 */
import { count, has } from '../rules/geometry'
import type { Mask, Point } from '../rules/geometry'
import { getRemovalCandidates, millsAt } from '../rules/moves'
import type { Move } from '../rules/moves'
import type { Level } from '../player/player'
import {
  WHITE,
  beforeRemoval,
  explainPoint,
  flies as mayFly,
  inHand,
  mayMove,
  men,
  occurrences,
  other,
  outcome,
  play,
  startPosition,
  takes,
  targetsOf,
} from '../rules/position'
import type { Color, Complaint, Outcome, Position } from '../rules/position'

/** The first half of a turn: a man has closed a mill, and the capture is still to come. */
export interface Step {
  readonly origin: Point | null
  readonly target: Point
}

export interface Session {
  readonly level: Level
  readonly seed: number
  /** The person's colour; if two people share the board, the side to move. */
  human: Color
  /** The first position and the one after each move. */
  readonly positions: Position[]
  readonly moves: Move[]
  step: Step | null
  selected: Point | null
  /** A move the computer suggests to the person. */
  suggestion: Move | null
  /** Points of the mills closed last. */
  mills: Mask
}

/** Something that happened in the game. `ply` is the number of the move, from 0. */
export type Happening =
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
  | { readonly kind: 'end'; readonly outcome: Outcome }
  | { readonly kind: 'wrong'; readonly complaint: Complaint | 'wait'; readonly point: Point }

/** Starts a game from the position `first`. */
export function createSession(
  level: Level,
  seed: number,
  human: Color = WHITE,
  first: Position = startPosition(),
): Session {
  return {
    level,
    seed,
    human,
    positions: [first],
    moves: [],
    step: null,
    selected: null,
    suggestion: null,
    mills: 0,
  }
}

/** The position before the turn in progress. */
export function lastPosition(session: Session): Position {
  return session.positions[session.positions.length - 1]
}

/** The position on the board, in mid-turn if a capture is still to come. */
export function currentPosition(session: Session): Position {
  const { step } = session
  const position = lastPosition(session)
  return step ? beforeRemoval(position, step.origin, step.target) : position
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

export function isHumanToMove(session: Session): boolean {
  return lastPosition(session).turn === session.human && outcomeOf(session) === null
}

export function isComputerToMove(session: Session): boolean {
  return lastPosition(session).turn !== session.human && outcomeOf(session) === null
}

/** How many times the current position has occurred. */
export function countRepeats(session: Session): number {
  return occurrences(session.positions, lastPosition(session))
}

/** Where the person can place a man, or move the selected one. */
export function targetsFor(session: Session): Mask {
  const position = currentPosition(session)
  if (!isHumanToMove(session) || position.removing) return 0
  if (session.selected !== null) return targetsOf(position, session.selected)
  return inHand(position, session.human) ? targetsOf(position, null) : 0
}

/** Where a man is placed although another one is selected: beyond its reach, where the rules allow both. */
export function placingsBeside(session: Session): Mask {
  const { selected } = session
  const position = currentPosition(session)
  if (selected === null || !isHumanToMove(session) || !inHand(position, session.human)) return 0
  return targetsOf(position, null) & ~targetsOf(position, selected)
}

/** The men the person may capture now. */
export function removalTargetsOf(session: Session): Mask {
  const position = currentPosition(session)
  return position.removing ? getRemovalCandidates(men(position, other(position.turn)), position.variant.board) : 0
}

/** Whether the person can move the man on a point now. */
export function isMovable(session: Session, point: Point): boolean {
  const position = currentPosition(session)
  return (
    isHumanToMove(session) &&
    !position.removing &&
    mayMove(position) &&
    has(men(position, session.human), point) &&
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
export function act(session: Session, point: Point): Happening[] {
  if (isComputerToMove(session)) return [{ kind: 'wrong', complaint: 'wait', point }]
  const position = currentPosition(session)
  const complaint = explainPoint(position, session.selected, point)
  if (complaint) return [{ kind: 'wrong', complaint, point }]
  if (position.removing) return takeMan(session, point)
  if (has(men(position, position.turn), point)) {
    session.selected = session.selected === point ? null : point
    return []
  }
  return takeStep(session, has(placingsBeside(session), point) ? null : session.selected, point)
}

/** Clears the selection and the suggestion; returns whether there was either. */
export function unselect(session: Session): boolean {
  const had = session.selected !== null || session.suggestion !== null
  session.selected = null
  session.suggestion = null
  return had
}

function takeStep(session: Session, origin: Point | null, target: Point): Happening[] {
  const position = lastPosition(session)
  if (!takes(position, origin, target)) return playMove(session, { origin, target, captured: null })
  unselect(session)
  session.step = { origin, target }
  return [describeStep(session, origin, target)]
}

function takeMan(session: Session, captured: Point): Happening[] {
  const { step } = session
  if (!step) return playMove(session, { origin: null, target: null, captured })
  const move: Move = { ...step, captured }
  return playMove(session, move).filter(({ kind }) => kind !== 'step') // already reported when the mill was closed
}

/** Plays a move, the person's or the computer's. Throws if it is illegal. */
export function playMove(session: Session, move: Move): Happening[] {
  const { origin, target, captured } = move
  const before = lastPosition(session)
  const after = play(before, move)
  const happenings: Happening[] = []
  if (target !== null) happenings.push(describeStep(session, origin, target))
  if (captured !== null) {
    const { turn: color } = before
    happenings.push({ kind: 'removal', ply: session.moves.length, color, point: captured })
  }
  unselect(session)
  session.step = null
  session.positions.push(after)
  session.moves.push(move)
  const end = outcome(after)
  if (end) happenings.push({ kind: 'end', outcome: end })
  return happenings
}

function describeStep(session: Session, origin: Point | null, target: Point): Happening {
  const position = lastPosition(session)
  const color = position.turn
  const mills = millsAt(men(beforeRemoval(position, origin, target), color), target, position.variant.board)
  session.mills = mills
  const flies = origin !== null && mayFly(position, color)
  return { kind: 'step', ply: session.moves.length, color, origin, target, flies, mills }
}

/** Whether the person has a move, or half of one, to take back. */
export function canUndo(session: Session): boolean {
  return session.step !== null || session.positions.slice(0, -1).some(isTurnOf(session.human))
}

/** Goes back to the person's last choice, taking back the computer's reply too. */
export function undo(session: Session): boolean {
  if (!canUndo(session)) return false
  unselect(session)
  session.mills = 0
  if (session.step) {
    session.step = null
    return true
  }
  do {
    session.positions.pop()
    session.moves.pop()
  } while (lastPosition(session).turn !== session.human)
  return true
}

function isTurnOf(color: Color): (position: Position) => boolean {
  return ({ turn }) => turn === color
}
