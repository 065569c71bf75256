/** The documents of games with people; their types come from the server's models. */
export type ColorName = 'white' | 'black'

/** The other side. */
export function otherName(color: ColorName): ColorName {
  return color === 'white' ? 'black' : 'white'
}

export type ClockTerms =
  | { readonly kind: 'none' }
  | { readonly kind: 'time'; readonly seconds: number; readonly increment: number }
  | { readonly kind: 'days'; readonly days: number }

export interface Seat {
  readonly id: string
  readonly name: string | null
  readonly rating: number | null
  readonly online: boolean
}

export interface Clocks {
  readonly white_ms: number
  readonly black_ms: number
  readonly running: boolean
  readonly at_ms: number
}

export const OFFERS = ['draw', 'takeback', 'rematch'] as const
export type Offer = (typeof OFFERS)[number]

export const PHRASES = [
  'hello',
  'good_luck',
  'well_played',
  'oops',
  'one_moment',
  'good_game',
  'thanks',
  'good_bye',
] as const
export type Phrase = (typeof PHRASES)[number]

export interface Saying {
  readonly color: ColorName
  readonly phrase: Phrase
  readonly seq: number
}

export interface GameDocument {
  readonly id: string
  readonly seq: number
  readonly variant: string
  readonly start_fen: string
  readonly fen: string
  readonly moves: readonly string[]
  readonly turn: ColorName
  readonly clock: ClockTerms
  readonly rated: boolean
  readonly listed: boolean
  readonly state: 'open' | 'running' | 'finished'
  readonly white: Seat | null
  readonly black: Seat | null
  readonly you: ColorName | null
  readonly clocks: Clocks | null
  readonly deadline: number | null
  readonly at_ms: number
  readonly offers: Readonly<Record<Offer, ColorName | null>>
  readonly rematch_id: string | null
  readonly says: readonly Saying[]
  readonly outcome: { readonly winner: ColorName | null; readonly reason: string } | null
  readonly spectators: number
  readonly created: number
  readonly ended: number | null
  readonly rating_change: Readonly<Record<ColorName, { readonly before: number; readonly after: number }>> | null
}

export interface PlayerDocument {
  readonly id: string
  readonly name: string | null
  readonly rating: Readonly<Record<string, { readonly rating: number; readonly deviation: number; readonly games: number }>>
}

export interface GameSummary {
  readonly id: string
  readonly variant: string
  readonly fen: string
  readonly plies: number
  readonly clock: ClockTerms
  readonly rated: boolean
  readonly state: GameDocument['state']
  readonly white: Seat | null
  readonly black: Seat | null
  readonly you: ColorName | null
  readonly turn: ColorName
  readonly outcome: GameDocument['outcome']
  readonly created: number
  readonly ended: number | null
}

export interface GamesDocument {
  readonly games: readonly GameSummary[]
  readonly next: string | null
}

export interface SideReport {
  readonly moves: number
  readonly accuracy: number | null
  readonly expected: number | null
  readonly best: number
  readonly mistakes: number
}

export interface ReportDocument {
  readonly white: SideReport
  readonly black: SideReport
  readonly source: string
}

export type ServerMessage =
  | { readonly type: 'state'; readonly game: GameDocument }
  | { readonly type: 'ack'; readonly seq: number }
  | { readonly type: 'refused'; readonly seq: number; readonly reason: string; readonly detail: string; readonly game: GameDocument }
