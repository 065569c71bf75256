/** The moves that led to a position, and those that follow it. */
import type { FenRecord } from '../rules/notation'
import { isSame, isSameMove, legalMoves } from '../rules/position'
import type { Move } from '../rules/position'
import { recordAfter } from '../rules/notation'

/** A starting position and moves from there. */
export interface Line {
  readonly first: FenRecord
  readonly moves: readonly Move[]
}

/** A game to walk through, and its title. */
export interface Walked extends Line {
  readonly title: string
}

export interface Trail extends Line {
  /** The number of moves played so far. */
  readonly ply: number
  /** The loaded game; kept while other moves are tried. */
  readonly game: Walked | null
}

/** A trail without moves. */
export function startTrail(first: FenRecord, game: Walked | null = null): Trail {
  return { first, moves: [], ply: 0, game }
}

/** The position at each ply of a line. */
export function recordsOf({ first, moves }: Line): FenRecord[] {
  const records = [first]
  for (const move of moves) records.push(recordAfter(records[records.length - 1], move))
  return records
}

/** Whether two records are equal; the counters distinguish repeated positions. */
function isSameRecord(one: FenRecord, two: FenRecord): boolean {
  return (
    one.moveNumber === two.moveNumber &&
    one.pliesSinceRemoval === two.pliesSinceRemoval &&
    isSame(one.position, two.position)
  )
}

/** The ply of a line with a position, or -1. */
function plyOf(line: Line, record: FenRecord): number {
  return recordsOf(line).findIndex((each) => isSameRecord(each, record))
}

/** Whether a position is on a trail or its game. */
export function isOn(trail: Trail, record: FenRecord): boolean {
  return plyOf(trail, record) >= 0 || (trail.game !== null && plyOf(trail.game, record) >= 0)
}

/**
 * The trail for the next position: the game if it contains the position, else the current trail if
 * that does, else the current trail plus the move that leads there, else a new trail.
 */
export function follow(trail: Trail, record: FenRecord): Trail {
  const isSameGame = trail.game?.first.position.variant === record.position.variant
  const game = isSameGame ? trail.game : null
  for (const line of game ? [game, trail] : [trail]) {
    const ply = plyOf(line, record)
    if (ply >= 0) return { first: line.first, moves: line.moves, ply, game }
  }
  const here = recordsOf(trail)[trail.ply]
  const move = legalMoves(here.position).find((each) => isSameRecord(recordAfter(here, each), record))
  if (!move) return startTrail(record, game)
  return { ...trail, moves: [...trail.moves.slice(0, trail.ply), move], ply: trail.ply + 1 }
}

/** The ply at which a trail leaves its game; null if it does not, or has no game. */
export function plyLeft({ game, first, moves }: Trail): number | null {
  if (!game || game.moves === moves) return null
  if (!isSameRecord(first, game.first)) return 0
  const left = moves.findIndex((move, ply) => !game.moves[ply] || !isSameMove(move, game.moves[ply]))
  return left < 0 ? null : left
}
