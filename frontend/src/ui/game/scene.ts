/** What the board shows of a game. */
import type { Scene } from '../../board/scene'
import { has } from '../../core/rules/geometry'
import type { Point } from '../../core/rules/geometry'
import { men, other } from '../../core/rules/position'
import { currentPosition, lastMoveOf, outcomeOf, placingsBeside, removalTargetsOf, targetsFor } from '../../core/session/session'
import type { Session } from '../../core/session/session'

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
