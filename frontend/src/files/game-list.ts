/** The games of a text, one by one: what a list of them shows. */
import { NotationError } from '../core/rules/notation'
import type { Result } from './pgn'
import { generatePgn, isFen, parsePgn, readTags } from './pgn'

/** One of the games in a text. */
export interface ListedGame {
  readonly text: string
  readonly players: string
  readonly event: string
  /** As much as is known: `2024-12-26`, `2024`, or nothing. */
  readonly date: string
  readonly result: Result
  readonly moves: number
  /** Why it cannot be read, or null. */
  readonly fault: NotationError | null
}

/** Yields the games of a text, each read only when needed; none if the text is a FEN. */
export function* listGames(text: string): Generator<ListedGame> {
  if (isFen(text)) return
  for (const game of generatePgn(text)) yield listed(game)
}

function listed(text: string): ListedGame {
  const { White = '?', Black = '?', Event = '', Date = '' } = readTags(text).tags
  const about = { text, players: `${White} – ${Black}`, event: Event === '?' ? '' : Event, date: dateOf(Date) }
  try {
    const { result, moves } = parsePgn(text)
    return { ...about, result, moves: moves.length, fault: null }
  } catch (error) {
    if (!(error instanceof NotationError)) throw error
    return { ...about, result: '*', moves: 0, fault: error }
  }
}

function dateOf(tag: string): string {
  return tag.split('.').filter((part) => !part.includes('?')).join('-')
}
