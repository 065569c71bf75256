/** Puts a game into words: whose turn it is, what to do, what has happened. */
import { BLACK, WHITE, formatMove, mayMove, men, phase } from '../rules/position'
import type { Color } from '../rules/position'
import { count, has } from '../rules/geometry'
import type { Geometry, Point } from '../rules/geometry'
import {
  countRepeats,
  currentPosition,
  isComputerToMove,
  isMovable,
  lastMoveOf,
  outcomeOf,
  placingsBeside,
  removalTargetsOf,
  targetsFor,
} from './session'
import type { Happening, Session } from './session'
import type { GameSay } from './game-texts'

/** The board of a game. */
export function boardOf(session: Session): Geometry {
  return session.positions[0].variant.board
}

/** Names a side by its role or its colour. */
export type Naming = (color: Color) => 'you' | 'computer' | 'white' | 'black'

const namedByRole = (session: Session): Naming => (color) =>
  color === session.human ? 'you' : 'computer'

/** The player's men on the board minus the computer's. */
export function scoreOf(session: Session): number {
  const position = currentPosition(session)
  const both = count(position.white) - count(position.black)
  return session.human === WHITE ? both : 0 - both
}

/** Whose turn it is. */
export function describeTurn(session: Session, say: GameSay): string {
  if (outcomeOf(session)) return say('turn.over')
  return say(isComputerToMove(session) ? 'turn.computer' : 'turn.you')
}

/** The hint line: what the person can do now. */
export function describeHint(session: Session, say: GameSay): string {
  const end = outcomeOf(session)
  if (end) return describeEnd(session, say).join(' ')
  if (isComputerToMove(session)) return say('hint.wait')
  const parts = [describeAction(session, say)]
  if (session.suggestion) parts[0] = say('hint.suggestion', { move: formatMove(session.suggestion, boardOf(session)) })
  const repeats = countRepeats(session)
  if (repeats > 1 && !session.step) parts.push(say('hint.repeat', { count: repeats }))
  return parts.join(' ')
}

/** What the side to move has to do. */
export function describeAction(session: Session, say: GameSay): string {
  const { selected } = session
  const position = currentPosition(session)
  const point = selected === null ? '' : boardOf(session).names[selected]
  if (position.removing) return say('hint.take')
  const keys = {
    placing: [mayMove(position) ? 'hint.placeOrMove' : 'hint.place', 'hint.moveOrPlace'],
    moving: ['hint.select', 'hint.move'],
    flying: ['hint.flySelect', 'hint.fly'],
  } as const
  return say(keys[phase(position, session.human)][selected === null ? 0 : 1], { point })
}

/** Who won and why, as two sentences; empty while the game goes on. */
export function describeEnd(session: Session, say: GameSay): string[] {
  const end = outcomeOf(session)
  if (!end) return []
  if (end.winner === null) return [say('end.draw'), say(`end.draw.${end.reason}`)]
  const result = end.winner === session.human ? 'end.win' : 'end.loss'
  return [say(result), say(`${result}.${end.reason}` as const)]
}

/** The score as text. */
export function describeScore(session: Session, say: GameSay): string {
  const position = currentPosition(session)
  const own = count(men(position, session.human))
  const score = scoreOf(session)
  const signed = score > 0 ? `+${score}` : String(score).replace('-', '−')
  return say('end.score', { score: signed, own, enemy: own - score })
}

/** The label of a point for screen readers: its name, its man, and what it can do. */
export function describePoint(
  session: Session,
  point: Point,
  say: GameSay,
  nameOf: Naming = namedByRole(session),
): string {
  const position = currentPosition(session)
  const isTaken = has(position.white | position.black, point)
  const owner = nameOf(has(position.white, point) ? WHITE : BLACK)
  const parts = [say(isTaken ? `point.${owner}` : 'point.empty', { point: boardOf(session).names[point] })]
  if (session.selected === point) parts.push(say('state.selected'))
  else if (isMovable(session, point)) parts.push(say('state.movable'))
  if (has(targetsFor(session), point)) parts.push(say('state.target'))
  if (has(placingsBeside(session), point)) parts.push(say('state.placing'))
  if (has(removalTargetsOf(session), point)) parts.push(say('state.takeable'))
  if (!isTaken && lastMoveOf(session)?.captured === point) parts.push(say('state.captured'))
  const { suggestion } = session
  if (suggestion && Object.values(suggestion).includes(point)) parts.push(say('state.suggested'))
  return parts.join(say('comma'))
}

/** What has happened, as sentences for screen readers. */
export function describeHappenings(
  session: Session,
  happenings: readonly Happening[],
  say: GameSay,
  nameOf: Naming = namedByRole(session),
): string {
  return happenings.map((happening) => describeHappening(session, happening, say, nameOf)).join(' ')
}

function describeHappening(
  session: Session,
  happening: Happening,
  say: GameSay,
  nameOf: Naming,
): string {
  const { names } = boardOf(session)
  if (happening.kind === 'end') return describeEnd(session, say).join(' ')
  if (happening.kind === 'wrong') {
    return say(`wrong.${happening.complaint}`, { point: names[happening.point] })
  }
  const who = say(nameOf(happening.color))
  if (happening.kind === 'removal') {
    return say('said.remove', { who, point: names[happening.point] })
  }
  const { origin, flies, mills } = happening
  const target = names[happening.target]
  const step =
    origin === null
      ? say('said.place', { who, target })
      : say(flies ? 'said.fly' : 'said.move', { who, origin: names[origin], target })
  return mills ? `${step} ${say('said.mill')}` : step
}
