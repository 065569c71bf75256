/**
 * One game between a person and the computer: the state, and the functions that change it.
 *
 * Nothing here knows of pages, clocks or EXP. Every change is told as a list of happenings, from
 * which the others animate, announce and award.
 */
import { has } from '../rules/geometry'
import type { Mask, Point } from '../rules/geometry'
import { millsAt, removable } from '../rules/moves'
import type { Move } from '../rules/moves'
import type { Level } from '../player/player'
import {
  WHITE,
  beforeRemoval,
  explainPoint,
  men,
  occurrences,
  other,
  outcome,
  phase,
  play,
  startPosition,
  takes,
  targetsOf,
} from '../rules/position'
import type { Color, Complaint, Outcome, Position } from '../rules/position'

/** A placing or way that closed a mill; its man is still to be taken. */
export interface Step {
  readonly origin: Point | null
  readonly target: Point
}

export interface Session {
  readonly level: Level
  readonly seed: number
  /** The colour that the person at the board plays; where two share it, whose turn it is. */
  human: Color
  /** The first position and the one after each turn. */
  readonly positions: Position[]
  readonly moves: Move[]
  step: Step | null
  selected: Point | null
  /** A move that the computer would play in the person's place. */
  suggestion: Move | null
  /** Points of the mills that the last step closed. */
  mills: Mask
}

/** Something that others may want to show. `ply` is the number of the turn, from 0. */
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

/** A new game; `first` is where it begins. */
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

/** The position before the turn that is under way. */
export function lastPosition(session: Session): Position {
  return session.positions[session.positions.length - 1]
}

/** The position on the board, in mid-turn where a man is still to be taken. */
export function currentPosition(session: Session): Position {
  const { step } = session
  const position = lastPosition(session)
  return step ? beforeRemoval(position, step.origin, step.target) : position
}

/** The turn that led here; null in mid-turn, when the next one is under way. */
export function lastMoveOf(session: Session): Move | null {
  return session.step ? null : (session.moves[session.moves.length - 1] ?? null)
}

/** All positions so far, the one on the board last. */
export function historyOf(session: Session): readonly Position[] {
  return session.step ? [...session.positions, currentPosition(session)] : session.positions
}

/** Who won and why, or null while the game goes on. */
export function outcomeOf(session: Session): Outcome | null {
  return outcome(currentPosition(session))
}

export function isHumanToMove(session: Session): boolean {
  return lastPosition(session).turn === session.human && outcomeOf(session) === null
}

export function isComputerToMove(session: Session): boolean {
  return lastPosition(session).turn !== session.human && outcomeOf(session) === null
}

/** How often the position on the board has occurred. */
export function countRepeats(session: Session): number {
  return occurrences(session.positions, lastPosition(session))
}

/** Where the person may place, or move the selected man. */
export function targetsFor(session: Session): Mask {
  const position = currentPosition(session)
  if (!isHumanToMove(session) || position.removing) return 0
  if (phase(position, session.human) === 'placing') return targetsOf(position, null)
  return session.selected === null ? 0 : targetsOf(position, session.selected)
}

/** The men that the person may take now. */
export function takeableFor(session: Session): Mask {
  const position = currentPosition(session)
  return position.removing ? removable(men(position, other(position.turn))) : 0
}

/** The person's men that can move now. */
export function isMovable(session: Session, point: Point): boolean {
  const position = currentPosition(session)
  return (
    isHumanToMove(session) &&
    !position.removing &&
    phase(position, session.human) !== 'placing' &&
    has(men(position, session.human), point) &&
    targetsOf(position, point) !== 0
  )
}

/** The person clicks a point: places, selects, unselects, moves, takes, or is told why not. */
export function act(session: Session, point: Point): Happening[] {
  if (isComputerToMove(session)) return [{ kind: 'wrong', complaint: 'wait', point }]
  const position = currentPosition(session)
  const complaint = explainPoint(position, session.selected, point)
  if (complaint) return [{ kind: 'wrong', complaint, point }]
  if (position.removing) return takeMan(session, point)
  if (phase(position, position.turn) === 'placing') return takeStep(session, null, point)
  if (has(men(position, position.turn), point)) {
    session.selected = session.selected === point ? null : point
    return []
  }
  return takeStep(session, session.selected, point)
}

/** Drops the selection and the suggestion; whether there was either. */
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
  return [tellStep(session, origin, target)]
}

function takeMan(session: Session, captured: Point): Happening[] {
  const { step } = session
  if (!step) return playMove(session, { origin: null, target: null, captured })
  const move: Move = { ...step, captured }
  return playMove(session, move).filter(({ kind }) => kind !== 'step') // told when it was taken
}

/** Plays a whole turn, the person's or the computer's. Throws where it is illegal. */
export function playMove(session: Session, move: Move): Happening[] {
  const { origin, target, captured } = move
  const before = lastPosition(session)
  const after = play(before, move)
  const happenings: Happening[] = []
  if (target !== null) happenings.push(tellStep(session, origin, target))
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

function tellStep(session: Session, origin: Point | null, target: Point): Happening {
  const position = lastPosition(session)
  const color = position.turn
  const mills = millsAt(men(beforeRemoval(position, origin, target), color), target)
  session.mills = mills
  const flies = origin !== null && phase(position, color) === 'flying'
  return { kind: 'step', ply: session.moves.length, color, origin, target, flies, mills }
}

/** Whether the person has a turn, or half of one, to take back. */
export function canUndo(session: Session): boolean {
  return session.step !== null || session.positions.slice(0, -1).some(isTurnOf(session.human))
}

/** Goes back to the person's last choice; the computer's reply is taken back with it. */
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
