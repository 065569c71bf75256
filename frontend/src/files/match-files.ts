/** Saves games as PGN, and loads PGN and FEN. */
import { parseFen } from '../core/rules/notation'
import { BLACK, WHITE } from '../core/rules/position'
import type { Color } from '../core/rules/position'
import { NINE } from '../core/rules/nine'
import type { Variant } from '../core/rules/variant'
import { NotationError } from '../core/rules/notation'
import { formatPgn, isFen, parsePgn } from './pgn'
import type { Note, Result } from './pgn'
import { createMatch, isOpponent, matchOutcome, playTurn } from '../core/match/match'
import type { Decision, Match, Opponent, Setup } from '../core/match/match'
import { unrated } from './rating'
import type { Say } from '../texts/texts'

/** The computer's name in files, with its level. */
const COMPUTER = /^Merels \(([\w:]+)\)$/

/** The Termination tag of games not decided by their moves. */
const TERMINATIONS = { resignation: 'resignation', time: 'time forfeit' } as const

/** The game as PGN, with annotations if there are any. */
export function pgnOf(match: Match, say: Say<'play'>, notes?: readonly (Note | null)[]): string {
  const { setup, first, session, names } = match
  const reason = matchOutcome(match)?.reason
  const nameOf = (color: Color): string => {
    if (setup.opponent === 'person') return names?.[color] || '?'
    return color === setup.human ? say('you') : `Merels (${setup.opponent})`
  }
  const today = new Date()
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
  return formatPgn({
    tags: {
      Event: 'Merels',
      Date: date.map((part) => String(part).padStart(2, '0')).join('.'),
      White: nameOf(WHITE),
      Black: nameOf(BLACK),
      ...(reason === 'resignation' || reason === 'time' ? { Termination: TERMINATIONS[reason] } : {}),
      ...(notes ? { Annotator: 'Merels' } : {}),
    },
    first,
    moves: session.moves,
    result: resultOf(match),
    notes,
  })
}

function resultOf(match: Match): Result {
  const end = matchOutcome(match)
  if (!end) return '*'
  if (end.winner === null) return '1/2-1/2'
  return end.winner === WHITE ? '1-0' : '0-1'
}

/** Loads a game from a PGN, or from the FEN of a position of `variant`. Throws `NotationError`. */
export function matchFrom(text: string, last: Setup, variant: Variant = NINE): Match {
  const trimmed = text.trim()
  if (!trimmed) throw new NotationError('nothing')
  if (isFen(trimmed)) return createMatch({ ...unrated(last), clock: null }, parseFen(trimmed, variant))
  const { tags, first, moves, result } = parsePgn(trimmed)
  const match = createMatch(setupFrom(tags, unrated(last)), first)
  if (match.setup.opponent === 'person') match.names = namesIn(tags)
  for (const move of moves) playTurn(match, move)
  if (!matchOutcome(match) && result !== '*') declare(match, result, tags.Termination)
  return match
}

/** Applies the result in the file. */
function declare(match: Match, result: Decision, termination: string | undefined): void {
  const loser = result === '1-0' ? BLACK : WHITE
  if (result !== '1/2-1/2' && termination === TERMINATIONS.resignation) match.resigned = loser
  else if (result !== '1/2-1/2' && termination === TERMINATIONS.time) match.flagged = loser
  else match.recorded = result
}

/** The players' names, or null if the file has none. */
function namesIn({ White = '', Black = '' }: Readonly<Record<string, string>>): Match['names'] {
  const [white, black] = [White, Black].map((name) => (/^[?\s]*$/.test(name) ? '' : name.trim()))
  return white || black ? [white, black] : null
}

/** The players: the computer or two people as in the file; without names, as before. */
function setupFrom(tags: Readonly<Record<string, string>>, last: Setup): Setup {
  const [white, black] = [tags.White, tags.Black].map(levelOf)
  if (white && !black) return { ...last, opponent: white, human: BLACK, clock: null }
  if (black && !white) return { ...last, opponent: black, human: WHITE, clock: null }
  return { ...last, opponent: namesIn(tags) ? 'person' : last.opponent, clock: null }
}

/** The level, if the player is our computer. */
function levelOf(name = ''): Opponent | undefined {
  const [, level = ''] = COMPUTER.exec(name) ?? []
  return level !== 'person' && isOpponent(level) ? level : undefined
}
