/**
 * Why a move was bad: what it let go, what it allowed, and what it missed.
 *
 * The same as `merels.matches.reasons` in Python; test vectors compare the two.
 */
import type { ValueDocument } from '../../generated/api'
import { findPatterns } from '../../core/players/patterns'
import { count, pointsOf } from '../../core/rules/geometry'
import type { Mask, Point } from '../../core/rules/geometry'
import { hasTooFew } from '../../core/rules/moves'
import { flies, inHand, legalMoves, men, other, successor } from '../../core/rules/position'
import type { Color, Move, Position } from '../../core/rules/position'
import { SIGN } from '../estimate'

/** How many of the legal moves keep the value of a position; `only` is the move if there is just one. */
export interface Keeping {
  readonly result: ValueDocument['result']
  readonly moves: number
  readonly of: number
  readonly only: string | null
}

/** Counts the moves that keep the value; null unless the values of all moves are known. */
export function keepingOf(values: ReadonlyMap<string, ValueDocument | null>): Keeping | null {
  let best: ValueDocument['result'] = 'loss'
  for (const value of values.values()) {
    if (!value) return null
    if (SIGN[value.result] > SIGN[best]) best = value.result
  }
  const keepers = [...values].flatMap(([move, value]) => (value?.result === best ? [move] : []))
  if (!keepers.length) return null
  return { result: best, moves: keepers.length, of: values.size, only: keepers.length === 1 ? keepers[0] : null }
}

export type ReasonKind =
  | 'let go'
  | 'block allowed'
  | 'double mill allowed'
  | 'mill allowed'
  | 'two mills allowed'
  | 'block missed'
  | 'double mill missed'
  | 'mill missed'
  | 'wrong capture'

/** Why a move was bad. `points` are where it shows; only `let go` has a `keeping`. */
export interface Reason {
  readonly kind: ReasonKind
  readonly points: readonly Point[]
  readonly keeping: Keeping | null
}

function reason(kind: ReasonKind, points: readonly Point[] = []): Reason {
  return { kind, points, keeping: null }
}

/** What a move allowed, and what it missed, by the rules: at most one of each. */
export function explain(position: Position, played: Move, better: Move): Reason[] {
  if (played.target === null || better.target === null) return []
  const after = successor(position, played)
  const best = successor(position, better)
  return [findAllowed(after, best), findMissed(after, best, played, better)].filter((each) => each !== null)
}

/** What the opponent can do after a move that it could not do after the best one. */
function findAllowed(after: Position, best: Position): Reason | null {
  if (canBlock(after) && !canBlock(best)) return reason('block allowed')
  const allowed = reachableDoubleMills(after) & ~reachableDoubleMills(best)
  if (allowed) return reason('double mill allowed', pointsOf(allowed))
  const mills = closingPoints(after, after.turn) & ~closingPoints(best, best.turn)
  if (mills) return reason('mill allowed', pointsOf(mills))
  const threats = twoThreats(after)
  return threats && !twoThreats(best) ? reason('two mills allowed', pointsOf(threats)) : null
}

/** What the better move achieves and the one that was played does not. */
function findMissed(after: Position, best: Position, played: Move, better: Move): Reason | null {
  if (isBlocked(best) && !isBlocked(after)) return reason('block missed')
  const missed = doubleMills(best) & ~doubleMills(after)
  if (missed) return reason('double mill missed', pointsOf(missed))
  if (better.captured === null || better.target === null) return null
  if (played.captured === null) return reason('mill missed', [better.target])
  const isSameStep = played.origin === better.origin && played.target === better.target
  return isSameStep ? reason('wrong capture', [better.captured]) : null
}

/** Where a side closes a mill if it is its turn. */
function closingPoints(position: Position, color: Color): Mask {
  const own = men(position, color)
  const hand = inHand(position, color)
  if (hasTooFew(own, hand)) return 0
  const { twos, closings } = findPatterns(own, men(position, other(color)), position.variant.board)
  return hand > 0 || flies(position, color) ? twos : closings
}

/**
 * The points to which the side that has just moved can swing a man from mill to mill. The side to
 * move must not be able to fill them, and both sides must have placed all their men.
 */
function doubleMills(position: Position): Mask {
  const own = men(position, other(position.turn))
  const enemy = men(position, position.turn)
  if (position.whiteInHand || position.blackInHand || flies(position, position.turn)) return 0
  const { board } = position.variant
  return findPatterns(own, enemy, board).doubles & ~findPatterns(enemy, own, board).reach
}

/** Two mills that share a man. */
const MEN_OF_DOUBLE_MILL = 5

/** The double mills that the side to move can have after its move. */
function reachableDoubleMills(position: Position): Mask {
  if (count(men(position, position.turn)) < MEN_OF_DOUBLE_MILL) return 0
  return legalMoves(position).reduce((found, move) => found | doubleMills(successor(position, move)), 0)
}

/**
 * Two or more points where the side to move can threaten mills with a quiet move. The opponent, who
 * can fill but one of them, must have no mill to close instead.
 */
function twoThreats(position: Position): Mask {
  for (const move of legalMoves(position)) {
    if (move.captured !== null) continue
    const after = successor(position, move)
    const threats = closingPoints(after, position.turn)
    if (count(threats) > 1 && !closingPoints(after, after.turn)) return threats
  }
  return 0
}

/** Whether the side to move can leave its opponent without a legal move. */
function canBlock(position: Position): boolean {
  return legalMoves(position).some((move) => isBlocked(successor(position, move)))
}

/** Whether the side to move has enough men but no legal move. */
function isBlocked(position: Position): boolean {
  const { turn } = position
  if (inHand(position, turn) || hasTooFew(men(position, turn), 0)) return false
  return !hasTooFew(men(position, other(turn)), 0) && legalMoves(position).length === 0
}
