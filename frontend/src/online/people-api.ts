/** The part of the server's API that is about games with people. */
import { follow, request } from '../shell/services/api'
import type { QueryOf } from '../shell/services/api'
import { needSecret } from '../shell/services/identity'
import { wholeAddress } from '../shell/services/root'
import type { GameRequest, QuickRequest } from '../generated/api'

/** Which games to list; everything else than what is given is left open. */
export type GamesQuery = QueryOf<'GET /games'>

/** Every call but those that only look needs an identity, which is made with the first of them. */
export const people = {
  me: (signal?: AbortSignal) => asPlayer(() => request('GET /me', { signal })),
  rename: (name: string | null) => asPlayer(() => request('PUT /me', { body: { name } })),
  create: (body: GameRequest) => asPlayer(() => request('POST /games', { body })),
  quick: (body: QuickRequest) => asPlayer(() => request('POST /quick', { body })),
  join: (game: string) => asPlayer(() => request('POST /games/{game}/join', { path: { game }, body: {} })),
  game: (game: string, signal?: AbortSignal) => request('GET /games/{game}', { path: { game }, signal }),
  games: (query: GamesQuery, signal?: AbortSignal) => request('GET /games', { query, signal }),
  /** The lobby as it changes. */
  lobby: (signal: AbortSignal) => follow('GET /lobby', { signal }),
  remove: (game: string) => asPlayer(() => request('DELETE /games/{game}', { path: { game } })),
  report: (game: string, signal?: AbortSignal) => request('GET /games/{game}/report', { path: { game }, signal }),
  export: (signal?: AbortSignal) => request('GET /games/mine.pgn', { signal }),
}

/** The address of a game's page. */
export function gameAddress(id: string): string {
  return `./game/${id}`
}

/** The address of a game's socket. */
export function socketAddress(id: string): string {
  return wholeAddress(`./api/v1/games/${id}/socket`).replace(/^http/, 'ws')
}

function asPlayer<Result>(ask: () => Promise<Result>): Promise<Result> {
  needSecret()
  return ask()
}
