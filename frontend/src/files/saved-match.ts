/** Saves the game in the browser between visits. */
import { formatMoves, parseFen, parseMoves } from '../core/rules/notation'
import { NINE, naming } from '../core/rules/nine'
import type { Variant } from '../core/rules/variant'
import { readAs, variantNamed } from '../core/rules/variants'
import { load, save } from '../shell/services/storage'
import { DECISIONS, createMatch, gameSoFar, isOpponent, playTurn, variantOf } from '../core/match/match'
import type { Mark, Match, Setup, Times } from '../core/match/match'

/** Each variant has a game of its own, so that trying another one ends none. */
function nameFor(variant: Variant): string {
  return naming(variant).variant ? `game.${variant.name}` : 'game'
}

/** A game as JSON. */
export interface SavedMatch {
  readonly setup: Setup
  /** Left out for Nine Men's Morris. */
  readonly variant?: string
  readonly fen: string
  readonly moves: readonly string[]
  readonly undone: readonly string[]
  readonly undoneTimes?: readonly Times[]
  readonly marks?: readonly (readonly [number, Mark])[]
  readonly times: readonly Times[]
  readonly resigned: Match['resigned']
  readonly flagged: Match['flagged']
  readonly recorded?: Match['recorded']
  readonly names?: Match['names']
  readonly rated?: Match['rated']
}

/** Saves a game, replacing the last one of its variant. */
export function saveMatch(match: Match): void {
  save(nameFor(variantOf(match)), describeMatch(match))
}

/** A game as JSON. */
export function describeMatch(match: Match): SavedMatch {
  const { setup, times, undoneTimes, resigned, flagged, recorded, names, rated } = match
  const undone = formatMoves(match.undone, variantOf(match).board)
  const marks = [...match.marks]
  return { setup, ...gameSoFar(match), undone, undoneTimes, marks, times, resigned, flagged, recorded, names, rated }
}

/** The saved game of a variant, or null if there is none or it cannot be read. */
export function loadMatch(variant: Variant): Match | null {
  return readMatch(load(nameFor(variant)))
}

/** The game in a JSON value, or null if it cannot be read. */
export function readMatch(saved: unknown): Match | null {
  try {
    return restore(saved as SavedMatch)
  } catch {
    return null // written by another version, or edited
  }
}

function restore(saved: SavedMatch): Match {
  const { opponent, human, clock, seed, isAdaptive = false } = saved.setup
  if (!isOpponent(opponent)) throw new RangeError(String(opponent))
  const variant = variantNamed(saved.variant ?? NINE.name)
  if (!variant) throw new RangeError(String(saved.variant))
  const match = readAs(variant, (named) => {
    const read = createMatch({ opponent, human, clock, seed, isAdaptive }, parseFen(saved.fen, named))
    for (const move of parseMoves(saved.moves, named.board)) playTurn(read, move)
    return read
  })
  match.undone = parseMoves(saved.undone, variant.board)
  if (clock) {
    if (saved.times.length !== match.session.positions.length) throw new RangeError('times')
    match.times = saved.times.map(readTimes)
    match.undoneTimes = (saved.undoneTimes ?? []).map(readTimes)
  }
  for (const [ply, { glyph, text, language }] of saved.marks ?? []) {
    match.marks.set(Number(ply), { glyph: String(glyph), text: String(text), language })
  }
  match.resigned = saved.resigned
  match.flagged = saved.flagged
  match.recorded = DECISIONS.find((each) => each === saved.recorded) ?? null
  match.rated = saved.rated ?? null
  match.names = saved.names ? [String(saved.names[0]), String(saved.names[1])] : null
  return match
}

function readTimes([white, black]: Times): Times {
  return [Number(white), Number(black)]
}
