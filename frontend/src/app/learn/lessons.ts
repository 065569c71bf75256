/** The tutorial: one position and one goal for each rule, to be reached on the board. */
import { NAMES, maskOf } from '../../geometry'
import { isLegal, outcome } from '../../rules'
import type { Color, Move, Position } from '../../rules'
import { parseAlgebraic } from '../../notation'
import { lastPosition } from '../../state'
import type { Happening, Session } from '../../state'

export const LESSON_IDS = ['placing', 'mills', 'removal', 'moving', 'opening', 'flying', 'blocked'] as const
export type LessonId = (typeof LESSON_IDS)[number]

/** What must happen: so many men placed, a man taken, or the game won. */
type Goal =
  | { readonly kind: 'place'; readonly count: number }
  | { readonly kind: 'take' }
  | { readonly kind: 'win' }

export interface Lesson {
  readonly id: LessonId
  readonly position: Position
  readonly goal: Goal
  /** What Black answers: the first of these that is legal. Without any, one turn must do. */
  readonly replies: readonly string[]
}

/** A position from lists of points such as `'A1 D1'`; White is to move. */
export function arrange(white: string, black: string, hands: readonly [number, number] = [0, 0]): Position {
  const parse = (names: string): number =>
    maskOf(names.split(' ').filter(Boolean).map((name) => NAMES.indexOf(name)))
  return {
    white: parse(white),
    black: parse(black),
    whiteInHand: hands[0],
    blackInHand: hands[1],
    turn: 0,
    removing: false,
    flying: true,
  }
}

const TAKE: Goal = { kind: 'take' }

export const LESSONS: readonly Lesson[] = [
  {
    id: 'placing',
    position: arrange('', '', [9, 9]),
    goal: { kind: 'place', count: 3 },
    replies: ['d6', 'd2', 'b4', 'f4'],
  },
  {
    id: 'mills',
    position: arrange('A1 D1', 'D2 F6 B4', [7, 6]),
    goal: TAKE,
    replies: [],
  },
  {
    id: 'removal',
    position: { ...arrange('A1 D1 G1 G7 E4', 'B2 B4 B6 F4 D6'), removing: true },
    goal: TAKE,
    replies: [],
  },
  {
    id: 'moving',
    position: arrange('A1 G1 D2 C4', 'F6 B6 E3 D7 G4'),
    goal: TAKE,
    replies: [],
  },
  {
    id: 'opening',
    position: arrange('A1 D1 G1 E4', 'D5 F6 B4 A7 C3'),
    goal: TAKE,
    replies: ['a1-d1', 'd1-a1'],
  },
  {
    id: 'flying',
    position: arrange('A1 D1 E5', 'D2 F4 B6 G7 C4'),
    goal: TAKE,
    replies: [],
  },
  {
    id: 'blocked',
    position: arrange('D1 G4 D7 B4', 'A1 G1 A7 G7'),
    goal: { kind: 'win' },
    replies: [],
  },
]

export function findLesson(id: string | null): Lesson | null {
  return LESSONS.find((lesson) => lesson.id === id) ?? null
}

/** Whether the goal is reached, given what has just happened. */
export function isReached({ goal }: Lesson, session: Session, happenings: readonly Happening[]): boolean {
  const isOurs = (color: Color): boolean => color === session.human
  if (goal.kind === 'take') return happenings.some((each) => each.kind === 'removal' && isOurs(each.color))
  if (goal.kind === 'win') return outcome(lastPosition(session))?.winner === session.human
  const placed = session.moves.filter((_, ply) => session.positions[ply].turn === session.human)
  return placed.length >= goal.count
}

/** What Black answers, or null where one turn had to do. */
export function replyTo({ replies }: Lesson, session: Session): Move | null {
  const position = lastPosition(session)
  return replies.map(parseAlgebraic).find((move) => isLegal(position, move)) ?? null
}
