/** Saves the game in the browser between visits. */
import { formatAlgebraic, parseAlgebraic, parseFen } from '../../../rules/notation'
import { DECISIONS } from '../../shared/pgn'
import { load, save } from '../../shared/storage'
import { createMatch, gameSoFar, isOpponent, playTurn } from './match'
import type { Match, Setup, Times } from './match'

const NAME = 'game'

/** A game as JSON. */
export interface SavedMatch {
  readonly setup: Setup
  readonly fen: string
  readonly moves: readonly string[]
  readonly undone: readonly string[]
  readonly times: readonly Times[]
  readonly resigned: Match['resigned']
  readonly flagged: Match['flagged']
  readonly recorded?: Match['recorded']
  readonly names?: Match['names']
  readonly rated?: Match['rated']
}

/** Saves a game, replacing the last one. */
export function saveMatch(match: Match): void {
  save(NAME, describeMatch(match))
}

/** A game as JSON. */
export function describeMatch(match: Match): SavedMatch {
  const { setup, times, resigned, flagged, recorded, names, rated } = match
  const undone = match.undone.map(formatAlgebraic)
  return { setup, ...gameSoFar(match), undone, times, resigned, flagged, recorded, names, rated }
}

/** The saved game, or null if there is none or it cannot be read. */
export function loadMatch(): Match | null {
  return readMatch(load(NAME))
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
  const match = createMatch({ opponent, human, clock, seed, isAdaptive }, parseFen(saved.fen))
  for (const text of saved.moves) playTurn(match, parseAlgebraic(text))
  match.undone = saved.undone.map(parseAlgebraic)
  if (clock) {
    if (saved.times.length !== match.session.positions.length) throw new RangeError('times')
    match.times = saved.times.map(([white, black]) => [Number(white), Number(black)])
  }
  match.resigned = saved.resigned
  match.flagged = saved.flagged
  match.recorded = DECISIONS.find((each) => each === saved.recorded) ?? null
  match.rated = saved.rated ?? null
  match.names = saved.names ? [String(saved.names[0]), String(saved.names[1])] : null
  return match
}
