/** Everything the renderer needs to draw a board; it knows no rules. */
import type { Mask, Point } from '../rules/geometry'
import { has } from '../rules/geometry'
import { men, other } from '../rules/position'
import type { Move } from '../rules/moves'
import { currentPosition, lastMoveOf, outcomeOf, placingsBeside, removalTargetsOf, targetsFor } from '../game/session'
import type { Session } from '../game/session'

export interface Scene {
  readonly white: Mask
  readonly black: Mask
  readonly selected: Point | null
  /** Points where a man can go. */
  readonly targets: Mask
  /** Whether targets are marked: while a man is selected, but not while placing. */
  readonly marksTargets: boolean
  /** Points where a click places another man than the selected one. */
  readonly placings: Mask
  /** Men that may be captured. */
  readonly removalTargets: Mask
  /** Points of mills that glow. */
  readonly mills: Mask
  /** The loser's men, if it lost because none can move. */
  readonly stuck: Mask
  /** The move that led here. */
  readonly lastMove: Move | null
  readonly suggestion: Move | null
  /** The point under the pointer, if a click would do something. */
  readonly hover: Point | null
}

/** The scene of a game, with the pointer over `pointer`. */
export function sceneOf(session: Session, pointer: Point | null): Scene {
  const position = currentPosition(session)
  const targets = targetsFor(session)
  const placings = placingsBeside(session)
  const removalTargets = removalTargetsOf(session)
  const end = outcomeOf(session)
  const isActive = pointer !== null && has(targets | placings | removalTargets, pointer)
  return {
    white: position.white,
    black: position.black,
    selected: session.selected,
    targets,
    marksTargets: session.selected !== null,
    placings,
    removalTargets,
    mills: session.mills,
    stuck: end?.reason === 'blocked' ? men(position, other(end.winner)) : 0,
    lastMove: lastMoveOf(session),
    suggestion: session.suggestion,
    hover: isActive ? pointer : null,
  }
}
