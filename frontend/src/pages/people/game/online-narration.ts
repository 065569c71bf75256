/** Puts a game with people into words. */
import { useMemo } from 'preact/hooks'
import { variantOf } from '../../../core/match/match'
import { plyLimitAt } from '../../../core/rules/draws'
import { NINE } from '../../../core/rules/nine'
import { parseFen } from '../../../core/rules/notation'
import { variantNamed } from '../../../core/rules/variants'
import { describeAction } from '../../../ui/game/narration'
import type { Result } from '../../../ui/game-screen'
import { describeClock, nameOfSeat } from '../shared/people-narration'
import { OFFERS, otherName } from '../../../online/documents'
import type { GameDocument } from '../../../generated/api'
import type { ColorName, Offer, Phrase, Saying } from '../../../online/documents'
import { daysAndHours } from '../../../online/server-clock'
import { createSay } from '../../../texts/texts'
import type { Key, Say, Speech } from '../../../texts/texts'
import { nameOf } from '../../../ui/variant-words'
import { usePage } from '../../../ui/view'
import type { Room } from './room'

/** Looks up the texts of this page, and those it shares. */
export interface Words {
  readonly speech: Speech
  readonly say: Say<'online'>
  readonly shared: Say<'people'>
  readonly ofBoard: Say<'board'>
}

export function wordsOf(speech: Speech): Words {
  const [say, shared, ofBoard] = [createSay(speech, 'online'), createSay(speech, 'people'), createSay(speech, 'board')]
  return { speech, say, shared, ofBoard }
}

export function useWords(): Words {
  const { speech } = usePage()
  return useMemo(() => wordsOf(speech), [speech])
}

/** The terms of a game, in a line. */
export function describeTerms({ game, match }: Room, { say, shared, speech }: Words): string {
  const { clock, rated, spectators } = game
  const parts = [nameOf(variantOf(match), speech), describeClock(clock, shared), shared(rated ? 'rated' : 'casual')]
  if (spectators) parts.push(say('spectators', { count: spectators }))
  return parts.join(' · ')
}

/** Whose turn it is. */
export function describeTurn(game: GameDocument, { say }: Words): string {
  if (game.state === 'finished') return say('turn.over')
  if (game.you === null) return say(`turn.${game.turn}`)
  if (game.turn === game.you) return say('turn.you')
  const name = game[game.turn]?.name
  return name ? say('turn.other', { name }) : say('turn.nobody')
}

/** That the opponent has come; the name is missing if it is not known. */
export function describeJoining(name: string | null | undefined, { say }: Words): string {
  return name ? say('joined', { name }) : say('joined.nobody')
}

/** What the visitor can do now. */
export function describeDoing({ game, match, online, firstMoveDue }: Room, words: Words): string {
  const { say, ofBoard } = words
  const result = resultOf(game, words)
  const seconds = firstMoveDue.value
  if (result) return `${result.title}${say('stop')}${result.reason}`
  if (game.you === null) return say('watching')
  if (seconds !== null) return say(game.turn === game.you ? 'firstMove' : 'firstMoveOther', { seconds })
  if (online.unconfirmed !== null) return say('sending')
  if (isAwaited(game)) return say('absent')
  return game.turn === game.you ? describeAction(match.session, ofBoard) : say('wait')
}

/** Whether the time for the first moves has yet to begin, because the visitor's opponent has not come. */
function isAwaited({ you, state, clocks, deadline, turn, ...seats }: GameDocument): boolean {
  if (!you || state !== 'running' || !clocks || clocks.running || deadline !== null) return false
  return turn !== you && seats[otherName(you)]?.online === false
}

/** Who plays, White and Black. */
export function describePlayers(game: GameDocument, { shared }: Words): Readonly<Record<ColorName, string>> {
  const name = (color: ColorName): string => nameOfSeat(game[color], game.you === color, shared)
  return { white: name('white'), black: name('black') }
}

/** The title of the window. */
export function describeWindow(game: GameDocument, words: Words): string {
  const { say } = words
  if (game.state === 'open') return say(game.you ? 'titleWaiting' : 'titleInvited')
  if (game.state === 'running' && game.you === game.turn) return say('yourTurn')
  return resultOf(game, words)?.title ?? say('players', describePlayers(game, words))
}

/** What the button for another game says. */
export function describeRematch({ rematch_id: next, offers, you }: GameDocument, say: Say<'online'>): string {
  if (next) return say('nextGame')
  if (offers.rematch === null) return say('rematch')
  return say(offers.rematch === you ? 'own.rematch' : 'acceptRematch')
}

/** What the card at the end says; null while the game goes on. `rematch` is left to the page. */
export function resultOf(game: GameDocument, { say }: Words): Omit<Result, 'rematch'> | null {
  const { outcome, you } = game
  if (!outcome) return null
  const { winner, reason } = outcome
  const title =
    reason === 'aborted' ? say('end.none')
    : reason === 'cancelled' ? say('end.cancelled')
    : winner === null ? say('end.draw')
    : you === null ? say(`end.${winner}`)
    : say(winner === you ? 'end.win' : 'end.loss')
  const loser = winner && say(otherName(winner))
  const count = plyLimitAt(parseFen(game.fen, variantNamed(game.variant) ?? NINE).position)
  return {
    title,
    reason: say(`reason.${reason}` as Key<'online'>, { loser: loser ?? '', count }),
    rating: you ? describeChange(game, you, say) : '',
    isWon: winner !== null && winner === you,
    canReview: game.moves.length > 0,
  }
}

function describeChange({ rating_change: changes }: GameDocument, color: ColorName, say: Say<'online'>): string {
  if (!changes) return ''
  const points = changes[color]
  return say('ratingChange', { change: points < 0 ? `−${-points}` : `+${points}` })
}

/** Who has said what. */
export function describeSaying({ color, phrase }: Saying, game: GameDocument, { say, shared }: Words): string {
  return say('says', { name: nameOfSeat(game[color], color === game.you, shared), phrase: say(`phrase.${phrase as Phrase}`) })
}

/** The offers on the table: those of the other side first. */
export function offersOf({ offers, you }: GameDocument): readonly { readonly what: Offer; readonly isOwn: boolean }[] {
  const open = you ? OFFERS.filter((what) => offers[what] !== null) : []
  return open.map((what) => ({ what, isOwn: offers[what] === you })).sort((one, two) => Number(one.isOwn) - Number(two.isOwn))
}

/** The visitor's own offers that were declined. */
export function declinedOf({ declined, you }: GameDocument): readonly Offer[] {
  return you ? OFFERS.filter((what) => declined[what] === you) : []
}

/** A time of days a move. */
export function describeDays(milliseconds: number, say: Say<'online'>): string {
  const { days, hours } = daysAndHours(milliseconds)
  if (days) return say('days', { days, hours })
  return say('hours', { hours: hours || '<1' })
}

/**
 * What is new in a document of a game after another one, each a sentence for screen readers; moves are told by the board.
 */
export function describeNews(before: GameDocument, game: GameDocument, words: Words): string[] {
  const { say } = words
  const news: string[] = []
  if (before.state === 'open' && game.state === 'running') {
    if (before.you && game.you) news.push(describeJoining(game[otherName(game.you)]?.name, words))
    news.push(describeTurn(game, words))
  }
  const last = before.says.at(-1)?.seq ?? 0
  for (const each of game.says) if (each.seq > last && each.color !== game.you) news.push(describeSaying(each, game, words))
  for (const { what, isOwn } of offersOf(game)) {
    if (!isOwn && before.offers[what] === null) news.push(say(`offer.${what}`))
  }
  for (const what of declinedOf(game)) if (before.declined[what] !== game.you) news.push(say(`declined.${what}`))
  const result = before.outcome ? null : resultOf(game, words)
  if (result) news.push(result.title + say('stop') + result.reason, result.rating)
  return news.filter(Boolean)
}
