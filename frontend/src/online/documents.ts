/** The documents of games with people; their types come from the server's models. */
import type {
  AckMessage,
  ClockDocument,
  CommandRequest,
  DaysClock,
  GameDocument,
  NoClock,
  RefusedMessage,
  StateMessage,
  TimeClock,
} from '../generated/api'

export type ColorName = GameDocument['turn']

/** The other side. */
export function otherName(color: ColorName): ColorName {
  return color === 'white' ? 'black' : 'white'
}

/** The clock of a new game. */
export type ClockTerms = NoClock | TimeClock | DaysClock
/** The clock of a game, or of a new one. */
export type AnyClock = ClockTerms | ClockDocument

export const OFFERS = ['draw', 'takeback', 'rematch'] as const satisfies readonly (keyof GameDocument['offers'])[]
export type Offer = (typeof OFFERS)[number]

export type Phrase = NonNullable<CommandRequest['phrase']>
/** In the order in which a game needs them. */
export const PHRASES = [
  'hello',
  'good_luck',
  'well_played',
  'oops',
  'one_moment',
  'good_game',
  'thanks',
  'good_bye',
] as const satisfies readonly Phrase[]

export type Saying = GameDocument['says'][number]

/** What the server says over a socket, besides its pings. */
export type ServerMessage = StateMessage | AckMessage | RefusedMessage
