/** What a board shares with whoever embeds it: a notebook's kernel, or a page of the documentation. */
import { parseFen, parseAlgebraic } from '../core/rules/notation'
import { BLACK, WHITE, formatMoves } from '../core/rules/position'
import { variantNamed } from '../core/rules/variants'
import { LOCKED, SHARED, against, assign, createSession, lastPosition, playMove, sessionAt } from '../core/session/session'
import type { Controls, Session } from '../core/session/session'
import type { ProbedMove } from '../generated/api'

/** The names and types are those of the traits of the Python class. */
export interface State {
  readonly variant: string
  /** The FEN of the first position. */
  readonly start: string
  /** The moves played since, whole turns in algebraic notation. */
  readonly moves: readonly string[]
  /** Moves that can be stepped through; what has been played is usually their beginning. */
  readonly line: readonly string[]
  /** The values of the moves after `ply` moves. */
  readonly values: Values
  /** The sides that are played on this board. */
  readonly sides: 'both' | 'white' | 'black' | 'none'
  /** The rule by which the game is drawn, or an empty text. */
  readonly drawn: '' | 'repetition' | 'no removal for too long'
  readonly theme: 'auto' | 'light' | 'dark' | 'high-contrast'
  /** Width in CSS pixels. */
  readonly size: number
}

export interface Values {
  readonly ply: number
  readonly moves: readonly Pick<ProbedMove, 'move' | 'value'>[]
}

/** As anywidget passes it; its methods are those of Backbone's models. */
export interface Model {
  get<Key extends keyof State>(key: Key): State[Key]
  set<Key extends keyof State>(key: Key, value: State[Key]): void
  save_changes(): void
  on(event: string, react: () => void): void
  off(event: string, react: () => void): void
}

/** The game so far. */
export function sessionOf(model: Model): Session {
  const variant = variantNamed(model.get('variant'))
  if (!variant) throw new RangeError(`"${model.get('variant')}" is not a variant`)
  const { position } = parseFen(model.get('start'), variant)
  const session = createSession(LOCKED, position)
  for (const text of model.get('moves')) playMove(session, parseAlgebraic(text, variant.board))
  return sessionAt(session, session.moves.length)
}

const CONTROLS: Readonly<Record<State['sides'], Controls>> = {
  both: SHARED,
  white: against('nobody', WHITE),
  black: against('nobody', BLACK),
  none: LOCKED,
}

/** Lets the person play the sides that are played on this board, until the game is drawn. */
export function assignSides(session: Session, model: Model): void {
  assign(session, model.get('drawn') ? LOCKED : CONTROLS[model.get('sides')])
}

/** The moves of a session as text. */
export function movesOf(session: Session): string[] {
  return formatMoves(session.moves, lastPosition(session).variant.board)
}

/** What `longer` has beyond `shorter`, or null if it does not begin with it. */
export function beyond(longer: readonly string[], shorter: readonly string[]): readonly string[] | null {
  return shorter.every((move, index) => move === longer[index]) ? longer.slice(shorter.length) : null
}

/** The next move to step to, or null at the end of the line and away from it. */
export function nextOf(model: Model): string | null {
  return beyond(model.get('line'), model.get('moves'))?.[0] ?? null
}
