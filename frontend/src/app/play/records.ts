/** Games of the page as game files, and back. */
import { parseFen } from '../../notation'
import { BLACK, WHITE, other } from '../../rules'
import type { Color } from '../../rules'
import type { Say } from '../i18n'
import { NotationError } from '../../notation'
import { formatPgn, parsePgn } from '../pgn'
import type { Result } from '../pgn'
import { LEVEL_NAMES, createMatch, matchOutcome, playTurn } from './match'
import type { Match, Opponent, Setup } from './match'
import { TEXTS } from './texts'
import type { Key } from './texts'

/** How a computer's level is named in files. */
const COMPUTER = /^Merels \((\w+)\)$/

/** The game as PGN. */
export function pgnOf(match: Match, say: Say<Key>): string {
  const { setup, first, session } = match
  const nameOf = (color: Color): string => {
    if (setup.opponent === 'person') return '?'
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
    },
    first,
    moves: session.moves,
    result: resultOf(match),
  })
}

function resultOf(match: Match): Result {
  const end = matchOutcome(match)
  if (!end) return '*'
  if (end.winner === null) return '1/2-1/2'
  return end.winner === WHITE ? '1-0' : '0-1'
}

/** The game that a PGN or FEN holds. Throws `NotationError`. */
export function matchFrom(text: string, last: Setup): Match {
  const trimmed = text.trim()
  if (!trimmed) throw new NotationError(TEXTS.empty)
  if (/^[O@*]{8}\//.test(trimmed)) return createMatch({ ...last, clock: null }, parseFen(trimmed))
  const { tags, first, moves, result } = parsePgn(trimmed)
  const match = createMatch(setupFrom(tags, last), first)
  for (const move of moves) playTurn(match, move)
  if (!matchOutcome(match) && (result === '1-0' || result === '0-1')) {
    match.resigned = other(result === '1-0' ? WHITE : BLACK)
  }
  return match
}

/** Who plays: as the file says, where it is one of ours, else as before. */
function setupFrom(tags: Readonly<Record<string, string>>, last: Setup): Setup {
  for (const [computer, human] of [['White', BLACK], ['Black', WHITE]] as const) {
    const [, level] = COMPUTER.exec(tags[computer] ?? '') ?? []
    const opponent: Opponent | undefined = LEVEL_NAMES.find((name) => name === level)
    if (opponent) return { ...last, opponent, human, clock: null }
  }
  return { ...last, clock: null }
}
