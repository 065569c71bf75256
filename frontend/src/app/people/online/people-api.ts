/** The part of the server's API that is about games with people. */
import { get, getText, send } from '../../api'
import { needSecret } from '../../shared/visitor/identity'
import type { ClockTerms, GameDocument, GamesDocument, PlayerDocument, ReportDocument } from './documents'

/** What a new game is to be. */
export interface Challenge {
  readonly variant: string
  readonly fen: string | null
  readonly color: 'random' | 'white' | 'black'
  readonly clock: ClockTerms
  readonly rated: boolean
  /** Whether everybody on this server can see it and join. */
  readonly listed: boolean
  /** The level of the computer that plays at once; null for a person. */
  readonly level: string | null
}

export type QuickChallenge = Pick<Challenge, 'variant' | 'clock' | 'rated'>

/** Which games to list; everything else than what is given is left open. */
export interface GamesQuery {
  readonly state: 'open' | 'running' | 'finished'
  readonly mine?: boolean
  readonly variant?: string
  readonly opponent?: string
  readonly player?: string
  readonly result?: string
  readonly before?: string
}

/** Every call but those that only look needs an identity, which is made with the first of them. */
export const people = {
  me: (signal?: AbortSignal) => asPlayer(() => get<PlayerDocument>('/me', {}, signal)),
  rename: (name: string | null) => asPlayer(() => send<PlayerDocument>('PUT', '/me', { name })),
  create: (challenge: Challenge) => asPlayer(() => send<GameDocument>('POST', '/games', challenge)),
  quick: (challenge: QuickChallenge) => asPlayer(() => send<GameDocument>('POST', '/quick', challenge)),
  join: (id: string) => asPlayer(() => send<GameDocument>('POST', `/games/${id}/join`, {})),
  game: (id: string, signal?: AbortSignal) => get<GameDocument>(`/games/${id}`, {}, signal),
  games: (query: GamesQuery, signal?: AbortSignal) => get<GamesDocument>('/games', { ...fields(query) }, signal),
  remove: (id: string) => asPlayer(() => send<unknown>('DELETE', `/games/${id}`)),
  report: (id: string, signal?: AbortSignal) => get<ReportDocument>(`/games/${id}/report`, {}, signal),
  export: (signal?: AbortSignal) => getText('/games/mine.pgn', signal),
}

/** The address of a game's page. */
export function gameAddress(id: string): string {
  return `/game/${id}`
}

/** The address of a game's socket. */
export function socketAddress(id: string, { protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/v1/games/${id}/socket`
}

function asPlayer<Result>(ask: () => Promise<Result>): Promise<Result> {
  needSecret()
  return ask()
}

/** The given fields, as texts. */
function fields(query: GamesQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== '' && value !== undefined).map(([name, value]) => [name, String(value)]),
  )
}
