/** The tutorial: a position and a goal for each rule. */
import { maskOf } from '../../core/rules/geometry'
import { NAMES } from '../../core/rules/nine'
import { isLegal, outcome, startPosition } from '../../core/rules/position'
import type { Color, Move, Position } from '../../core/rules/position'
import { parseAlgebraic } from '../../core/rules/notation'
import { lastPosition } from '../../core/session/session'
import type { GameEvent, Session } from '../../core/session/session'

type LessonId = 'placing' | 'mills' | 'removal' | 'moving' | 'opening' | 'flying' | 'blocked'

/** The goal: men placed, a man captured, or the game won. */
type Goal =
  | { readonly kind: 'place'; readonly count: number }
  | { readonly kind: 'take' }
  | { readonly kind: 'win' }

export interface Lesson {
  readonly id: LessonId
  readonly position: Position
  readonly goal: Goal
  /** Black's replies; the first legal one is played. Without any, the lesson takes one move. */
  readonly replies?: readonly string[]
}

/** A position from lists of points such as `'a7 d7'`, with White to move. */
export function arrange(white: string, black: string, hands: readonly [number, number] = [0, 0]): Position {
  const parse = (names: string): number =>
    maskOf(names.split(' ').filter(Boolean).map((name) => NAMES.indexOf(name)))
  const [whiteInHand, blackInHand] = hands
  return { ...startPosition(), white: parse(white), black: parse(black), whiteInHand, blackInHand }
}

const TAKE: Goal = { kind: 'take' }

export const LESSONS: readonly Lesson[] = [
  {
    id: 'placing',
    position: arrange('', '', [9, 9]),
    goal: { kind: 'place', count: 3 },
    replies: ['d6', 'd2', 'b4', 'f4'],
  },
  { id: 'mills', position: arrange('a7 d7', 'd6 f2 b4', [7, 6]), goal: TAKE },
  { id: 'removal', position: { ...arrange('a7 d7 g7 g1 e4', 'b6 b4 b2 f4 d2'), removing: true }, goal: TAKE },
  { id: 'moving', position: arrange('a7 g7 d6 c4', 'f2 b2 e5 d1 g4'), goal: TAKE },
  { id: 'opening', position: arrange('a7 d7 g7 e4', 'd3 f2 b4 a1 c5'), goal: TAKE, replies: ['a1-d1', 'd1-a1'] },
  { id: 'flying', position: arrange('a7 d7 e3', 'd6 f4 b2 g1 c4'), goal: TAKE },
  { id: 'blocked', position: arrange('d7 g4 d1 b4', 'a7 g7 a1 g1'), goal: { kind: 'win' } },
]

export function findLesson(id: string | null): Lesson | null {
  return LESSONS.find((lesson) => lesson.id === id) ?? null
}

/** Whether the goal is reached, given what has just happened. */
export function isReached({ goal }: Lesson, session: Session, events: readonly GameEvent[]): boolean {
  const isOurs = (color: Color | null = null): boolean => color !== null && session.controls[color] === 'person'
  if (goal.kind === 'take') return events.some((each) => each.kind === 'removal' && isOurs(each.color))
  if (goal.kind === 'win') return isOurs(outcome(lastPosition(session))?.winner)
  const placed = session.moves.filter((_, ply) => isOurs(session.positions[ply].turn))
  return placed.length >= goal.count
}

/** Black's reply, or null if the lesson takes one move. */
export function replyTo({ replies = [] }: Lesson, session: Session): Move | null {
  const position = lastPosition(session)
  return replies.map((text) => parseAlgebraic(text)).find((move) => isLegal(position, move)) ?? null
}
