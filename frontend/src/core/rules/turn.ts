/** A turn, and the two sides as the side to move sees them. */
import type { Mask, Point } from './geometry'

declare global {
  interface ImportMeta {
    /** What the settings of a build say of its program; `NINE_ONLY` is the mini-game's. */
    readonly env: { readonly NINE_ONLY?: boolean }
  }
}

/** Whether variants may be unusual: the mini-game plays nine men's morris, and its script lacks what others need. */
export const MAY_BE_UNUSUAL = !import.meta.env.NINE_ONLY

/**
 * A whole turn. `origin` is null when a man is placed, `captured` is null without a mill. A capture that completes a
 * half-played turn has neither origin nor target, nor has a taking after the placing; a pass has nothing at all.
 */
export interface Move {
  readonly origin: Point | null
  readonly target: Point | null
  readonly captured: Point | null
  /** Further men, where a turn takes several, in the order of their points; never empty. */
  readonly also?: readonly Point[]
}

/** A position as the side to move sees it. */
export interface Sides {
  readonly own: Mask
  readonly enemy: Mask
  readonly ownInHand: number
  readonly enemyInHand: number
  /** What else the rules remember; missing if there is nothing. */
  readonly marks?: Marks
}

/** A man's last step or flight, if it may not go back into a mill. */
export interface Ban {
  readonly origin: Point
  readonly target: Point
}

/** What a position remembers besides its men, of one side and of the other: of White first, or of the side to move. */
export interface Marks {
  readonly ban: Ban | null
  readonly otherBan: Ban | null
  /** While men are placed: who closed the first mill, 1 this side, 2 the other, 0 nobody. */
  readonly firstMill: number
  /** How many sides have yet to take a man after the placing. */
  readonly takings: number
  /** In mid-turn: how many men are to be taken after the next one. */
  readonly more: number
}

/** The same from the other side's point of view. */
export function swapMarks({ ban, otherBan, firstMill, takings, more }: Marks): Marks {
  return { ban: otherBan, otherBan: ban, firstMill: firstMill && 3 - firstMill, takings, more }
}

/** The men that a turn takes, in the order of their points. */
export function capturesOf({ captured, also = [] }: Move): Point[] {
  return captured === null ? [] : MAY_BE_UNUSUAL ? [captured, ...also] : [captured]
}

/** The turn that takes some men. */
export function turnOf(origin: Point | null, target: Point | null, taken: readonly Point[]): Move {
  if (!MAY_BE_UNUSUAL) return { origin, target, captured: taken[0] ?? null }
  const [captured = null, ...also] = [...taken].sort((one, two) => one - two)
  return also.length ? { origin, target, captured, also } : { origin, target, captured }
}

/** The turn of a side that cannot move. */
export const PASS: Move = { origin: null, target: null, captured: null }

/** Whether a side does nothing because it cannot move. */
export function isPass({ target, captured }: Move): boolean {
  return target === null && captured === null
}
