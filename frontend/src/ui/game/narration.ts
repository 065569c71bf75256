/** Puts a game into words: whose turn it is, what to do, what has happened. */
import { BLACK, WHITE, formatMove, givesWay, mayMove, men, mustPass, mustTake, phase } from '../../core/rules/position'
import type { Color } from '../../core/rules/position'
import { count, has } from '../../core/rules/geometry'
import { MAY_BE_UNUSUAL } from '../../core/rules/turn'
import type { Geometry, Point } from '../../core/rules/geometry'
import {
  countRepeats,
  currentPosition,
  isMovable,
  isOtherToMove,
  lastMoveOf,
  outcomeOf,
  personOf,
  placingsBeside,
  removalTargetsOf,
  targetsFor,
} from '../../core/session/session'
import type { GameEvent, Session, StepEvent } from '../../core/session/session'
import type { Say } from '../../texts/keys'

/** The board of a game. */
export function boardOf(session: Session): Geometry {
  return session.positions[0].variant.board
}

/** Names a side by its role or its colour. */
export type Naming = (color: Color) => 'you' | 'computer' | 'white' | 'black'

const namedByRole = (session: Session): Naming => (color) =>
  color === personOf(session) ? 'you' : 'computer'

/** The player's men on the board minus the computer's. */
export function scoreOf(session: Session): number {
  const position = currentPosition(session)
  const both = count(position.white) - count(position.black)
  return personOf(session) === WHITE ? both : 0 - both
}

/** Whose turn it is. */
export function describeTurn(session: Session, say: Say<'board'>): string {
  if (outcomeOf(session)) return say('turn.over')
  return say(isOtherToMove(session) ? 'turn.computer' : 'turn.you')
}

/** The hint line: what the person can do now. */
export function describeHint(session: Session, say: Say<'board'>): string {
  const end = outcomeOf(session)
  if (end) return describeEnd(session, say).join(say('gap'))
  if (isOtherToMove(session)) return say('hint.wait')
  const parts = [describeAction(session, say)]
  if (session.suggestion) parts[0] = say('hint.suggestion', { move: formatMove(session.suggestion, boardOf(session)) })
  const repeats = countRepeats(session)
  if (repeats > 1 && !session.step) parts.push(say('hint.repeat', { count: repeats }))
  return parts.join(say('gap'))
}

/** What the side to move has to do. */
export function describeAction(session: Session, say: Say<'board'>): string {
  const { selected } = session
  const position = currentPosition(session)
  const point = selected === null ? '' : boardOf(session).names[selected]
  if (position.removing) return say('hint.take')
  if (MAY_BE_UNUSUAL && mustTake(position)) return say('hint.taking')
  if (MAY_BE_UNUSUAL && mustPass(position)) return say('hint.pass')
  const keys = {
    placing: [mayMove(position) ? 'hint.placeOrMove' : 'hint.place', 'hint.moveOrPlace'],
    moving: ['hint.select', 'hint.move'],
    flying: ['hint.flySelect', 'hint.fly'],
  } as const
  const hint = say(keys[phase(position, position.turn)][selected === null ? 0 : 1], { point })
  return MAY_BE_UNUSUAL && givesWay(position) ? `${say('hint.giveWay')}${say('gap')}${hint}` : hint
}

/** The same if it is out of the ordinary, for those who hear what has happened; else nothing. */
export function describeDuty(session: Session, say: Say<'board'>): string {
  const position = currentPosition(session)
  const isUnusual = mustTake(position) || mustPass(position) || givesWay(position)
  return isUnusual && !position.removing ? describeAction(session, say) : ''
}

/** Who won and why, as two sentences; empty while the game goes on. */
export function describeEnd(session: Session, say: Say<'board'>): string[] {
  const end = outcomeOf(session)
  if (!end) return []
  if (end.winner === null) return [say('end.draw'), say(`end.draw.${end.reason}`)]
  const result = end.winner === personOf(session) ? 'end.win' : 'end.loss'
  return [say(result), say(`${result}.${end.reason}` as const)]
}

/** The score as text. */
export function describeScore(session: Session, say: Say<'board'>): string {
  const position = currentPosition(session)
  const own = count(men(position, personOf(session)))
  const score = scoreOf(session)
  const signed = score > 0 ? `+${score}` : String(score).replace('-', '−')
  return say('end.score', { score: signed, own, enemy: own - score })
}

/** The label of a point for screen readers: its name, its man, and what it can do. */
export function describePoint(
  session: Session,
  point: Point,
  say: Say<'board'>,
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
  const last = lastMoveOf(session)
  if (!isTaken && (last?.captured === point || (MAY_BE_UNUSUAL && last?.also?.includes(point)))) parts.push(say('state.captured'))
  const { suggestion } = session
  if (suggestion && Object.values(suggestion).flat().includes(point)) parts.push(say('state.suggested'))
  return parts.join(say('comma'))
}

/** What has happened, as sentences for screen readers. */
export function describeEvents(
  session: Session,
  events: readonly GameEvent[],
  say: Say<'board'>,
  nameOf: Naming = namedByRole(session),
): string {
  return events.map((event) => describeEvent(session, event, say, nameOf)).join(say('gap'))
}

function describeEvent(
  session: Session,
  event: GameEvent,
  say: Say<'board'>,
  nameOf: Naming,
): string {
  const { names } = boardOf(session)
  if (event.kind === 'end') return describeEnd(session, say).join(say('gap'))
  if (event.kind === 'wrong') {
    return say(`wrong.${event.complaint}`, { point: names[event.point] })
  }
  const who = say(nameOf(event.color))
  if (MAY_BE_UNUSUAL && event.kind === 'pass') return say('said.pass', { who })
  if (event.kind === 'removal') {
    return say('said.remove', { who, point: names[event.point] })
  }
  const { origin, target: to, flies, mills } = event as StepEvent
  const target = names[to]
  const step =
    origin === null
      ? say('said.place', { who, target })
      : say(flies ? 'said.fly' : 'said.move', { who, origin: names[origin], target })
  return mills ? `${step}${say('gap')}${say('said.mill')}` : step
}
