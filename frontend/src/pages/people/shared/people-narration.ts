/** Puts the terms and the players of a game into words. */
import { ApiError } from '../../../shell/services/api'
import { isLevel } from '../../../core/match/match'
import type { GameDocument, Seat } from '../../../generated/api'
import type { AnyClock } from '../../../online/documents'
import type { Say } from '../../../texts/texts'

type PeopleSay = Say<'people'>

const MINUTE = 60
/** The status of a server on which playing with people is off. */
const OFF = 503

export function describeClock(clock: AnyClock, say: PeopleSay): string {
  if (clock.kind === 'none') return say('clock.none')
  if (clock.kind === 'days') return say('clock.days', { days: clock.days })
  const { seconds, increment = 0 } = clock
  if (seconds < MINUTE) return say('clock.seconds', { seconds, increment })
  return say('clock.time', { minutes: Math.round((10 * seconds) / MINUTE) / 10, increment })
}

/** Who sits on a seat, without the rating; the computer of a given strength has it as its name. */
export function nameOfSeat(seat: Seat | null, isYou: boolean, say: PeopleSay): string {
  if (!seat) return say('nobody')
  if (seat.level) return isLevel(seat.level) ? say('computer', { level: say(`level.${seat.level}`) }) : say('computerOnly')
  return seat.name ?? say(isYou ? 'you' : 'anonymous')
}

/** Who plays a game, White first. */
export function titleOf({ white, black }: Pick<GameDocument, 'white' | 'black'>, say: PeopleSay): string {
  return [white, black].map((seat) => nameOfSeat(seat, false, say)).join(' – ')
}

/** Who sits on a seat. */
export function describeSeat(seat: Seat | null, isYou: boolean, say: PeopleSay): string {
  const name = nameOfSeat(seat, isYou, say)
  return typeof seat?.rating === 'number' ? say('seat', { name, rating: Math.round(seat.rating) }) : name
}

/** Why a request failed, as a title and a text. */
export function describeFailure(error: unknown, say: PeopleSay): { readonly title: string; readonly text: string } {
  if (!(error instanceof ApiError)) return { title: say('unreachable'), text: '' }
  if (error.problem.status === OFF) return { title: say('off'), text: error.message }
  return { title: say('refused', { message: error.message }), text: '' }
}
