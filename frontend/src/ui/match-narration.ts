/** Puts a game on the Play page into words. */
import { REPETITIONS, plyLimitAt } from '../core/rules/draws'
import { colorName, formatMove, occurrences, other } from '../core/rules/position'
import type { Color, Phase } from '../core/rules/position'
import { currentPosition, lastPosition } from '../core/session/session'
import type { GameEvent } from '../core/session/session'
import { describeAction, describeDuty, describeEvents as describeOnBoard } from './game/narration'
import type { Naming } from './game/narration'
import { ApiError } from '../shell/services/api'
import { TablesTrouble } from '../values/exact/protocol'
import { isComputersTurn, isLevel, isShared, matchOutcome, pliesSinceRemoval, variantOf } from '../core/match/match'
import type { Match, MatchOutcome, Setup } from '../core/match/match'
import { WEAKEST, numberOf, wordFor } from '../core/match/strengths'
import type { Result } from './game-screen'
import type { Say } from '../texts/texts'

type PlaySay = Say<'play'>

/** How many plies before a draw without captures the page warns of it. */
const WARNING = 20

/** Names sides by their roles, or by their colours if two people play. */
export function namingOf(match: Match): Naming {
  if (isShared(match)) return colorName
  return (color) => (color === match.setup.human ? 'you' : 'computer')
}

/** The name of a side: the player's, if the game came from a file with names. */
export function sideName(match: Match, color: Color, say: PlaySay): string {
  return match.names?.[color] || say(namingOf(match)(color))
}

/** The phase of a side, and its level if it is the computer. */
export function describeSide(match: Match, color: Color, doing: Phase, say: PlaySay): string {
  const { opponent, human } = match.setup
  const isEither = doing === 'placing' && variantOf(match).placing === 'any-turn'
  const phase = say(isEither ? 'phase.either' : `phase.${doing}`)
  return opponent === 'person' || color === human ? phase : `${opponentName(match.setup, say)} · ${phase}`
}

/** The name of the opponent: a level, or a word for its strength with the number. */
export function opponentName({ opponent, isAdaptive }: Pick<Setup, 'opponent' | 'isAdaptive'>, say: PlaySay): string {
  if (opponent === 'person') return say('person')
  if (isLevel(opponent)) return say(`level.${opponent}`)
  const number = numberOf(opponent) ?? WEAKEST
  return say('rated', { name: say(isAdaptive ? 'level.adaptive' : `word.${wordFor(number)}`), number })
}

/** What the game has done to your rating; empty if nothing. */
export function describeRating({ rated }: Match, say: PlaySay): string {
  if (!rated) return ''
  const { rating, change } = rated
  return say(change > 0 ? 'rated.win' : change < 0 ? 'rated.loss' : 'rated.same', { rating })
}

/** Whose turn it is. */
export function describeTurn(match: Match, say: PlaySay): string {
  if (matchOutcome(match)) return say('turn.over')
  const { turn } = currentPosition(match.session)
  return say(`turn.${namingOf(match)(turn)}`)
}

/** The hint line: what to do now. */
export function describeHint(match: Match, say: PlaySay, ofBoard: Say<'board'>): string {
  const { session } = match
  if (matchOutcome(match)) return describeEnd(match, say)
  if (isComputersTurn(match)) return say('thinking')
  const parts = [describeAction(session, ofBoard)]
  if (session.suggestion) parts[0] = say('suggestion', { move: formatMove(session.suggestion, variantOf(match).board) })
  const count = occurrences(session.positions, lastPosition(session))
  if (count > 1 && count < REPETITIONS && !session.step) parts.push(say('repeated', { count }))
  const left = plyLimitAt(currentPosition(session)) - pliesSinceRemoval(match)
  if (left <= WARNING) parts.push(say('quiet', { count: left }))
  return parts.join(say('gap'))
}

/** Who won and why, as one text; empty while the game goes on. */
export function describeEnd(match: Match, say: PlaySay): string {
  if (!matchOutcome(match)) return ''
  return [describeResult(match, say).join(say('stop')), describeRating(match, say)].filter(Boolean).join(say('gap'))
}

/** What has happened, for screen readers. */
export function describeEvents(
  match: Match,
  events: readonly GameEvent[],
  say: PlaySay,
  ofBoard: Say<'board'>,
): string {
  const told = events.filter(({ kind }) => kind !== 'end') // the page also knows draws, resignation and time
  const isLate = told.some((each) => each.kind === 'wrong' && each.complaint === 'game over')
  const said = isLate ? say('gameOver') : describeOnBoard(match.session, told, ofBoard, namingOf(match))
  const duty = matchOutcome(match) || isComputersTurn(match) ? '' : describeDuty(match.session, ofBoard)
  const isTold = told.length > 0 && !told.some(({ kind }) => kind === 'wrong')
  return [said, isTold ? duty : '', describeEnd(match, say)].filter(Boolean).join(say('gap'))
}


/** Who won and why, as two texts; empty while the game goes on. */
export function describeResult(match: Match, say: PlaySay): string[] {
  const end = matchOutcome(match)
  if (!end) return []
  const why = describeReason(match, end, say)
  const { winner } = end
  if (winner === null) return [say('end.draw'), why]
  if (isShared(match)) return [say(`end.${colorName(winner)}`), why]
  return [say(winner === match.setup.human ? 'end.win' : 'end.loss'), why]
}

/** What the card at the end of a game says and offers; null while the game goes on. */
export function resultOf(match: Match, say: PlaySay): Result | null {
  const end = matchOutcome(match)
  if (!end) return null
  const [title, reason] = describeResult(match, say)
  return {
    title,
    reason,
    rating: describeRating(match, say),
    isWon: !isShared(match) && end.winner === match.setup.human,
    canReview: match.session.moves.length > 0,
    rematch: say('rematch'),
  }
}

function describeReason(match: Match, { winner, reason }: MatchOutcome, say: PlaySay): string {
  if (winner === null || reason === 'record') return say(`reason.${reason}`, { count: plyLimitAt(currentPosition(match.session)) })
  const loser = other(winner)
  const naming = namingOf(match)(loser)
  const isOfLoser = reason !== 'repetition' && reason !== 'no removal for too long' && reason !== 'full board'
  if (naming === 'you' && isOfLoser) return say(`reason.you.${reason}`)
  return say(`reason.${reason}`, { loser: naming === 'computer' ? say('theComputer') : sideName(match, loser, say) })
}

/** Why the computer does not reply. */
export function describeTrouble(error: unknown, match: Match, say: PlaySay): string {
  if (error instanceof ApiError) return say('refused', { message: error.message })
  if (error instanceof TablesTrouble) return say(`tables.${error.trouble.kind}`)
  return say('unreachable', { level: opponentName(match.setup, say) })
}
