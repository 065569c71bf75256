/** What is to be seen on the board. The drawing knows no rules: it is told everything here. */
import type { Mask, Point } from '../rules/geometry'
import { has } from '../rules/geometry'
import { men, other } from '../rules/position'
import type { Move } from '../rules/moves'
import { currentPosition, lastMoveOf, outcomeOf, takeableFor, targetsFor } from '../game/session'
import type { Session } from '../game/session'

export interface Scene {
  readonly white: Mask
  readonly black: Mask
  readonly selected: Point | null
  /** Points where a man may go. */
  readonly targets: Mask
  /** Whether each of the targets is marked: yes while a man is selected, no while placing. */
  readonly marksTargets: boolean
  /** Men that may be taken. */
  readonly takeable: Mask
  /** Points of mills that shine. */
  readonly mills: Mask
  /** Men that cannot move, at the end of a game that a side lost for that. */
  readonly stuck: Mask
  /** The turn that led here. */
  readonly lastMove: Move | null
  readonly suggestion: Move | null
  /** A point that a click would act on, under the pointer. */
  readonly hover: Point | null
}

/** The scene of a game, with the pointer over `pointer`. */
export function sceneOf(session: Session, pointer: Point | null): Scene {
  const position = currentPosition(session)
  const targets = targetsFor(session)
  const takeable = takeableFor(session)
  const end = outcomeOf(session)
  const isActive = pointer !== null && has(targets | takeable, pointer)
  return {
    white: position.white,
    black: position.black,
    selected: session.selected,
    targets,
    marksTargets: session.selected !== null,
    takeable,
    mills: session.mills,
    stuck: end?.reason === 'blocked' ? men(position, other(end.winner)) : 0,
    lastMove: lastMoveOf(session),
    suggestion: session.suggestion,
    hover: isActive ? pointer : null,
  }
}
